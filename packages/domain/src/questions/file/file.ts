import { z } from 'zod';
import { fileBounds, fileTypeNames } from '../../review/file-types.ts';
import { checkReviewed, reviewedFields } from '../../review/rubric.ts';
import { list } from '../../wire/list.ts';

const type = z.enum(fileTypeNames, { error: `must be one of ${fileTypeNames.join(', ')}` });

/** A question that is answered with a file, as an author writes it. */
export const UploadFile = z
  .strictObject({
    kind: z.literal('file').describe('Which kind of question it is.'),
    ...reviewedFields,
    accept: list(type, fileTypeNames.length, { of: 'types' })
      .min(1, 'needs at least one type')
      .refine((types) => new Set(types).size === types.length, 'must name each type once')
      .describe(
        'Types of files, told by their content: `pdf`, `png`, `jpeg`, `webp`, `text` (also CSV and Markdown), `zip`, `docx`, `xlsx`, `pptx`, `odt`, `ods`, `odp`.',
      ),
    maxBytes: z
      .int()
      .min(1, 'must be at least 1')
      .max(fileBounds.bytes, `must be at most ${fileBounds.bytes}, which is 10 MiB`)
      .default(fileBounds.bytes)
      .describe('Largest file in bytes, at most and by default 10485760 (10 MiB).'),
  })
  .superRefine((question, context) => checkReviewed(question, (path, message) => context.addIssue({ code: 'custom', path, message })), {
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({
    id: 'FileQuestion',
    description: 'The answer is a file that people grade by the rubric. Its marks are those of the best levels.',
  });
export type UploadFile = z.output<typeof UploadFile>;
