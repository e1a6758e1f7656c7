import { z } from 'zod';
import { questionKinds } from '../questions/kinds.ts';
import { voids } from '../questions/question-fields.ts';
import { named } from '../wire/named.ts';
import { instant } from '../wire/paging.ts';
import { flags } from './advice.ts';

export const Standing = named('Standing', 'Where the score of a section stands among all.', {
  percentile: z.int().describe('Per cent of them below, with half of those at the same, rounded down: 0 to 99.'),
  meanPercent: z.number().describe('Mean score of all in per cent of the maximum.'),
});
export type Standing = z.output<typeof Standing>;

export const OptionStatistics = named('OptionStatistics', 'Who chose an option.', {
  optionId: z.string().describe('Letter of the option.'),
  text: z.string().describe('First line of the option.'),
  correct: z.boolean().describe('Whether it is right, by the newest key that grades attempts.'),
  candidates: z.int().describe('How many chose it.'),
  meanPercent: z
    .number()
    .nullable()
    .describe(
      'Mean score of the whole test, in per cent of the maximum, of those who chose it and are graded by that key; null without any.',
    ),
});
export type OptionStatistics = z.output<typeof OptionStatistics>;

export const KeyCorrection = named('KeyCorrection', 'A corrected key that grades attempts.', {
  version: z.int().describe('Version of the test that brought it.'),
  at: instant.describe('When that version was imported.'),
  attempts: z.int().describe('Attempts to which it gives another outcome or score than the key of the version that was taken.'),
});
export type KeyCorrection = z.output<typeof KeyCorrection>;

export const QuestionFlag = named('QuestionFlag', 'Something to look at in a question.', {
  flag: z.enum(flags).describe('What was noticed.'),
  advice: z.string().describe('What it may mean and what to do, in a sentence or two.'),
});

/** Of one question, by its id over all versions of the test that ask it. A void question has no flags but that a regrade is due. */
export const QuestionStatistics = named('QuestionStatistics', 'How a question works.', {
  id: z.string().describe('Names the question in all versions of the test.'),
  questionId: z.int().describe('Its number in the newest version that was taken and asks it.'),
  versions: z.array(z.int()).describe('Versions that ask it, newest first.'),
  kind: z.enum(questionKinds).describe('Which kind of question it is.'),
  prompt: z.string().describe('First line of the prompt.'),
  candidates: z.int().describe('Attempts that were asked it.'),
  void: z.enum(voids).nullable().describe('If it was made void: everybody has its marks, or it counts for nobody. Null otherwise.'),
  corrected: KeyCorrection.nullable().describe(
    'The last correction of its key since the version that was taken; null if attempts are graded by the key they were taken by, or it is void.',
  ),
  otherKey: z.int().describe('Attempts that are graded by another key than that of the present version: a regrade would grade them by it.'),
  difficulty: z
    .number()
    .nullable()
    .describe('Mean share of its marks: 1 if everybody is right. It is below 0 if penalties outweigh; null where it is void.'),
  discrimination: z
    .number()
    .nullable()
    .describe(
      'Corrected point-biserial: correlation of its score with that of the rest of the test, -1 to 1; null if one of them does not vary, or it is void.',
    ),
  right: z.int().describe('Answers with full marks, where it is not void.'),
  partial: z.int().describe('Answers with part of the marks.'),
  wrong: z.int().describe('Answers without marks.'),
  blank: z.int().describe('Attempts without an answer to it.'),
  timed: z.int().describe('Attempts of which it is known how long the question was on the screen.'),
  medianSeconds: z
    .int()
    .nullable()
    .describe(
      'Median of how many seconds the question was on the screen, without the time outside the window: exact to 16, within 7 per cent after that; null if none is known.',
    ),
  options: z.array(OptionStatistics).describe('Options of a choice question, in order; empty for others.'),
  flags: z
    .array(QuestionFlag)
    .describe(
      'What to look at, by the newest key that grades attempts; with fewer than 20 candidates, and where it is void, only whether a regrade is due.',
    ),
});
export type QuestionStatistics = z.output<typeof QuestionStatistics>;

export const TestReliability = named('TestReliability', 'How well the scores of a test repeat. In marks.', {
  versions: z.array(z.int()).describe('Versions that ask the same questions for the same marks, newest first.'),
  candidates: z.int().describe('Attempts of these versions.'),
  questions: z.int(),
  mean: z.number().describe('Mean score.'),
  standardDeviation: z.number().describe('Standard deviation of the score.'),
  alpha: z.number().describe('Cronbach’s alpha.'),
  lower: z.number().describe('Lower end of Feldt’s 95 % interval of alpha.'),
  upper: z.number().describe('Upper end of Feldt’s 95 % interval of alpha.'),
  standardError: z
    .number()
    .describe('Standard error of measurement: two scores that differ by less than twice this may be of equal candidates.'),
});
export type TestReliability = z.output<typeof TestReliability>;

export const ScoreBand = named('ScoreBand', 'Candidates by score.', {
  from: z.int().describe('Per cent of the maximum, inclusive; the first band also has scores below 0.'),
  to: z.int().describe('Per cent of the maximum, exclusive; the last band has 100 too.'),
  candidates: z.int().describe('How many.'),
});

export const TestStatistics = named('TestStatistics', 'Statistics of a test and its questions.', {
  testId: z.int(),
  isComplete: z.boolean().describe('False if more attempts wait to be counted: send the request again.'),
  candidates: z.int().describe('Finished attempts that were counted.'),
  meanPercent: z.number().nullable().describe('Mean score in per cent of the maximum; null without attempts.'),
  standardDeviationPercent: z
    .number()
    .nullable()
    .describe('Standard deviation of the score in per cent; null with fewer than two attempts.'),
  distribution: z.array(ScoreBand).describe('How many candidates reached which part of the maximum, in tens of per cent.'),
  reliability: TestReliability.nullable().describe(
    'Of the attempts that were asked what the newest taken version asks; null with fewer than two candidates or questions, or equal scores.',
  ),
  questions: z.array(QuestionStatistics).describe('Questions by id, in the order of the newest version.'),
});
export type TestStatistics = z.output<typeof TestStatistics>;
