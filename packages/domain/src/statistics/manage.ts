import { z } from 'zod';
import { questionKinds } from '../questions/kinds.ts';
import { voids } from '../questions/question-fields.ts';
import { instant } from '../wire/paging.ts';
import { flags } from './advice.ts';

/**
 * Where a score stands among those of all who finished the test, compared as exact shares of the maximum: `percentile` per cent of them are
 * below, with half of those at the same; `meanPercent` is the mean of all.
 */
export const Standing = z.object({ percentile: z.int(), meanPercent: z.number() });
export type Standing = z.output<typeof Standing>;

/**
 * `correct`: by the newest key that grades an attempt. `meanPercent`: mean score of those who chose the option and are graded by it, in per
 * cent of the maximum of the test; null if nobody did.
 */
export const OptionStatistics = z.object({
  optionId: z.string(),
  text: z.string(),
  correct: z.boolean(),
  candidates: z.int(),
  meanPercent: z.number().nullable(),
});
export type OptionStatistics = z.output<typeof OptionStatistics>;

/** A key that another version corrected, when that was imported, and how many attempts have another outcome or score by it. */
export const KeyCorrection = z.object({ version: z.int(), at: instant, attempts: z.int() });
export type KeyCorrection = z.output<typeof KeyCorrection>;

export const QuestionFlag = z.object({ flag: z.enum(flags), advice: z.string() });

/**
 * Of one question, by its id over all versions of the test that ask it; `questionId` is its number in the newest of these. `difficulty`: the mean share
 * of its marks. `discrimination`: corrected point-biserial, the correlation of its score with that of the rest of the test. Both are of versions
 * in which it is not `void`, as are the outcomes, and a void question has no flags. `corrected`: since the version that was taken.
 * `otherKey`: attempts that a regrade would grade by another key. `medianSeconds`: how long it was on the screen, of those for whom it is
 * known, `timed`.
 */
export const QuestionStatistics = z.object({
  id: z.string(),
  questionId: z.int(),
  versions: z.array(z.int()),
  kind: z.enum(questionKinds),
  prompt: z.string(),
  candidates: z.int(),
  void: z.enum(voids).nullable(),
  corrected: KeyCorrection.nullable(),
  otherKey: z.int(),
  difficulty: z.number().nullable(),
  discrimination: z.number().nullable(),
  right: z.int(),
  partial: z.int(),
  wrong: z.int(),
  blank: z.int(),
  timed: z.int(),
  medianSeconds: z.int().nullable(),
  options: z.array(OptionStatistics),
  flags: z.array(QuestionFlag),
});
export type QuestionStatistics = z.output<typeof QuestionStatistics>;

/** Cronbach's alpha with its 95 % interval; scores in marks. `standardError`: of measurement. */
export const TestReliability = z.object({
  versions: z.array(z.int()),
  candidates: z.int(),
  questions: z.int(),
  mean: z.number(),
  standardDeviation: z.number(),
  alpha: z.number(),
  lower: z.number(),
  upper: z.number(),
  standardError: z.number(),
});
export type TestReliability = z.output<typeof TestReliability>;

export const ScoreBand = z.object({ from: z.int(), to: z.int(), candidates: z.int() });

/**
 * `isComplete`: false when more attempts wait to be counted than one request counts; the next request goes on. `distribution`: candidates
 * from `from` to below `to` per cent, the first with those below zero, the last with those at 100. `reliability`: of the attempts that were
 * asked the questions of the newest version that anybody took.
 */
export const TestStatistics = z.object({
  testId: z.int(),
  isComplete: z.boolean(),
  candidates: z.int(),
  meanPercent: z.number().nullable(),
  standardDeviationPercent: z.number().nullable(),
  distribution: z.array(ScoreBand),
  reliability: TestReliability.nullable(),
  questions: z.array(QuestionStatistics),
});
export type TestStatistics = z.output<typeof TestStatistics>;
