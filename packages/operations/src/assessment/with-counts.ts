import { type InvitationStatus, invitationStatuses, type ManagedTestSummary } from '@assay/domain';
import { invitations, type Store, type tests } from '@assay/store';
import { managedTest } from './import-test.ts';

/** Rows of an index: a millisecond or two. */
const mostRows = 10_000;

type Counts = readonly invitations.StatusCount[];

const countOfStatus = async (store: Store, accountId: number, testId: number, status: InvitationStatus): Promise<number> => {
  let counted: invitations.CountedRows = { current: 0, next: 0 };
  let sum = 0;
  while (counted.next !== undefined) {
    const rows = { accountId, testId, status, above: counted.next, most: mostRows };
    counted = await store.readSlice(accountId, (db) => invitations.countOfStatus(db, rows));
    sum += counted.current;
  }
  return sum;
};

/** In one slice if the tests have few invitations in all; otherwise a half of them after the other, and a large one status by status. */
const countAll = async (store: Store, accountId: number, testIds: readonly number[]): Promise<Counts> => {
  const [testId] = testIds;
  if (testId === undefined) return [];
  const counts = await store.readSlice(accountId, (db) => invitations.countByStatus(db, { accountId, testIds, most: mostRows }));
  if (counts !== undefined) return counts;
  const all: Counts[number][] = [];
  if (testIds.length === 1)
    for (const status of invitationStatuses)
      all.push({ test_id: testId, status, current: await countOfStatus(store, accountId, testId, status) });
  const half = Math.ceil(testIds.length / 2);
  if (testIds.length > 1)
    for (const part of [testIds.slice(0, half), testIds.slice(half)]) all.push(...(await countAll(store, accountId, part)));
  return all;
};

/** Tests as the management API shows them, with counts of invited, started and completed candidates. */
export const withCounts = async (store: Store, accountId: number, rows: readonly tests.Test[]): Promise<ManagedTestSummary[]> => {
  const counts = await countAll(
    store,
    accountId,
    rows.map((row) => row.test_id),
  );
  return rows.map((row) => {
    const of = (...statuses: InvitationStatus[]): number =>
      counts
        .filter((one) => one.test_id === row.test_id && (statuses.length === 0 || statuses.includes(one.status)))
        .reduce((sum, one) => sum + one.current, 0);
    return {
      ...managedTest(row),
      counts: { invited: of() - of('Cancelled'), started: of('In progress', 'Completed'), completed: of('Completed') },
    };
  });
};
