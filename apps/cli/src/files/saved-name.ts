import { cleanFileName, type FileTypeName, fileTypes } from '@assay/domain';

/** The name under which a candidate's file is saved: whatever a server says, it names no folder and no program. */
export const savedName = ({ name, type }: { readonly name: string; readonly type: string }): string =>
  Object.hasOwn(fileTypes, type) ? cleanFileName(name, type as FileTypeName) : 'file';

/** Of the answer of a review: names that tell nobody's are the same for all. */
export const reviewFileName = (reviewId: number, file: { readonly name: string; readonly type: string }): string =>
  `review-${reviewId}-${savedName(file)}`;
