import { z } from 'zod';
import { essayBounds } from '../../review/essay-bounds.ts';
import { checkReviewed, reviewedFields } from '../../review/rubric.ts';

const words = z.int().min(1, 'must be at least 1').max(essayBounds.words, `must be at most ${essayBounds.words}`);

/** An essay as an author writes it. */
export const EssayFile = z
  .strictObject({
    kind: z.literal('essay'),
    ...reviewedFields,
    words: z.strictObject({ min: words.optional(), max: words.optional() }).optional(),
  })
  .superRefine(
    (essay, context) => {
      const issue = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
      const { words: limits } = essay;
      if (typeof limits?.min === 'number' && typeof limits.max === 'number' && limits.min > limits.max)
        issue(['words'], 'min must not be above max');
      checkReviewed(essay, issue);
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
export type EssayFile = z.output<typeof EssayFile>;
