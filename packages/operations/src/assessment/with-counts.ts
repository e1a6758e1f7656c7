import type { InvitationStatus, ManagedTestSummary } from '@assay/domain';
import { type Db, invitations, type tests } from '@assay/store';
import { managedTest } from './import-test.ts';

/** Tests as the management API shows them, with counts of invited, started and completed candidates; all in one query. */
export const withCounts = async (db: Db, accountId: number, rows: readonly tests.Test[]): Promise<ManagedTestSummary[]> => {
  const counts = await invitations.countByStatus(
    db,
    accountId,
    rows.map((row) => row.test_id),
  );
  return rows.map((row) => {
    const of = (...statuses: InvitationStatus[]): number =>
      counts
        .filter((one) => one.test_id === row.test_id && (statuses.length === 0 || statuses.includes(one.status)))
        .reduce((sum, one) => sum + Number(one.count), 0);
    return {
      ...managedTest(row),
      counts: { invited: of() - of('Cancelled'), started: of('In progress', 'Completed'), completed: of('Completed') },
    };
  });
};
