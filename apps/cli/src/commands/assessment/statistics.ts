import type { QuestionStatistics, TestStatistics } from '@assay/domain';
import type { Output } from '../../output/output.ts';
import { bar, count, oneLine, paragraph } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { type CommonOptions, openSession, type Session } from '../common/session.ts';

/** A request counts some thousand attempts; the server keeps them, so the next one goes on. */
const readAll = async ({ client, call }: Session, testId: number): Promise<TestStatistics> => {
  for (;;) {
    const statistics = await client.getTestStatistics({ testId }, call);
    if (statistics.isComplete) return statistics;
  }
};

const barWidth = 30;

const histogram = ({ distribution }: TestStatistics): string[] => {
  const most = Math.max(1, ...distribution.map(({ candidates }) => candidates));
  return distribution.map(
    ({ from, to, candidates }) =>
      `${String(from).padStart(3)}–${String(to).padEnd(3)} %  ${bar(candidates / most, barWidth)}  ${candidates.toLocaleString('en-US')}`,
  );
};

const figures = (value: number | null, decimals = 2): string | null => (value === null ? null : value.toFixed(decimals));

const reliabilityText = ({ reliability }: TestStatistics): string =>
  reliability === null
    ? 'not known: it takes two candidates with different scores, and two questions'
    : `Cronbach's alpha ${figures(reliability.alpha)} (95 % interval ${figures(reliability.lower)} to ${figures(reliability.upper)}), of ${count(reliability.candidates, 'candidate')} and ${count(reliability.questions, 'question')}`;

const questionsTable = (out: Output, questions: readonly QuestionStatistics[]): string =>
  out.table(
    [
      { head: 'NO', cell: ({ questionId }) => questionId, right: true, whole: true },
      { head: 'QUESTION', cell: ({ prompt }) => prompt },
      { head: 'TAKEN', cell: ({ candidates }) => candidates, right: true, whole: true },
      { head: 'DIFFICULTY', cell: ({ difficulty }) => figures(difficulty), right: true, whole: true },
      { head: '', cell: ({ difficulty }) => (difficulty === null ? '' : bar(difficulty, 10)), whole: true, spare: true },
      { head: 'DISCRIM.', cell: ({ discrimination }) => figures(discrimination), right: true, whole: true },
      { head: 'BLANK', cell: ({ blank }) => blank, right: true, whole: true },
      { head: 'LOOK AT', cell: ({ flags }) => flags.map(({ flag }) => flag).join(', '), tone: () => 'waiting' },
    ],
    questions,
  );

/** Which options of a choice question were chosen, by whom. */
const optionLines = ({ options, candidates }: QuestionStatistics): string[] =>
  options.map(({ optionId, text, correct, candidates: chosen, meanPercent }) => {
    const share = candidates === 0 ? 0 : chosen / candidates;
    const mean = meanPercent === null ? '' : `, their mean ${figures(meanPercent, 1)} %`;
    return `    ${correct ? '✓' : ' '} ${optionId} ${bar(share, 10)} ${chosen}${mean}  ${oneLine(text)}`;
  });

const flaggedText = (question: QuestionStatistics): string[] => [
  `${question.questionId}. ${oneLine(question.prompt)}`,
  ...question.flags.map(({ flag, advice }) => `    ${flag}: ${paragraph(advice)}`),
  ...optionLines(question),
];

const statisticsText = (out: Output, statistics: TestStatistics): string => {
  const { candidates, meanPercent, standardDeviationPercent, reliability, questions } = statistics;
  if (candidates === 0) return 'Nobody has finished this test yet.';
  const flagged = questions.filter(({ flags }) => flags.length > 0);
  return [
    out.facts([
      ['Finished', candidates],
      ['Mean', meanPercent === null ? null : `${figures(meanPercent, 1)} % of the maximum`],
      ['Standard deviation', standardDeviationPercent === null ? null : `${figures(standardDeviationPercent, 1)} %`],
      ['Reliability', reliabilityText(statistics)],
      ['Error of a score', reliability === null ? null : `${figures(reliability.standardError)} marks (standard error of measurement)`],
    ]),
    '',
    ...histogram(statistics),
    '',
    questionsTable(out, questions),
    '',
    'DIFFICULTY is the mean share of the marks, DISCRIM. the correlation with the rest of the test.',
    ...flagged.flatMap((question) => ['', ...flaggedText(question)]),
  ].join('\n');
};

export const showStatistics = async (context: Context, testId: number, options: CommonOptions): Promise<void> => {
  const session = await openSession(context, options);
  const statistics = await readAll(session, testId);
  session.out.print({ json: statistics, ids: [testId], text: () => statisticsText(session.out, statistics) });
};
