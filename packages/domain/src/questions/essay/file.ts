import { z } from 'zod';
import { essayBounds } from '../../review/essay-bounds.ts';
import { checkReviewed, reviewedFields } from '../../review/rubric.ts';

const words = z.int().min(1, 'must be at least 1').max(essayBounds.words, `must be at most ${essayBounds.words}`);

/** An essay as an author writes it. */
export const EssayFile = z
  .strictObject({
    kind: z.literal('essay').describe('Which kind of question it is.'),
    ...reviewedFields,
    words: z
      .strictObject({ min: words.optional().describe('At least.'), max: words.optional().describe('At most.') })
      .meta({ id: 'EssayWords', description: 'How many words an answer should have. Another number is accepted, and graders see it.' })
      .optional()
      .describe('How many words the answer should have.'),
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
  )
  .meta({
    id: 'EssayQuestion',
    description: 'The answer is a text that people grade by the rubric. Its marks are those of the best levels.',
  });
export type EssayFile = z.output<typeof EssayFile>;
