import { z } from 'zod';
import { decimal, sum } from '../decimal.ts';
import { amountFromZero, everyQuestion, text } from '../questions/question-fields.ts';
import { list } from '../wire/list.ts';
import { essayBounds } from './essay-bounds.ts';

const most = 10_000;

const level = z
  .strictObject({ marks: amountFromZero.describe('What it gives.'), text: text(essayBounds.level).describe('What it means.') })
  .meta({ id: 'EssayLevel', description: 'A level of a criterion.' });

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

const criterion = z
  .strictObject({ criterion: text(essayBounds.criterion).describe('What it is.'), levels: levels.describe('Its levels, from the lowest.') })
  .meta({ id: 'EssayCriterion', description: 'A criterion.' });

/** What the best level of each criterion gives, together. */
export const marksOfRubric = (rubric: readonly { readonly levels: readonly { readonly marks: number }[] }[]): number =>
  Number(sum(rubric.map(({ levels: of }) => decimal(Math.max(...of.map(({ marks }) => marks))))).toFixed());

/** The fields of a question that people grade, as an author writes it. Its marks are those of the rubric, and a blank answer costs nothing. */
export const reviewedFields = {
  id: everyQuestion.id,
  prompt: everyQuestion.prompt,
  skills: everyQuestion.skills,
  void: everyQuestion.void,
  rubric: list(criterion, essayBounds.criteria, { of: 'criteria' }).min(1, 'needs at least one criterion').describe('What is graded.'),
  graders: z
    .union([z.literal(1), z.literal(2)], { error: 'must be 1 or 2' })
    .default(1)
    .describe('How many people grade each answer, by default one.'),
  reconcile: amountFromZero.optional().describe('The most that two grades may differ without a decision, by default 0.'),
  blind: z.boolean().default(true).describe('False: who grades sees whose answer it is.'),
};
type ReviewedFields = z.output<z.ZodObject<typeof reviewedFields>>;

type Issue = (path: string[], message: string) => void;

/** The rules that span these fields; a field with a fault of its own counts as left out. */
export const checkReviewed = ({ reconcile, graders, rubric }: ReviewedFields, issue: Issue): void => {
  if (reconcile !== undefined && graders !== 2) issue(['reconcile'], 'needs `graders: 2`');
  const all = Array.isArray(rubric) ? rubric : [];
  const best = all.map((one: unknown) => Math.max(0, ...marksOf(typeof one === 'object' && one !== null && 'levels' in one && one.levels)));
  if (best.reduce((total, one) => total + one, 0) > most) issue(['rubric'], `must give at most ${most} marks`);
};

type Level = { readonly marks: number; readonly text: string };
export type Criterion = { readonly criterion: string; readonly levels: readonly Level[] };

/** How people grade an answer. `reconcile`: two grades that differ by more need a third. */
export type ReviewRules = {
  readonly rubric: readonly Criterion[];
  readonly graders: 1 | 2;
  readonly reconcile: number;
  /** False: who grades sees whose answer it is. */
  readonly blind: boolean;
};

export const defineReviewed = ({ prompt, rubric, graders, reconcile = 0, blind }: ReviewedFields) => ({
  prompt,
  marks: marksOfRubric(rubric),
  penalty: 0,
  rubric,
  graders,
  reconcile,
  blind,
});

/** The fields that `defineReviewed` read, without the prompt, with every default written out. */
export const reviewedFileOf = ({ rubric, graders, reconcile, blind }: ReviewRules) => ({
  rubric: rubric.map(({ criterion, levels }) => ({ criterion, levels: levels.map((one) => ({ ...one })) })),
  graders,
  ...(graders === 2 ? { reconcile } : {}),
  blind,
});
