import { ok, operations } from '@assay/domain';
import { invitations } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { readOperation } from '../support/operation.ts';
import { pageOf } from '../support/page.ts';
import { managedInvitation } from './managed-invitation.ts';

/** Invitations of a test, newest first, by cursor, so that late pages cost no more than early ones. */
export const listInvitations = readOperation(operations.listInvitations, async ({ assay, accountId, db }, { testId, query }) => {
  const test = await findTest(db, accountId, testId);
  if (!test.ok) return test;
  const { limit, cursor, status, search } = query;
  const filter = { accountId, testId, before: cursor, status, search: search?.normalize('NFC') };
  const rows = await invitations.listPage(db, { ...filter, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, (row) => row.invitation_id);
  return ok({ invitations: page.map((row) => managedInvitation(assay, row)), nextCursor });
});
