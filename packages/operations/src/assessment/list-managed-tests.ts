import { decode, ListManagedTestsQuery, type ManagedTestPage, ok } from '@assay/domain';
import { tests } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { requireScope } from '../support/refusals.ts';
import { withCounts } from './with-counts.ts';

/** Tests of the account with how far their candidates got, newest first, by cursor. Archived ones only when asked for. */
export const listManagedTests = async ({ ctx, input }: { ctx: Context; input: { query: unknown } }): Outcome<ManagedTestPage> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const query = decode(ListManagedTestsQuery, input.query);
  if (!query.ok) return query;
  const { limit, cursor, status, search } = query.value;
  const { accountId } = ctx;
  return ctx.assay.store.read(async (db) => {
    const rows = await tests.listManaged(db, { accountId, before: cursor, status, search: search?.normalize('NFC'), limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return ok({
      tests: await withCounts(db, ctx, page),
      nextCursor: rows.length > limit && last !== undefined ? String(last.test_id) : null,
    });
  });
};
