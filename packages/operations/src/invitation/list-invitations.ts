import { decode, type InvitationPage, ListInvitationsQuery, ok } from '@assay/domain';
import { invitations } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import type { Context, Outcome } from '../support/context.ts';
import { pathId, requireScope } from '../support/refusals.ts';
import { managedInvitation } from './managed-invitation.ts';

type Input = { testId: string; query: unknown };

/** Invitations of a test, newest first, by cursor: a page costs the same wherever it lies. */
export const listInvitations = async ({ ctx, input }: { ctx: Context; input: Input }): Outcome<InvitationPage> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const query = decode(ListInvitationsQuery, input.query);
  if (!query.ok) return query;
  const { limit, cursor, status, search } = query.value;
  return ctx.assay.store.read(async (db) => {
    const test = await findTest(ctx, db, testId.value);
    if (!test.ok) return test;
    const rows = await invitations.listPage(db, {
      accountId: ctx.accountId,
      testId: testId.value,
      before: cursor,
      status,
      search: search?.normalize('NFC'),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return ok({
      invitations: page.map((row) => managedInvitation(ctx.assay, row)),
      nextCursor: rows.length > limit && last !== undefined ? String(last.invitation_id) : null,
    });
  });
};
