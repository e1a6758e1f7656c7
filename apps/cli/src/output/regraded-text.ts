import type { RegradePreview, RegradeProgress } from '@assay/domain';
import type { Column } from './table.ts';

type Scored = { readonly score: string; readonly totalScore: string | null };
type Judged = Pick<RegradeProgress['reports'][number], 'oldTestResult' | 'testResult'>;

/** `7 of 12`; the score alone where the maximum is not known. */
export const scoreText = ({ score, totalScore }: Scored): string => (totalScore === null ? score : `${score} of ${totalScore}`);

/** `Fail → Pass`, or the one result where it stays; null without a pass mark. */
const resultText = ({ oldTestResult, testResult }: Judged): string | null =>
  oldTestResult === null || oldTestResult === testResult ? testResult : `${oldTestResult} → ${testResult ?? 'none'}`;

const isOther = ({ oldTestResult, testResult }: Judged): boolean => oldTestResult !== null && oldTestResult !== testResult;

/** The column of results, only where a pass mark gives one. */
export const resultColumns = (reports: readonly Judged[]): readonly Column<Judged>[] =>
  reports.every(({ testResult }) => testResult === null)
    ? []
    : [
        {
          head: 'RESULT',
          cell: resultText,
          tone: (one) => (isOther(one) ? (one.testResult === 'Pass' ? 'good' : 'bad') : 'quiet'),
          whole: true,
        },
      ];

/** How many of these reports passed and failed otherwise before; nothing without a pass mark. */
export const changedResultsText = (reports: readonly Judged[]): readonly string[] => {
  const judged = reports.filter(({ oldTestResult }) => oldTestResult !== null);
  if (judged.length === 0) return [];
  const other = judged.filter(isOther);
  const pass = other.filter(({ testResult }) => testResult === 'Pass').length;
  return other.length === 0 ? ['The result of each stays.'] : [`Of these, Fail → Pass: ${pass}, Pass → Fail: ${other.length - pass}.`];
};

type Results = NonNullable<RegradePreview['results']>;

export const addResults = (one: RegradePreview['results'], other: RegradePreview['results']): RegradePreview['results'] => {
  if (one === null || other === null) return one ?? other;
  const added = (when: keyof Results) => ({ pass: one[when].pass + other[when].pass, fail: one[when].fail + other[when].fail });
  return { before: added('before'), after: added('after') };
};

/** `Now 6 pass and 3 fail; then 7 pass and 2 fail.` */
export const foreseenResultsText = (results: RegradePreview['results']): string => {
  if (results === null) return '';
  const { before, after } = results;
  return ` Now ${before.pass} pass and ${before.fail} fail; then ${after.pass} pass and ${after.fail} fail.`;
};
