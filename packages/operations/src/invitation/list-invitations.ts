import { ok, operations } from '@assay/domain';
import { type Db, invitations, search as searches } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { operation } from '../support/operation.ts';
import { pageOf, totalOf } from '../support/page.ts';
import { searchPage } from '../support/search.ts';
import { managedInvitation } from './managed-invitation.ts';

/** Invitations of a test, newest first, by cursor, so that late pages cost no more than early ones. */
export const listInvitations = operation(operations.listInvitations, async ({ assay, accountId }, { testId, query }) => {
  const { limit, cursor, status, search } = query;
  const filter = { accountId, testId, status };
  const listed = async (db: Db) => {
    const rows = await invitations.listPage(db, { ...filter, before: cursor, limit: limit + 1 });
    const { page, nextCursor } = pageOf(rows, limit, (row) => row.invitation_id);
    const total = await totalOf({ page, nextCursor }, cursor, (most) => invitations.countListed(db, { ...filter, most }));
    return { rows: page, nextCursor, total };
  };
  const searched = async (text: string) => {
    const found = { ...filter, text: text.normalize('NFC').toLowerCase() };
    const { ids, ...page } = await searchPage(
      assay.store,
      (db, below, first) => (first ? searches.findNewest : searches.findOlder)(db, found, below),
      { accountId, cursor, limit },
    );
    return { ...page, rows: await assay.store.read((db) => invitations.listByIds(db, accountId, ids)) };
  };
  const read = await assay.store.read(async (db) => {
    const test = await findTest(db, accountId, testId);
    if (!test.ok) return test;
    return ok(search === undefined ? await listed(db) : undefined);
  });
  if (!read.ok) return read;
  const { rows, ...page } = read.value ?? (await searched(search ?? ''));
  return ok({ invitations: rows.map((row) => managedInvitation(assay, row)), ...page });
});
