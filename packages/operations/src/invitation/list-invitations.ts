import { ok, operations } from '@assay/domain';
import { invitations } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { readOperation } from '../support/operation.ts';
import { pageOf, totalOf } from '../support/page.ts';
import { managedInvitation } from './managed-invitation.ts';

/** Invitations of a test, newest first, by cursor, so that late pages cost no more than early ones. */
export const listInvitations = readOperation(operations.listInvitations, async ({ assay, accountId, db }, { testId, query }) => {
  const test = await findTest(db, accountId, testId);
  if (!test.ok) return test;
  const { limit, cursor, status, search } = query;
  const filter = { accountId, testId, status, search: search?.normalize('NFC') };
  const rows = await invitations.listPage(db, { ...filter, before: cursor, limit: limit + 1 });
  const paged = pageOf(rows, limit, (row) => row.invitation_id);
  const total = await totalOf(paged, cursor, (most) => invitations.countListed(db, { ...filter, most }));
  return ok({ invitations: paged.page.map((row) => managedInvitation(assay, row)), nextCursor: paged.nextCursor, total });
});
