import type { RegradePreview, TestFile } from '@assay/domain';
import type { CommandResult } from '../../output/output.ts';
import { addResults, changedResultsText, foreseenResultsText, resultColumns, scoreText } from '../../output/regraded-text.ts';
import type { Column } from '../../output/table.ts';
import { collect, moreRemark, type PagingOptions } from '../common/paging.ts';
import type { Session } from '../common/session.ts';

type Changed = RegradePreview['reports'][number];
type Kept = RegradePreview['kept'][number];

const columns: readonly Column<Changed>[] = [
  { head: 'INVITATION', cell: ({ testInvitationId }) => testInvitationId, right: true, whole: true },
  { head: 'CANDIDATE', cell: ({ fullName }) => fullName },
  { head: 'EMAIL', spare: true, cell: ({ emailId }) => emailId },
  { head: 'NOW', cell: ({ oldScore: score, oldTotalScore: totalScore }) => scoreText({ score, totalScore }), right: true, whole: true },
  {
    head: 'THEN',
    cell: (one) => `${scoreText(one)}${one.programs > 0 ? ' *' : ''}`,
    right: true,
    whole: true,
  },
];

const reasons = {
  removed: 'the file has no question with this id',
  kind: 'it was of another kind',
  prompt: 'its prompt was another one',
  options: 'its options were other ones',
} as const satisfies Record<Kept['reason'], string>;

const keptText = ({ testVersion, questionId, id, reason }: Kept): string =>
  `Version ${testVersion}, question ${questionId} (${id}) keeps its key: ${reasons[reason]}.`;

const keptOnce = (kept: readonly Kept[]): readonly Kept[] => [
  ...new Map(kept.map((one) => [`${one.testVersion}/${one.questionId}`, one])).values(),
];

const otherMark = (versions: readonly number[]): readonly string[] =>
  versions.map((version) => `Version ${version} has other pass marks than the file. They stay: a regrade changes no pass mark.`);

/** Whose score a regrade by this file would change, and who would pass. Nothing is changed. */
export const previewRegrade = async (
  { out, client, call }: Session,
  testId: number,
  file: TestFile,
  options: PagingOptions,
): Promise<CommandResult> => {
  let examined = 0;
  let results: RegradePreview['results'] = null;
  const kept: Kept[] = [];
  const keptPassMarks = new Set<number>();
  const found = await collect(options, out, async (request) => {
    const page = await client.previewRegrade({ testId, ...request, ...file }, call);
    examined += page.examined;
    results = addResults(results, page.results);
    kept.push(...page.kept);
    for (const version of page.keptPassMarks) keptPassMarks.add(version);
    return { items: page.reports, nextCursor: page.nextCursor };
  });
  const unsure = found.items.some(({ programs }) => programs > 0);
  const read = `${examined} ${examined === 1 ? 'report was' : 'reports were'} graded by the file, and nothing was changed.${foreseenResultsText(results)}`;
  const text = () =>
    [
      ...(found.items.length === 0
        ? [`${read} No score differs.`]
        : [read, '', out.table([...columns, ...resultColumns(found.items)], found.items)]),
      ...changedResultsText(found.items).flatMap((line) => ['', line]),
      ...(unsure ? ['', '* has programs whose cases are other ones: a regrade runs them, and the score may change further.'] : []),
      ...keptOnce(kept).map(keptText),
      ...otherMark([...keptPassMarks]),
    ].join('\n');
  return {
    json: { testId, examined, reports: found.items, results, kept: keptOnce(kept), keptPassMarks: [...keptPassMarks], more: found.more },
    ids: found.items.map(({ testInvitationId }) => testInvitationId),
    text,
    remark: moreRemark(found),
  };
};
