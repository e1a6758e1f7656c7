import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as accounts from './repositories/account/accounts.ts';
import * as apiKeys from './repositories/account/api-keys.ts';
import * as tests from './repositories/assessment/tests.ts';
import * as timeline from './repositories/invitation/timeline.ts';
import { rowsOf } from './rows-of.ts';
import { insertAccount, mintInvitation, mintLink, mintTest, testRow } from './testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from './testing/index.ts';

describe.each(testDialects)('a store on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());

  const row = (name: string) => ({ name, email: 'a@b.c', time_zone_id: 190, created_at: 0 });

  it('resolves a write with its value, and a later read sees it', async () => {
    const { account_id } = await insertAccount(store, 'Åsa 試験');
    expect(await store.read((db) => accounts.find(db, account_id))).toMatchObject({ name: 'Åsa 試験' });
  });

  it('stores nothing of a write that throws, and rejects with its error', async () => {
    const refusal = new Error('refused');
    let accountId = 0;
    const write = store.write(async (tx) => {
      accountId = (await accounts.insert(tx, row('undone'))).account_id;
      throw refusal;
    });
    await expect(write).rejects.toBe(refusal);
    expect(await store.read((db) => accounts.find(db, accountId))).toBeUndefined();
  });

  it('stores nothing of a write that violates a constraint', async () => {
    const { account_id } = await insertAccount(store);
    const write = store.write(async (tx) => {
      await tests.insert(tx, testRow(account_id, { access_key: 'same' }));
      await tests.insert(tx, testRow(account_id, { access_key: 'same' }));
    });
    await expect(write).rejects.toThrow();
    expect(await store.read((db) => tests.findByAccessKey(db, account_id, 'same'))).toBeUndefined();
    await insertAccount(store);
  });

  it('issues ids that are numbers and increase', async () => {
    const test = await mintTest(store);
    const link = await mintLink(store, test);
    const invitation = await mintInvitation(store, test);
    const key = (hash: string) => ({ account_id: test.account_id, key_hash: hash, prefix: '', name: '', scopes: '', created_at: 0 });
    const first = await store.write((tx) => apiKeys.insert(tx, { ...key('one') }));
    const later = await mintTest(store);
    const pairs = [
      [test.account_id, later.account_id],
      [test.test_id, later.test_id],
      [link.test_link_id, (await mintLink(store, later)).test_link_id],
      [invitation.invitation_id, (await mintInvitation(store, later)).invitation_id],
      [first.key_id, (await store.write((tx) => apiKeys.insert(tx, key('two')))).key_id],
    ] as const;
    for (const [earlier, next] of pairs) {
      expect(earlier).toBeTypeOf('number');
      expect(next).toBeGreaterThan(earlier);
    }
  });

  it('never issues an id a second time, also when its row is gone', async () => {
    const { account_id } = await insertAccount(store);
    await store.write((tx) => tx.kysely.deleteFrom('accounts').where('account_id', '=', account_id).execute());
    expect((await insertAccount(store)).account_id).toBeGreaterThan(account_id);
  });

  it('carries instants and ids up to 2^53 exactly', async () => {
    const at = Number.MAX_SAFE_INTEGER;
    const test = await mintTest(store, { created_at: at, updated_at: at - 1 });
    expect(await store.read((db) => tests.find(db, test.account_id, test.test_id))).toMatchObject({ created_at: at, updated_at: at - 1 });
    expect(await store.read((db) => tests.find(db, test.account_id, at))).toBeUndefined();
  });

  it('stores all of many concurrent writes', async () => {
    const { account_id } = await insertAccount(store);
    await Promise.all(Array.from({ length: 100 }, () => store.write((tx) => accounts.countTests(tx, account_id, 1))));
    expect(await store.read((db) => accounts.find(db, account_id))).toMatchObject({ tests_count: 100 });
  });

  it('undoes a failing write without its neighbours', async () => {
    const { account_id } = await insertAccount(store);
    const writes = Array.from({ length: 30 }, (_, index) =>
      store.write(async (tx) => {
        await accounts.countTests(tx, account_id, 1);
        if (index % 3 === 0) throw new Error(`refused ${index}`);
      }),
    );
    const settled = await Promise.allSettled(writes);
    expect(settled.map(({ status }) => status)).toEqual(writes.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')));
    expect(await store.read((db) => accounts.find(db, account_id))).toMatchObject({ tests_count: 20 });
  });

  it('returns the time of the engine in milliseconds', async () => {
    const now = await store.read((db) => db.now());
    expect(Number.isSafeInteger(now)).toBe(true);
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
  });

  it('lists the timeline of an invitation in the order of its entries', async () => {
    const test = await mintTest(store);
    const { invitation_id } = await mintInvitation(store, test);
    const entry = { accountId: test.account_id, invitationId: invitation_id, data: {} };
    for (const [type, at] of [['attempt.started', 5] as const, ['attempt.reset', 5] as const, ['report.failed', 4] as const]) {
      await store.write((tx) => timeline.append(tx, { ...entry, type, at }));
    }
    const page = (after: number, limit: number) =>
      store.read((db) => timeline.listPage(db, { accountId: test.account_id, invitationId: invitation_id, after, limit }));
    const entries = await page(0, 9);
    expect(entries.map(({ type }) => type)).toEqual(['attempt.started', 'attempt.reset', 'report.failed']);
    expect(await page(0, 2)).toEqual(entries.slice(0, 2));
    expect(await page(entries[1]?.entry_id ?? 0, 2)).toEqual(entries.slice(2));
  });

  it('lists entries of types that this version does not know', async () => {
    const test = await mintTest(store);
    const { account_id, invitation_id } = await mintInvitation(store, test);
    const row = { account_id, invitation_id, type: 'moon.rose', data: '{"phase":"full"}', at: 1 };
    await store.write(async (tx) => void (await tx.kysely.insertInto('timeline').values(row).execute()));
    const entries = await store.read((db) =>
      timeline.listPage(db, { accountId: account_id, invitationId: invitation_id, after: 0, limit: 9 }),
    );
    expect(entries).toMatchObject([{ type: 'moon.rose', data: { phase: 'full' }, at: 1 }]);
  });

  it('changes only the columns that are given, and only of a row that still is as it was read', async () => {
    const update = rowsOf('accounts').updateIf('name');
    const from = await insertAccount(store, 'Åsa');
    const present = () => store.read((db) => accounts.find(db, from.account_id));
    const change = (changes: Parameters<typeof update>[2]) => store.write((tx) => update(tx, from, changes));
    expect(await change({ support: 'help@x.test', privacy: null })).toBe(true);
    expect(await change({ email: null })).toBe(true);
    expect(await change({ support: "it's" })).toBe(true);
    expect(await present()).toEqual({ ...from, email: null, support: "it's" });
    expect(await change({ name: 'Ida' })).toBe(true);
    expect(await change({ name: 'Eva' })).toBe(false);
    expect(await present()).toMatchObject({ name: 'Ida' });
  });

  it('responds to a ping', () => expect(store.ping()).resolves.toBeUndefined());

  it('binds values, whatever they look like', async () => {
    const name = `'; drop table accounts; -- "\\ $1 ? :a`;
    const { account_id } = await insertAccount(store, name);
    expect(await store.read((db) => accounts.find(db, account_id))).toMatchObject({ name });
  });
});

describe.each(testDialects)('a closed store on %s', (engine) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await openTestStore(engine);
  });
  afterEach(() => store.dispose());

  it('refuses reads and writes', async () => {
    await insertAccount(store);
    await store.close();
    await expect(insertAccount(store)).rejects.toThrow();
    await expect(store.read((db) => accounts.findFirst(db))).rejects.toThrow();
  });

  it('has finished the writes that were on their way first', async () => {
    const writes = Array.from({ length: 20 }, () => insertAccount(store));
    const closed = store.close();
    const settled = await Promise.allSettled(writes);
    await closed;
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
