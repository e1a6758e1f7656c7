import { z } from 'zod';
import { testResults } from './report-status.ts';

const figures = {
  score: z.string(),
  totalScore: z.string(),
  passPercent: z.string().nullable(),
  testResult: z.enum(testResults).nullable(),
  wv: z.int(),
  tv: z.int(),
  lateAnswers: z.int().describe('Answers that arrived after the deadline and count.'),
};

/**
 * The figures of a generated report. They are stored as one value, and every shape that shows a report takes them whole. Scores
 * are exact decimals in text, and so is `passPercent`, the pass mark of the test when it was graded; `testResult` is null if neither the test
 * nor a section had one. `wv` and `tv` are window violations and the seconds spent outside; `lateAnswers` is how many answers count that
 * arrived after the deadline, as they were typed before it.
 */
export const ReportFigures = z.object(figures);
export type ReportFigures = z.output<typeof ReportFigures>;

/** The same where a report may not be generated yet. */
export const FiguresSoFar = z.object({
  ...figures,
  score: figures.score.nullable(),
  totalScore: figures.totalScore.nullable().describe('Maximum score: an exact decimal in text; null until the report is generated.'),
});
export type FiguresSoFar = z.output<typeof FiguresSoFar>;

export const noFigures: FiguresSoFar = {
  score: null,
  totalScore: null,
  passPercent: null,
  testResult: null,
  wv: 0,
  tv: 0,
  lateAnswers: 0,
};

type Graded = Pick<ReportFigures, 'score' | 'totalScore' | 'testResult'>;

/** Whether a regrade came to something else. */
export const isRegraded = (before: Graded, after: Graded): boolean =>
  before.score !== after.score || before.totalScore !== after.totalScore || before.testResult !== after.testResult;

/** What the timeline says of a regrade: both scores, and what else changed. */
export const regradedFigures = (before: Graded, after: Graded) => ({
  oldScore: before.score,
  ...(before.totalScore === after.totalScore ? {} : { oldTotalScore: before.totalScore }),
  score: after.score,
  totalScore: after.totalScore,
  ...(before.testResult === after.testResult ? {} : { oldTestResult: before.testResult, testResult: after.testResult }),
});
