import { ok, operations } from '@assay/domain';
import { accounts, tests } from '@assay/store';
import { readOperation } from '../support/operation.ts';
import { wireTest } from './find-test.ts';

/** A page of the tests that are not archived, newest first (api-v2.md §4.1). */
export const listTests = readOperation(operations.listTests, async ({ db, accountId }, { query }) => {
  const { page_size: limit, page_no: page } = query;
  const account = await accounts.find(db, accountId);
  const total = account?.tests_count ?? 0;
  const rows = await tests.listPage(db, accountId, { limit, offset: (page - 1) * limit, total });
  return ok({ tests: rows.map(wireTest), testsCount: total });
});
