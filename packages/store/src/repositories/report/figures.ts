import type { ReportFigures } from '@assay/domain';
import type { ReportRow } from '../../schema.ts';

/** The columns of a report's figures; `score` is null until the report is generated. */
export const figureColumns = [
  'score',
  'total_score',
  'pass_percent',
  'test_result',
  'wv',
  'tv',
  'late_answers',
] as const satisfies readonly (keyof ReportRow)[];

type Column = (typeof figureColumns)[number];
type Joined = { readonly [Name in Column]: ReportRow[Name] | null };

export const figuresToColumns = ({
  score,
  totalScore,
  passPercent,
  testResult,
  wv,
  tv,
  lateAnswers,
}: ReportFigures): Pick<ReportRow, Column> => ({
  score,
  total_score: totalScore,
  pass_percent: passPercent,
  test_result: testResult,
  wv,
  tv,
  late_answers: lateAnswers,
});

/** Replaces the columns of figures in a row by one value. */
export const withFigures = <Row extends Joined>({
  score,
  total_score,
  pass_percent,
  test_result,
  wv,
  tv,
  late_answers,
  ...row
}: Row): Omit<Row, Column> & {
  readonly figures: ReportFigures | null;
} => ({
  ...row,
  figures:
    score === null || total_score === null
      ? null
      : {
          score,
          totalScore: total_score,
          passPercent: pass_percent,
          testResult: test_result,
          wv: wv ?? 0,
          tv: tv ?? 0,
          lateAnswers: late_answers ?? 0,
        },
});
