import { ok, operations } from '@assay/domain';
import { tests } from '@assay/store';
import { readOperation } from '../support/operation.ts';
import { pageOf, totalOf } from '../support/page.ts';
import { withCounts } from './with-counts.ts';

/** Tests of the account with counts of invited, started and completed candidates, newest first, by cursor. Archived tests only on request. */
export const listManagedTests = readOperation(operations.listManagedTests, async ({ db, accountId }, { query }) => {
  const { limit, cursor, status, search } = query;
  const filter = { accountId, status, search: search?.normalize('NFC') };
  const rows = await tests.listManaged(db, { ...filter, before: cursor, limit: limit + 1 });
  const paged = pageOf(rows, limit, (row) => row.test_id);
  const total = await totalOf(paged, cursor, (most) => tests.countManaged(db, { ...filter, most }));
  return ok({ tests: await withCounts(db, accountId, paged.page), nextCursor: paged.nextCursor, total });
});
