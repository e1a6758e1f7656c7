import { type ComparedCandidate, type Comparison, comparedQuestions, comparedSections, outcomeWords, percentInWords } from '@assay/domain';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { UsageError } from '../../support/failures.ts';
import { minutesText } from '../../time/format-time.ts';
import { type CommonOptions, openSession } from '../common/session.ts';
import { downloadComparison } from './download.ts';

export type CompareOptions = CommonOptions & { readonly by?: string; readonly pdf?: string; readonly force?: boolean };

/** A row of the table: a cell for each candidate. */
type Row = { readonly label: string; readonly cells: readonly string[] };
type Compared = readonly ComparedCandidate[];

const row = (label: string, candidates: Compared, cell: (one: ComparedCandidate) => string): Row => ({
  label,
  cells: candidates.map(cell),
});

const absent = '–';

const factRows = (candidates: Compared): readonly Row[] => [
  row('Rank', candidates, ({ rank }) => (rank === null ? absent : String(rank))),
  row('Score', candidates, ({ score, totalScore }) => `${score} of ${totalScore}`),
  row('Share', candidates, ({ score, totalScore }) => percentInWords(String(score), String(totalScore)) ?? absent),
  ...(candidates.every(({ testResult }) => testResult === null)
    ? []
    : [row('Result', candidates, ({ testResult }) => testResult ?? absent)]),
  ...(candidates.every(({ percentile }) => percentile === null)
    ? []
    : [row('Above', candidates, ({ percentile }) => (percentile === null ? absent : `${percentile} of 100`))]),
  row('Time taken', candidates, ({ timeTaken }) => minutesText(timeTaken)),
  row('Window violations', candidates, ({ wv }) => (wv === 0 ? 'none' : String(wv))),
];

const sectionRows = (candidates: Compared): readonly Row[] =>
  comparedSections(candidates).map((name) =>
    row(name, candidates, ({ sections }) => {
      const section = sections.find(({ sectionName }) => sectionName === name);
      return section === undefined ? absent : `${section.candidateScore} of ${section.sectionScore}`;
    }),
  );

const questionRows = (candidates: Compared): readonly Row[] =>
  comparedQuestions(candidates).map(({ id, number }) =>
    row(`${number} ${id}`, candidates, ({ questions }) => {
      const question = questions.find((one) => one.id === id);
      if (question === undefined) return absent;
      return question.void === null ? `${outcomeWords[question.outcome]}, ${question.score} of ${question.marks}` : 'Void';
    }),
  );

export const compareCandidates = async (context: Context, ids: readonly number[], options: CompareOptions): Promise<void> => {
  const chosen = [...new Set(ids)];
  if (chosen.length < 2) throw new UsageError('Give the ids of at least two invitations to one test.');
  const query = { invitations: chosen.join(','), ...(options.by === undefined ? {} : { by: options.by }) };
  if (options.pdf !== undefined) return downloadComparison(context, query, { ...options, output: options.pdf });
  const { out, client, call } = await openSession(context, options);
  const [first = 0] = chosen;
  const { testId } = await client.getInvitation({ testInvitationId: first }, call);
  const comparison: Comparison = await client.compareCandidates({ testId, ...query }, call);
  const { candidates } = comparison;
  const tableOf = (head: string, rows: readonly Row[]): string =>
    out.table<Row>(
      [
        { head, cell: ({ label }) => label },
        ...candidates.map((one, index) => ({
          head: `${oneLine(one.fullName)} (${one.testInvitationId})`,
          cell: ({ cells }: Row) => cells[index] ?? absent,
        })),
      ],
      rows,
    );
  out.print({
    json: comparison,
    ids: candidates.map(({ testInvitationId }) => testInvitationId),
    text: () =>
      [
        tableOf('', factRows(candidates)),
        tableOf('SECTION', sectionRows(candidates)),
        tableOf('QUESTION', questionRows(candidates)),
        ...candidates.flatMap(({ fullName, remarks }) => remarks.map((text) => `${oneLine(fullName)}: ${text}`)),
        ...(options.by === undefined ? [] : [`Ranked by ${oneLine(options.by)}.`]),
      ].join('\n\n'),
  });
};
