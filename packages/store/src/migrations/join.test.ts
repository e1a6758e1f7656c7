import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as deliveries from '../repositories/delivery/deliveries.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import * as testLinks from '../repositories/link/test-links.ts';
import type { Store } from '../store.ts';
import { deliveryRow, insertFirstInvitation, invitationRow, mintLink, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

const setUp = async (store: Store) => {
  await migrateTo(store, '0003-candidate-page');
  const test = await mintTest(store);
  const link = await mintLink(store, test);
  const invitation = await insertFirstInvitation(store, test);
  const { account_id, test_id, invitation_id, attempt, kind, lane, destination, state } = deliveryRow(invitation);
  const { rows } = await store.write((tx) =>
    sql<{
      delivery_id: number;
    }>`insert into deliveries (account_id, test_id, invitation_id, attempt, kind, lane, destination, state, failures,
      attempts_made, not_before, lease_until, created_at) values (${account_id}, ${test_id}, ${invitation_id}, ${attempt}, ${kind}, ${lane},
      ${destination}, ${state}, 0, 0, 7, 0, 7) returning delivery_id`.execute(tx.kysely),
  );
  await store.migrate();
  return { test, link, invitation, deliveryId: rows[0]?.delivery_id ?? 0 };
};

describe.each(testDialects)('the migration to joins on %s', (engine) => {
  let store: TestStore;
  let before: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    before = await setUp(store);
  });
  afterAll(() => store.dispose());

  it('counts an invitation from before as one of API v2, whose name a mail may carry', async () => {
    const { account_id: accountId, invitation_id: invitationId } = before.invitation;
    expect(await store.read((db) => invitations.find(db, { accountId, invitationId }))).toMatchObject({
      ...before.invitation,
      origin: 'api',
      email_confirmed: 1,
    });
  });

  it('leaves links that ask for no confirmation', async () => {
    const { account_id, test_link_id } = before.link;
    expect(await store.read((db) => testLinks.find(db, account_id, test_link_id))).toMatchObject({ confirm_email: 0 });
  });

  it('keeps what is in the outbox, and takes mails without an invitation from now on', async () => {
    const { account_id: accountId, invitation_id } = before.invitation;
    expect(await store.read((db) => deliveries.find(db, accountId, before.deliveryId))).toMatchObject({ invitation_id, joiner_key: null });
    const mail = { ...deliveryRow(before.invitation, { kind: 'confirmation-email' }), invitation_id: null, joiner_key: 'ana@x.test' };
    for (const at of [8, 9]) expect(await store.write((tx) => deliveries.enqueue(tx, mail, at))).toBeGreaterThan(before.deliveryId);
    const strange = { ...deliveryRow(before.invitation), invitation_id: 10 ** 9 };
    await expect(store.write((tx) => deliveries.enqueue(tx, strange, 9))).rejects.toThrow(/foreign key/i);
  });

  it('refuses an origin that the domain does not know', async () => {
    const row = { ...invitationRow(before.test, { emailKey: 'bea@x.test' }), origin: 'dream' as 'api' };
    await expect(store.write((tx) => invitations.insertCurrent(tx, row))).rejects.toThrow(/check/i);
  });
});
