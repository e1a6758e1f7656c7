import { difficultyText, discriminationText, type QuestionStatistics, statisticsFacts, type TestStatistics } from '@assay/domain';
import type { CommandResult, Output } from '../../output/output.ts';
import { histogram, noticedText, questionLines, questionTitle, timeText } from '../../output/statistics-text.ts';
import { bar } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { readAllStatistics } from '../../support/read-all-statistics.ts';
import { openSession } from '../common/session.ts';
import { type DownloadOptions, downloadStatistics } from '../report/download.ts';

const questionsTable = (out: Output, questions: readonly QuestionStatistics[]): string =>
  out.table(
    [
      { head: 'NO', cell: ({ questionId }) => questionId, right: true, whole: true },
      { head: 'QUESTION', cell: ({ prompt }) => prompt },
      { head: 'TAKEN', cell: ({ candidates }) => candidates, right: true, whole: true },
      { head: 'DIFFICULTY', cell: difficultyText, right: true, whole: true },
      { head: '', cell: ({ difficulty }) => (difficulty === null ? '' : bar(difficulty, 10)), whole: true, spare: true },
      { head: 'DISCRIM.', cell: discriminationText, right: true, whole: true },
      { head: 'TIME', cell: timeText, right: true, whole: true },
      { head: 'BLANK', cell: ({ blank }) => blank, right: true, whole: true },
      { head: 'LOOK AT', cell: noticedText, tone: () => 'waiting' },
    ],
    questions,
  );

const flaggedText = (question: QuestionStatistics): string[] => [
  questionTitle(question),
  ...questionLines(question).map((line) => `    ${line}`),
];

const statisticsText = (out: Output, statistics: TestStatistics): string => {
  const { candidates, questions } = statistics;
  if (candidates === 0) return 'Nobody has finished this test yet.';
  const flagged = questions.filter(({ flags, void: voided, corrected }) => flags.length > 0 || voided !== null || corrected !== null);
  return [
    out.facts(statisticsFacts(statistics)),
    '',
    ...histogram(statistics, 30),
    '',
    questionsTable(out, questions),
    '',
    'DIFFICULTY is the mean share of the marks, DISCRIM. the correlation with the rest of the test, TIME the median on the screen. Formulas: docs/definitions.md',
    ...flagged.flatMap((question) => ['', ...flaggedText(question)]),
  ].join('\n');
};

export type StatisticsOptions = DownloadOptions & { readonly pdf?: string };

/** Prints them, or saves them with `--pdf`. */
export const showStatistics = async (context: Context, testId: number, options: StatisticsOptions): Promise<CommandResult | undefined> => {
  if (options.pdf !== undefined) return downloadStatistics(context, testId, { ...options, output: options.pdf });
  const session = await openSession(context, options);
  const statistics = await readAllStatistics(session.client, testId, session.call);
  return { json: statistics, ids: [testId], text: () => statisticsText(session.out, statistics) };
};
