import type { ManagedTestSummary } from '@assay/domain';
import type { Column } from '../../output/table.ts';
import type { Tone } from '../../output/text.ts';
import { collect, remarkMore } from '../support/paging.ts';
import { openSession } from '../support/session.ts';
import type { World } from '../support/world.ts';
import type { ListTestsOptions } from '../tests.ts';

const order = { Active: 0, Inactive: 1, Archived: 2 } as const satisfies Record<ManagedTestSummary['status'], number>;

export const toneOfTest = { Active: 'good', Inactive: 'waiting', Archived: 'quiet' } as const satisfies Record<
  ManagedTestSummary['status'],
  Tone
>;

const columns: readonly Column<ManagedTestSummary>[] = [
  { head: 'ID', cell: ({ testId }) => testId, right: true, whole: true },
  { head: 'NAME', cell: ({ testName }) => testName },
  { head: 'STATUS', cell: ({ status }) => status, whole: true, tone: ({ status }) => toneOfTest[status] },
  { head: 'KEY', cell: ({ key }) => key },
  { head: 'VERSION', spare: true, cell: ({ version }) => version, right: true, whole: true },
  { head: 'QUESTIONS', spare: true, cell: ({ questions }) => questions, right: true, whole: true },
  { head: 'MINUTES', spare: true, cell: ({ duration }) => duration, right: true, whole: true },
  { head: 'INVITED', cell: ({ counts }) => counts.invited, right: true, whole: true },
  { head: 'STARTED', cell: ({ counts }) => counts.started, right: true, whole: true },
  { head: 'COMPLETED', cell: ({ counts }) => counts.completed, right: true, whole: true },
];

export const listTests = async (world: World, options: ListTestsOptions): Promise<void> => {
  const { out, client, call } = await openSession(world, options);
  const { status, search } = options;
  const found = await collect(options, out, async ({ limit, cursor }) => {
    const page = await client.listManagedTests({ limit, cursor, status, search }, call);
    return { items: page.tests, nextCursor: page.nextCursor };
  });
  const tests = found.items.toSorted((one, other) => order[one.status] - order[other.status]);
  out.tell({
    json: { tests, more: found.more },
    ids: tests.map(({ testId }) => testId),
    text: () => {
      if (tests.length > 0) return out.table(columns, tests);
      return status === undefined && search === undefined
        ? 'There is no test yet. Import one: assay tests import FILE.yaml'
        : 'No test is like that. See all: assay tests list --all';
    },
  });
  remarkMore(out, found);
};
