import type { RegradePreview, TestFile } from '@assay/domain';
import type { Column } from '../../output/table.ts';
import { collect, type PagingOptions, remarkMore } from '../common/paging.ts';
import type { Session } from '../common/session.ts';

type Changed = RegradePreview['reports'][number];
type Kept = RegradePreview['kept'][number];

const columns: readonly Column<Changed>[] = [
  { head: 'INVITATION', cell: ({ testInvitationId }) => testInvitationId, right: true, whole: true },
  { head: 'CANDIDATE', cell: ({ fullName }) => fullName },
  { head: 'EMAIL', spare: true, cell: ({ emailId }) => emailId },
  { head: 'NOW', cell: ({ oldScore, oldTotalScore }) => `${oldScore} of ${oldTotalScore}`, right: true, whole: true },
  {
    head: 'THEN',
    cell: ({ score, totalScore, programs }) => `${score} of ${totalScore}${programs > 0 ? ' *' : ''}`,
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

/** Whose score a regrade by this file would change. Nothing is changed. */
export const previewRegrade = async (
  { out, client, call }: Session,
  testId: number,
  file: TestFile,
  options: PagingOptions,
): Promise<void> => {
  let examined = 0;
  const kept: Kept[] = [];
  const found = await collect(options, out, async (request) => {
    const page = await client.previewRegrade({ testId, ...request, ...file }, call);
    examined += page.examined;
    kept.push(...page.kept);
    return { items: page.reports, nextCursor: page.nextCursor };
  });
  const unsure = found.items.some(({ programs }) => programs > 0);
  const read = `${examined} ${examined === 1 ? 'report was' : 'reports were'} graded by the file, and nothing was changed.`;
  const text = () =>
    [
      ...(found.items.length === 0 ? [`${read} No score differs.`] : [read, '', out.table(columns, found.items)]),
      ...(unsure ? ['', '* has programs whose cases are other ones: a regrade runs them, and the score may change further.'] : []),
      ...keptOnce(kept).map(keptText),
    ].join('\n');
  out.print({
    json: { testId, examined, reports: found.items, kept: keptOnce(kept), more: found.more },
    ids: found.items.map(({ testInvitationId }) => testInvitationId),
    text,
  });
  remarkMore(out, found);
};
