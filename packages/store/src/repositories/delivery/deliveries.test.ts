import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attemptRow, deliveryRow, insertAccount, mintDelivery, mintInvitation, mintTest, testRow } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as tests from '../assessment/tests.ts';
import type { Invitation } from '../invitation/invitations.ts';
import * as deliveries from './deliveries.ts';

const idsOf = (rows: readonly deliveries.Delivery[]): number[] => rows.map(({ delivery_id }) => delivery_id);
const kinds = ['callback', 'stakeholder-email', 'invitation-email'] as const;

describe.each(testDialects)('the outbox on %s', (engine) => {
  let store: TestStore;
  let test: tests.Test;
  let invitation: Invitation;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());
  beforeEach(async () => {
    test = await mintTest(store);
    invitation = await mintInvitation(store, test);
  });
  // What is due is due in all accounts, so a test leaves nothing behind.
  afterEach(() =>
    store.write(async (tx) => {
      await tx.kysely.deleteFrom('delivery_attempts').execute();
      await tx.kysely.deleteFrom('deliveries').execute();
    }),
  );

  const enqueue = (over: Partial<deliveries.NewDelivery> = {}, now = 0) =>
    store.write((tx) => deliveries.enqueue(tx, deliveryRow(invitation, over), now));
  const mint = (over: Partial<deliveries.NewDelivery> = {}, now = 0) => mintDelivery(store, invitation, over, now);
  const another = (emailKey: string) => mintInvitation(store, test, { emailKey });
  const change = (row: deliveries.Delivery, to: Parameters<typeof deliveries.update>[2]) =>
    store.write((tx) => deliveries.update(tx, row, to));
  const due = async (over: Partial<Parameters<typeof deliveries.lockDue>[1]> = {}) =>
    idsOf(await store.write((tx) => deliveries.lockDue(tx, { now: 100, lane: 'mail', limit: 100, ...over })));
  const find = (row: deliveries.Delivery) => store.read((db) => deliveries.find(db, row.account_id, row.delivery_id));

  it('holds what was put there, new and with nothing tried', async () => {
    const row = await mint({ kind: 'callback', lane: 'ats.test', destination: 'https://ats.test/done' }, 7);
    expect(row).toEqual({
      ...deliveryRow(invitation, { kind: 'callback', lane: 'ats.test', destination: 'https://ats.test/done' }),
      delivery_id: row.delivery_id,
      failures: 0,
      attempts_made: 0,
      not_before: 7,
      lease_until: 0,
      last_error: null,
      created_at: 7,
      settled_at: null,
      joiner_key: null,
      sealed: null,
      nonce: expect.stringMatching(/^[\w-]{16}$/),
      regrade: 0,
      body: null,
      sequence: null,
    });
    expect(await store.write((tx) => deliveries.lock(tx, row.account_id, row.delivery_id))).toEqual(row);
  });

  it.each(['callback', 'stakeholder-email'] as const)('holds one %s for an attempt, also when it is settled', async (kind) => {
    const first = await mint({ kind, state: 'waiting' });
    expect(await enqueue({ kind, state: 'waiting' })).toBeUndefined();
    expect(await enqueue({ kind, destination: 'elsewhere' })).toBeUndefined();
    for (const state of ['pending', 'delivered', 'failed'] as const) {
      await store.write((tx) => tx.kysely.updateTable('deliveries').set({ state }).execute());
      expect(await enqueue({ kind })).toBeUndefined();
    }
    expect(await find(first)).toMatchObject({ destination: 'ana@x.test' });
    expect(await enqueue({ kind, attempt: 2 })).toBeGreaterThan(first.delivery_id);
  });

  it('holds deliveries of every kind for one attempt side by side', async () => {
    const ids = [];
    for (const kind of kinds) ids.push(await enqueue({ kind }));
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain(undefined);
  });

  it('holds one invitation email that waits to go, whatever the attempt, and any number that are settled', async () => {
    for (const state of ['delivered', 'failed', 'delivered'] as const) {
      const row = await mint();
      expect(await enqueue()).toBeUndefined();
      expect(await enqueue({ attempt: 2 })).toBeUndefined();
      await change(row, { state });
    }
    const rows = await store.read((db) => deliveries.listPage(db, { accountId: test.account_id, limit: 10 }));
    expect(rows.map(({ state }) => state)).toEqual(['delivered', 'failed', 'delivered']);
  });

  it.each(kinds)('lets one %s in for each invitation when many ask at once', async (kind) => {
    const others = await Promise.all(Array.from({ length: 10 }, (_, index) => another(`${index}`)));
    const asked = await Promise.all(
      others.flatMap((one) => Array.from({ length: 10 }, () => store.write((tx) => deliveries.enqueue(tx, deliveryRow(one, { kind }), 0)))),
    );
    const issued = asked.filter((id) => id !== undefined);
    expect(issued).toHaveLength(10);
    expect((await due()).toSorted((a, b) => a - b)).toEqual(issued.toSorted((a, b) => a - b));
  });

  const odd = `it's "one", \\ [lane]`;
  const row = async (lane: string, at: number) => (await mintDelivery(store, await another(`${lane} ${at}`), { lane }, at)).delivery_id;

  it('gives of each lane the soonest first, and nothing of another', async () => {
    const [late, soon, mail, quoted] = [await row('slow.test', 9), await row('slow.test', 1), await row('mail', 2), await row(odd, 3)];
    expect(await due({ lane: 'slow.test' })).toEqual([soon, late]);
    expect(await due({ lane: 'slow.test', limit: 1 })).toEqual([soon]);
    expect(await due({ lane: 'slow.test', now: 8 })).toEqual([soon]);
    expect([await due({ lane: 'mail' }), await due({ lane: odd })]).toEqual([[mail], [quoted]]);
    for (const lane of ['SLOW.test', 'slow', '']) expect(await due({ lane })).toEqual([]);
  });

  it('tells the lanes of what has been due longest', async () => {
    for (const at of [1, 2, 5]) await row('slow.test', at);
    await row(odd, 3);
    await row('mail', 4);
    await row('later.test', 101);
    const lanes = (most: number) => store.read((db) => deliveries.listDue(db, { now: 100, most }));
    expect(await lanes(4)).toEqual(['slow.test', 'slow.test', odd, 'mail']);
    expect(await lanes(9)).toEqual(['slow.test', 'slow.test', odd, 'mail', 'slow.test']);
  });

  it('goes through the lanes by name, each once however much it has, and tells in which something is due', async () => {
    const leased = await mintDelivery(store, await another('leased'), { lane: 'a.test' }, 1);
    await change(leased, { lease_until: 60 });
    await row('a.test', 70);
    for (const at of [7, 3, 5]) await row('b.test', at);
    await row('c.test', 200);
    await change(await mintDelivery(store, await another('settled'), { lane: 'd.test' }), { state: 'failed' });
    const lanes = async (after: string, most: number, now = 60) =>
      (await store.read((db) => deliveries.listLanes(db, { now, after, most }))).map(({ lane, isDue }) => [lane, isDue]);
    const [a, b, c] = [
      ['a.test', true],
      ['b.test', true],
      ['c.test', false],
    ];
    expect(await lanes('', 9)).toEqual([a, b, c]);
    expect(await lanes('', 2)).toEqual([a, b]);
    expect(await lanes('b.test', 2)).toEqual([c]);
    expect(await lanes('c.test', 2)).toEqual([]);
    expect(await lanes('', 2, 59)).toEqual([['a.test', false], b]);
  });

  it('gives nothing that waits for its report or is settled, until it is pending', async () => {
    const waiting = await mint({ kind: 'callback', state: 'waiting' });
    const settled = await mint({ kind: 'stakeholder-email' });
    await change(settled, { state: 'failed', settled_at: 5 });
    expect(await due()).toEqual([]);
    expect(await change(waiting, { state: 'pending', not_before: 50 })).toBe(true);
    expect(await due({ now: 49 })).toEqual([]);
    expect(await due({ now: 50 })).toEqual([waiting.delivery_id]);
  });

  it('gives what was postponed at its new time, and what is leased when the lease has run out', async () => {
    const row = await mint();
    expect(await change(row, { lease_until: 60 })).toBe(true);
    expect(await due({ now: 59 })).toEqual([]);
    expect(await due({ now: 60 })).toEqual([row.delivery_id]);
    expect(await change({ ...row, lease_until: 60 }, { lease_until: 0, not_before: 80, failures: 1 })).toBe(true);
    expect(await due({ now: 79 })).toEqual([]);
    expect(await due({ now: 80 })).toEqual([row.delivery_id]);
  });

  it.each([
    ['state', { state: 'failed' }],
    ['lease', { lease_until: 60 }],
  ] as const)('does not write when the %s moved since it was read', async (_, moved) => {
    const row = await mint();
    expect(await change(row, moved)).toBe(true);
    expect(await change(row, { last_error: 'late' })).toBe(false);
    expect(await find(row)).toMatchObject({ ...moved, last_error: null });
  });

  it('finds what waits for the report of an attempt, and nothing else', async () => {
    const callback = await mint({ kind: 'callback', state: 'waiting' });
    const email = await mint({ kind: 'stakeholder-email', state: 'waiting' });
    await mint({ kind: 'callback', attempt: 2, state: 'waiting' });
    await mint();
    await mintDelivery(store, await another('bea'), { kind: 'callback', state: 'waiting' });
    const { account_id: accountId, invitation_id: invitationId } = invitation;
    const waiting = async () => idsOf(await store.write((tx) => deliveries.lockWaiting(tx, { accountId, invitationId, attempt: 1 })));
    expect((await waiting()).toSorted((a, b) => a - b)).toEqual([callback.delivery_id, email.delivery_id]);
    await change(callback, { state: 'pending' });
    expect(await waiting()).toEqual([email.delivery_id]);
  });

  it('finds the invitation email that waits to go', async () => {
    const { account_id: accountId, invitation_id: invitationId } = invitation;
    const pending = () => store.write((tx) => deliveries.lockPendingMail(tx, { accountId, invitationId }));
    await mint({ kind: 'callback' });
    await mint({ kind: 'stakeholder-email' });
    await mintDelivery(store, await another('bea'));
    expect(await pending()).toBeUndefined();
    const sent = await mint();
    expect(await pending()).toEqual(sent);
    await change(sent, { state: 'delivered' });
    expect(await pending()).toBeUndefined();
    const resent = await mint();
    expect(await pending()).toEqual(resent);
  });

  it('counts what is pending of a kind, of all accounts, no further than it is asked to', async () => {
    const count = (kind: deliveries.Delivery['kind'], most = 9) => store.read((db) => deliveries.countPending(db, { kind, most }));
    expect(await count('invitation-email')).toBe(0);
    const stranger = await mintInvitation(store, await mintTest(store));
    await mint();
    await mintDelivery(store, stranger);
    await mintDelivery(store, stranger, { kind: 'callback' });
    await change(await mint({ kind: 'stakeholder-email' }), { state: 'delivered' });
    await mint({ kind: 'callback', state: 'waiting' });
    expect(await Promise.all(kinds.map((kind) => count(kind)))).toEqual([1, 0, 2]);
    expect(await count('invitation-email', 1)).toBe(1);
  });

  it('lists the attempts of one delivery in their order, as they were inserted', async () => {
    const row = await mint({ kind: 'callback' });
    const other = await mint({ kind: 'stakeholder-email' });
    const kept = [
      attemptRow(row, { number: 1, at: 9 }),
      attemptRow(row, { number: 2, at: 8, status: null, response: null, error: 'ECONNREFUSED' }),
      attemptRow(row, { number: 10, at: 7, outcome: 'delivered', status: 204, response: '試験\n"{}', error: null }),
    ];
    await store.write(async (tx) => {
      for (const attempt of [...kept.toReversed(), attemptRow(other)]) await deliveries.insertAttempt(tx, attempt);
    });
    expect(await store.read((db) => deliveries.listAttempts(db, row.account_id, row.delivery_id))).toEqual(kept);
    await expect(store.write((tx) => deliveries.insertAttempt(tx, attemptRow(row, { number: 2 })))).rejects.toThrow(/unique/i);
  });

  it('counts an attempt of that delivery only, also when the lease was lost', async () => {
    const row = await mint({ kind: 'callback' });
    const other = await mint();
    await change(row, { lease_until: 60 });
    await store.write((tx) => deliveries.countAttempt(tx, row, 3));
    expect(await find(row)).toMatchObject({ attempts_made: 3, failures: 0, lease_until: 60 });
    expect(await find(other)).toMatchObject({ attempts_made: 0 });
  });
});

