import { mostCounted, type RegradeProgress, type RegradeResult } from '@assay/domain';
import type { CommandResult } from '../../output/output.ts';
import { changedResultsText, resultColumns, scoreText } from '../../output/regraded-text.ts';
import type { Column } from '../../output/table.ts';
import { oneLine } from '../../output/text.ts';
import { collect, moreRemark, type PagingOptions } from '../common/paging.ts';
import type { CommonOptions, Session } from '../common/session.ts';
import { previewRegrade } from './preview-regrade.ts';

export type RegradedOptions = CommonOptions & PagingOptions;
export type RegradeOptions = CommonOptions &
  PagingOptions & { readonly dryRun?: boolean; readonly reason?: string; readonly notify?: boolean };

const upTo = (count: number): string => (count >= mostCounted ? `${mostCounted} or more` : String(count));

const followsText = ({ testId, version, programs }: RegradeResult, notify: boolean): string => {
  const run =
    programs === 0 ? '' : ` ${upTo(programs)} ${programs === 1 ? 'program is' : 'programs are'} run where the cases are other ones.`;
  const told = notify ? 'Callbacks are sent again where score, total or result changes.' : 'Nobody is notified.';
  return `Attempts of earlier versions are graded again by the keys of version ${version}; each report keeps its score until then.${run} ${told}
How far it is, whose score changed and who passes now: assay tests regraded ${testId}`;
};

/** Has the completed attempts of a test graded again by its present version. */
export const requestRegrade = async (
  { client, call }: Session,
  testId: number,
  { reason, notify = false }: Pick<RegradeOptions, 'reason' | 'notify'>,
): Promise<CommandResult> => {
  const result = await client.regradeTest({ testId, reason, notify }, call);
  return { json: result, ids: [result.testId], text: () => followsText(result, notify) };
};

export const regradeTest = async (session: Session, testId: number, options: RegradeOptions): Promise<CommandResult> => {
  if (options.dryRun !== true) return requestRegrade(session, testId, options);
  const file = await session.client.exportTest({ testId }, session.call);
  return previewRegrade(session, testId, file, options);
};

type Changed = RegradeProgress['reports'][number];

const columns: readonly Column<Changed>[] = [
  { head: 'INVITATION', cell: ({ testInvitationId }) => testInvitationId, right: true, whole: true },
  { head: 'CANDIDATE', cell: ({ fullName }) => fullName },
  { head: 'EMAIL', spare: true, cell: ({ emailId }) => emailId },
  {
    head: 'BEFORE',
    cell: ({ oldScore: score, oldTotalScore: totalScore }) => scoreText({ score, totalScore }),
    right: true,
    whole: true,
  },
  { head: 'NOW', cell: scoreText, right: true, whole: true },
];

const howFar = ({ version, status, programsLeft, reason }: NonNullable<RegradeProgress['regrade']>): string => {
  const by = `Regrade by version ${version}${reason === null ? '' : ` (${oneLine(reason)})`}`;
  if (status === 'done') return `${by}: done.`;
  return programsLeft === 0
    ? `${by}: it is under way.`
    : `${by}: ${upTo(programsLeft)} ${programsLeft === 1 ? 'program' : 'programs'} left.`;
};

export const showRegrade = async ({ out, client, call }: Session, testId: number, options: RegradedOptions): Promise<CommandResult> => {
  let regrade: RegradeProgress['regrade'] = null;
  const found = await collect(options, out, async (request) => {
    const page = await client.getRegrade({ testId, ...request }, call);
    regrade = page.regrade;
    return { items: page.reports, nextCursor: page.nextCursor };
  });
  const text = (progress: RegradeProgress['regrade']): string => {
    if (progress === null) return `Test ${testId} was not regraded.`;
    if (found.items.length > 0) {
      const table = out.table([...columns, ...resultColumns(found.items)], found.items);
      return [howFar(progress), table, ...changedResultsText(found.items)].join('\n\n');
    }
    return `${howFar(progress)} ${progress.status === 'done' ? 'It changed no score.' : 'No score has changed so far.'}`;
  };
  return {
    json: { testId, regrade, reports: found.items, more: found.more },
    ids: found.items.map(({ testInvitationId }) => testInvitationId),
    text: () => text(regrade),
    remark: moreRemark(found),
  };
};
