import { z } from 'zod';
import { amountFromZero, everyQuestion, text } from '../assessment/question-fields.ts';
import { decimal, sum } from '../decimal.ts';
import { list } from '../wire/list.ts';
import { essayBounds } from './essay-bounds.ts';

const most = 10_000;

const level = z.strictObject({ marks: amountFromZero, text: text(essayBounds.level) });

/** Those that can be compared: a level with a fault of its own counts as left out. */
const marksOf = (levels: unknown): readonly number[] =>
  Array.isArray(levels)
    ? levels.flatMap((one: unknown) =>
        typeof one === 'object' && one !== null && 'marks' in one && typeof one.marks === 'number' ? [one.marks] : [],
      )
    : [];

const whenList = ({ value }: { readonly value: unknown }): boolean => Array.isArray(value);

const levels = list(level, essayBounds.levels, { of: 'levels' })
  .min(2, 'needs at least two levels')
  .refine((all) => marksOf(all).every((marks, index, each) => index === 0 || marks > (each[index - 1] ?? 0)), {
    error: 'levels must be in the order of their marks, each with more than the one before',
    when: whenList,
  });

const criterion = z.strictObject({ criterion: text(essayBounds.criterion), levels });

/** What the best level of each criterion gives, together. */
export const marksOfRubric = (rubric: readonly { readonly levels: readonly { readonly marks: number }[] }[]): number =>
  Number(sum(rubric.map(({ levels: of }) => decimal(Math.max(...of.map(({ marks }) => marks))))).toFixed());

const words = z.int().min(1, 'must be at least 1').max(essayBounds.words, `must be at most ${essayBounds.words}`);

/** An essay as an author writes it. Its marks are those of the rubric, and a blank one costs nothing. */
export const EssayFile = z
  .strictObject({
    kind: z.literal('essay'),
    id: everyQuestion.id,
    prompt: everyQuestion.prompt,
    skills: everyQuestion.skills,
    void: everyQuestion.void,
    words: z.strictObject({ min: words.optional(), max: words.optional() }).optional(),
    rubric: list(criterion, essayBounds.criteria, { of: 'criteria' }).min(1, 'needs at least one criterion'),
    graders: z.union([z.literal(1), z.literal(2)], { error: 'must be 1 or 2' }).default(1),
    reconcile: amountFromZero.optional(),
    blind: z.boolean().default(true),
  })
  .superRefine(
    (essay, context) => {
      const issue = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
      const { words: limits } = essay;
      if (typeof limits?.min === 'number' && typeof limits.max === 'number' && limits.min > limits.max)
        issue(['words'], 'min must not be above max');
      if (essay.reconcile !== undefined && essay.graders !== 2) issue(['reconcile'], 'needs `graders: 2`');
      const all = Array.isArray(essay.rubric) ? essay.rubric : [];
      const best = all.map((one: unknown) =>
        Math.max(0, ...marksOf(typeof one === 'object' && one !== null && 'levels' in one && one.levels)),
      );
      if (best.reduce((total, one) => total + one, 0) > most) issue(['rubric'], `must give at most ${most} marks`);
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
export type EssayFile = z.output<typeof EssayFile>;