describe.each(testDialects)('the page of deliveries on %s', (engine) => {
  let store: TestStore;
  let rows: Record<'callback' | 'mail' | 'failed' | 'otherTest' | 'waiting', deliveries.Delivery>;
  let account: number;
  beforeAll(async () => {
    store = await openTestStore(engine);
    const test = await mintTest(store);
    account = test.account_id;
    const ana = await mintInvitation(store, test);
    const bea = await mintInvitation(store, test, { emailKey: 'bea' });
    const elsewhere = await mintInvitation(store, await store.write((tx) => tests.insert(tx, testRow(account))));
    rows = {
      callback: await mintDelivery(store, ana, { kind: 'callback' }),
      mail: await mintDelivery(store, ana),
      failed: await mintDelivery(store, bea),
      otherTest: await mintDelivery(store, elsewhere),
      waiting: await mintDelivery(store, bea, { kind: 'callback', state: 'waiting' }),
    };
    const { failed } = rows;
    await store.write((tx) => deliveries.update(tx, failed, { state: 'failed' }));
    await mintDelivery(store, await mintInvitation(store, await mintTest(store)), { kind: 'callback' });
  });
  afterAll(() => store.dispose());

  const list = (over: Partial<Parameters<typeof deliveries.listPage>[1]>) =>
    store.read((db) => deliveries.listPage(db, { accountId: account, limit: 50, ...over }));
  const namesOf = (found: readonly deliveries.Delivery[]) =>
    idsOf(found).map((id) => Object.entries(rows).find(([, row]) => row.delivery_id === id)?.[0]);
  const page = async (over: Partial<Parameters<typeof deliveries.listPage>[1]> = {}) => namesOf(await list(over));
  const all = ['waiting', 'otherTest', 'failed', 'mail', 'callback'];

  it('comes newest first, of this account only', async () => {
    expect(await page()).toEqual(all);
    expect(await page({ accountId: (await insertAccount(store)).account_id })).toEqual([]);
  });

  it('filters by state, kind, test and invitation, and by all of them together', async () => {
    const testId = rows.failed.test_id;
    const invitationId = rows.failed.invitation_id ?? 0;
    expect(await page({ state: 'pending' })).toEqual(['otherTest', 'mail', 'callback']);
    expect(await page({ state: 'waiting' })).toEqual(['waiting']);
    expect(await page({ state: 'delivered' })).toEqual([]);
    expect(await page({ kind: 'callback' })).toEqual(['waiting', 'callback']);
    expect(await page({ testId })).toEqual(['waiting', 'failed', 'mail', 'callback']);
    expect(await page({ testId: rows.otherTest.test_id })).toEqual(['otherTest']);
    expect(await page({ invitationId })).toEqual(['waiting', 'failed']);
    expect(await page({ testId, state: 'failed' })).toEqual(['failed']);
    expect(await page({ testId, invitationId, state: 'failed', kind: 'invitation-email' })).toEqual(['failed']);
    expect(await page({ testId, invitationId, state: 'failed', kind: 'callback' })).toEqual([]);
  });

  it.each([{}, { kind: 'callback' }, { state: 'pending' }] as const)(
    'goes on below the cursor without a gap or a repetition: %j',
    async (filter) => {
      const whole = await page(filter);
      const seen: (string | undefined)[] = [];
      for (let before: number | undefined; seen.length <= whole.length; ) {
        const found = await list({ limit: 2, before, ...filter });
        if (found.length === 0) break;
        seen.push(...namesOf(found));
        before = found.at(-1)?.delivery_id;
      }
      expect(seen).toEqual(whole);
    },
  );
});
