import type { FileTypeName } from '../../review/file-types.ts';
import { defineReviewed, type ReviewRules, reviewedFileOf } from '../../review/rubric.ts';
import type { UploadFile } from './file.ts';

/** A question that is answered with a file, as it is stored, without the fields that every question has. */
export type UploadQuestion = ReviewRules & {
  readonly kind: 'file';
  readonly accept: readonly FileTypeName[];
  readonly maxBytes: number;
};

export const defineUpload = ({ kind, accept, maxBytes, ...reviewed }: UploadFile) => ({
  kind,
  ...defineReviewed(reviewed),
  accept,
  maxBytes,
});

/** The fields of a file that `defineUpload` read, without id and prompt, with every default written out. */
export const uploadFileOf = ({ kind, accept, maxBytes, ...rules }: UploadQuestion) => ({
  kind,
  accept: [...accept],
  maxBytes,
  ...reviewedFileOf(rules),
});
