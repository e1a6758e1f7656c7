import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as deliveries from '../repositories/delivery/deliveries.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import type { Store } from '../store.ts';
import { deliveryRow, insertFirstInvitation, mintDelivery, mintInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

const setUp = async (store: Store) => {
  await migrateTo(store, '0016-probes');
  const test = await mintTest(store);
  const invitation = await insertFirstInvitation(store, test);
  const { account_id, test_id, invitation_id, attempt, kind, lane, destination, state } = deliveryRow(invitation);
  const { rows } = await store.write((tx) =>
    sql<deliveries.Delivery>`insert into deliveries (account_id, test_id, invitation_id, attempt, kind, lane, destination, state, failures,
      attempts_made, not_before, lease_until, created_at) values (${account_id}, ${test_id}, ${invitation_id}, ${attempt}, ${kind}, ${lane},
      ${destination}, ${state}, 0, 0, 7, 0, 7) returning *`.execute(tx.kysely),
  );
  await store.migrate();
  return { test, invitation, delivery: rows[0] };
};

describe.each(testDialects)('the migration to nonces on %s', (engine) => {
  let store: TestStore;
  let before: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    before = await setUp(store);
  });
  afterAll(() => store.dispose());

  it('marks the rows of before by the lack of one, and changes nothing else of them', async () => {
    const { account_id: accountId, invitation_id: invitationId } = before.invitation;
    expect(await store.read((db) => invitations.find(db, { accountId, invitationId }))).toEqual({ ...before.invitation, nonce: null });
    expect(await store.read((db) => deliveries.find(db, accountId, before.delivery?.delivery_id ?? 0))).toEqual({
      ...before.delivery,
      nonce: null,
      regrade: 0,
      body: null,
      sequence: null,
    });
  });

  it('gives each later row its own, of 96 bits', async () => {
    const made = await Promise.all(
      ['bea@x.test', 'cem@x.test', 'dan@x.test'].map((emailKey) => mintInvitation(store, before.test, { emailKey })),
    );
    const sent = await Promise.all(made.map((invitation) => mintDelivery(store, invitation)));
    const nonces = [...made, ...sent].map(({ nonce }) => nonce);
    expect(new Set(nonces).size).toBe(6);
    for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{16}$/);
  });
});
