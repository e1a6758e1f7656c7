import { ok, operations } from '@assay/domain';
import { tests } from '@assay/store';
import { operation } from '../support/operation.ts';
import { pageOf, totalOf } from '../support/page.ts';
import { searchPage } from '../support/search.ts';
import { withCounts } from './with-counts.ts';

/** Tests of the account with counts of invited, started and completed candidates, newest first, by cursor. Archived tests only on request. */
export const listManagedTests = operation(operations.listManagedTests, async ({ assay: { store }, accountId }, { query }) => {
  const { limit, cursor, status, search } = query;
  const filter = { accountId, status };
  const listed = () =>
    store.read(async (db) => {
      const rows = await tests.listManaged(db, { ...filter, before: cursor, limit: limit + 1 });
      const { page, nextCursor } = pageOf(rows, limit, (row) => row.test_id);
      const total = await totalOf({ page, nextCursor }, cursor, (most) => tests.countManaged(db, { ...filter, most }));
      return { rows: page, nextCursor, total };
    });
  const searched = async (text: string) => {
    const found = { ...filter, text: text.normalize('NFC').toLowerCase() };
    const { ids, ...page } = await searchPage(store, (db, below) => tests.findManaged(db, found, below), { accountId, cursor, limit });
    return { ...page, rows: await store.read((db) => tests.listByIds(db, accountId, ids)) };
  };
  const { rows, ...page } = await (search === undefined ? listed() : searched(search));
  return ok({ tests: await withCounts(store, accountId, rows), ...page });
});
