import { type ManagedTestStatus, type ManagedTestSummary, testStatuses } from '@assay/domain';
import type { CommandResult } from '../../output/output.ts';
import type { Column } from '../../output/table.ts';
import { testTones } from '../../output/tones.ts';
import { collect, moreRemark, type PagingOptions } from '../common/paging.ts';
import type { CommonOptions, Session } from '../common/session.ts';

export type ListTestsOptions = CommonOptions & PagingOptions & { readonly search?: string; readonly status?: ManagedTestStatus };

const columns: readonly Column<ManagedTestSummary>[] = [
  { head: 'ID', cell: ({ testId }) => testId, right: true, whole: true },
  { head: 'NAME', cell: ({ testName }) => testName },
  { head: 'STATUS', cell: ({ status }) => status, whole: true, tone: ({ status }) => testTones[status] },
  { head: 'KEY', cell: ({ key }) => key },
  { head: 'VERSION', spare: true, cell: ({ version }) => version, right: true, whole: true },
  { head: 'QUESTIONS', spare: true, cell: ({ questions }) => questions, right: true, whole: true },
  { head: 'MINUTES', spare: true, cell: ({ duration }) => duration, right: true, whole: true },
  { head: 'INVITED', cell: ({ counts }) => counts.invited, right: true, whole: true },
  { head: 'STARTED', cell: ({ counts }) => counts.started, right: true, whole: true },
  { head: 'COMPLETED', cell: ({ counts }) => counts.completed, right: true, whole: true },
];

export const listTests = async ({ out, client, call }: Session, options: ListTestsOptions): Promise<CommandResult> => {
  const { status, search } = options;
  const found = await collect(options, out, async ({ limit, cursor }) => {
    const page = await client.listManagedTests({ limit, cursor, status, search }, call);
    return { items: page.tests, nextCursor: page.nextCursor };
  });
  const tests = found.items.toSorted((one, other) => testStatuses.indexOf(one.status) - testStatuses.indexOf(other.status));
  return {
    json: { tests, more: found.more },
    ids: tests.map(({ testId }) => testId),
    text: () => {
      if (tests.length > 0) return out.table(columns, tests);
      return status === undefined && search === undefined
        ? 'There is no test yet. Import one: assay tests import FILE.yaml'
        : 'No test is like that. See all: assay tests list --all';
    },
    remark: moreRemark(found),
  };
};
