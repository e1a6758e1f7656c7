import { ok, operations } from '@assay/domain';
import { tests } from '@assay/store';
import { readOperation } from '../support/operation.ts';
import { pageOf } from '../support/page.ts';
import { withCounts } from './with-counts.ts';

/** Tests of the account with counts of invited, started and completed candidates, newest first, by cursor. Archived tests only on request. */
export const listManagedTests = readOperation(operations.listManagedTests, async ({ db, accountId }, { query }) => {
  const { limit, cursor, status, search } = query;
  const rows = await tests.listManaged(db, { accountId, before: cursor, status, search: search?.normalize('NFC'), limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, (row) => row.test_id);
  return ok({ tests: await withCounts(db, accountId, page), nextCursor });
});
