import { decode, ListTestsQuery, ok, type WireTestList } from '@assay/domain';
import { accounts, tests } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { requireScope } from '../support/refusals.ts';
import { wireTest } from './find-test.ts';

/** A page of the tests that are not archived, newest first (api-v2.md §4.1). */
export const listTests = async ({ ctx, input }: { ctx: Context; input: { query: unknown } }): Outcome<WireTestList> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const query = decode(ListTestsQuery, input.query);
  if (!query.ok) return query;
  const { page_size: limit, page_no: page } = query.value;
  return ctx.assay.store.read(async (db) => {
    const account = await accounts.find(db, ctx.accountId);
    const total = account?.tests_count ?? 0;
    const rows = await tests.listPage(db, ctx.accountId, { limit, offset: (page - 1) * limit, total });
    return ok({ tests: rows.map(wireTest), testsCount: total });
  });
};
