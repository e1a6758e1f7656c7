import { decode, ListManagedTestsQuery, type ManagedTestPage, ok } from '@assay/domain';
import { invitations, tests } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { requireScope } from '../support/refusals.ts';
import { managedTest } from './import-test.ts';

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
    const counts = await invitations.countByStatus(
      db,
      accountId,
      page.map((row) => row.test_id),
    );
    const last = page.at(-1);
    return ok({
      tests: page.map((row) => {
        const of = (...statuses: string[]): number =>
          counts
            .filter((one) => one.test_id === row.test_id && (statuses.length === 0 || statuses.includes(one.status)))
            .reduce((sum, one) => sum + Number(one.count), 0);
        return {
          ...managedTest(row),
          counts: { invited: of() - of('Cancelled'), started: of('In progress', 'Completed'), completed: of('Completed') },
        };
      }),
      nextCursor: rows.length > limit && last !== undefined ? String(last.test_id) : null,
    });
  });
};
