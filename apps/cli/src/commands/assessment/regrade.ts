import { mostCounted, type RegradeProgress, type RegradeResult } from '@assay/domain';
import type { Column } from '../../output/table.ts';
import type { Context } from '../../support/context.ts';
import { collect, type PagingOptions, remarkMore } from '../common/paging.ts';
import { type CommonOptions, openSession } from '../common/session.ts';

export type RegradedOptions = CommonOptions & PagingOptions;
export type RegradeOptions = CommonOptions & { readonly dryRun?: boolean };

const upTo = (count: number): string => (count >= mostCounted ? `${mostCounted} or more` : String(count));

const howMany = ({ programs, version }: RegradeResult): string => {
  const count = upTo(programs);
  return `${count} ${programs === 1 ? 'program was' : 'programs were'} graded by the cases of a version before ${version}.`;
};

export const regradeTest = async (context: Context, testId: number, { dryRun = false, ...options }: RegradeOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  const result = await client.regradeTest({ testId, dryRun }, call);
  const follows = dryRun
    ? `Nothing was changed. Which scores change is known only when the programs have run: a regrade runs those whose question still asks for
the same, and shows it (assay tests regraded ${testId}).`
    : `They are graded again where the question still fits; each report keeps its score until then. Nobody is notified.
How far it is and whose score changed: assay tests regraded ${testId}`;
  out.print({
    json: result,
    ids: [result.testId],
    text: () => `${howMany(result)}
${follows}`,
  });
};

type Changed = RegradeProgress['reports'][number];

const columns: readonly Column<Changed>[] = [
  { head: 'INVITATION', cell: ({ testInvitationId }) => testInvitationId, right: true, whole: true },
  { head: 'CANDIDATE', cell: ({ fullName }) => fullName },
  { head: 'EMAIL', spare: true, cell: ({ emailId }) => emailId },
  { head: 'BEFORE', cell: ({ oldScore }) => oldScore, right: true, whole: true },
  { head: 'NOW', cell: ({ score }) => score, right: true, whole: true },
  { head: 'OF', cell: ({ totalScore }) => totalScore, right: true, whole: true },
];

const howFar = ({ version, status, programsLeft }: NonNullable<RegradeProgress['regrade']>): string => {
  const by = `Regrade by the cases of version ${version}`;
  if (status === 'done') return `${by}: done.`;
  return programsLeft === 0
    ? `${by}: it looks for programs.`
    : `${by}: ${upTo(programsLeft)} ${programsLeft === 1 ? 'program' : 'programs'} left.`;
};

export const showRegrade = async (context: Context, testId: number, options: RegradedOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  let regrade: RegradeProgress['regrade'] = null;
  const found = await collect(options, out, async (request) => {
    const page = await client.getRegrade({ testId, ...request }, call);
    regrade = page.regrade;
    return { items: page.reports, nextCursor: page.nextCursor };
  });
  const text = (progress: RegradeProgress['regrade']): string => {
    if (progress === null) return `Test ${testId} was not regraded.`;
    if (found.items.length > 0) return `${howFar(progress)}\n\n${out.table(columns, found.items)}`;
    return `${howFar(progress)} ${progress.status === 'done' ? 'It changed no score.' : 'No score has changed so far.'}`;
  };
  out.print({
    json: { testId, regrade, reports: found.items, more: found.more },
    ids: found.items.map(({ testInvitationId }) => testInvitationId),
    text: () => text(regrade),
  });
  remarkMore(out, found);
};
