import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount, linkRow, mintLink, mintTest, testRow } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as apiKeys from '../account/api-keys.ts';
import * as testLinks from '../link/test-links.ts';
import * as tests from './tests.ts';

describe.each(testDialects)('tests on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());

  it('are listed newest first, the id breaks ties, archived ones are left out', async () => {
    const { account_id } = await insertAccount(store);
    const add = (name: string, created_at: number, status: 'Active' | 'Inactive' | 'Archived' = 'Active') =>
      store.write((tx) => tests.insert(tx, testRow(account_id, { name, created_at, status })));
    await add('new', 9);
    await add('tie one', 5);
    await add('gone', 6, 'Archived');
    await add('tie two', 5, 'Inactive');
    await add('old', 1);
    const page = async (offset: number, limit: number) =>
      (await store.read((db) => tests.listPage(db, account_id, { offset, limit, total: 4 }))).map(({ name }) => name);
    expect(await page(0, 10)).toEqual(['new', 'tie two', 'tie one', 'old']);
    expect(await page(0, 2)).toEqual(['new', 'tie two']);
    expect(await page(2, 2)).toEqual(['tie one', 'old']);
    expect(await page(3, 5)).toEqual(['old']);
    expect(await page(4, 5)).toEqual([]);
  });

  it('take a key once in an account, and any number without one', async () => {
    const test = await mintTest(store, { test_key: 'js' });
    const add = (accountId: number, test_key: string | null) => store.write((tx) => tests.insert(tx, testRow(accountId, { test_key })));
    await expect(add(test.account_id, 'js')).rejects.toThrow();
    await add(test.account_id, null);
    await add(test.account_id, null);
    const { account_id: other } = await insertAccount(store);
    await add(other, 'js');
    expect(await store.write((tx) => tests.lockByKey(tx, test.account_id, 'js'))).toEqual(test);
  });

  it('advance from the version that was read, once', async () => {
    const test = await mintTest(store);
    const next = (name: string) => ({ ...test, name, version: 2, updated_at: 9 });
    const advance = (name: string) => store.write((tx) => tests.advance(tx, test, next(name)));
    const names = Array.from({ length: 10 }, (_, index) => `import ${index}`);
    const advanced = await Promise.all(names.map(advance));
    expect(advanced.filter(Boolean)).toHaveLength(1);
    const stored = await store.read((db) => tests.find(db, test.account_id, test.test_id));
    expect(stored).toMatchObject({ version: 2, name: names[advanced.indexOf(true)] });
  });

  it('change status only from the status that was read', async () => {
    const test = await mintTest(store);
    expect(await store.write((tx) => tests.setStatus(tx, test, 'Inactive', 3))).toBe(true);
    expect(await store.write((tx) => tests.setStatus(tx, test, 'Archived', 4))).toBe(false);
    expect(await store.read((db) => tests.find(db, test.account_id, test.test_id))).toMatchObject({ status: 'Inactive', updated_at: 3 });
  });

  it('store every version', async () => {
    const { account_id, test_id } = await mintTest(store);
    const written = { name: 'JS', duration: 9, sections: [] };
    const definition = JSON.stringify(written);
    const row = {
      account_id,
      test_id,
      name: 'JS',
      duration: 9,
      questions: 1,
      total_score: '1',
      definition,
      created_at: 0,
      questionIds: [],
    };
    await store.write((tx) => tests.insertVersion(tx, { ...row, version: 1 }));
    await store.write((tx) => tests.insertVersion(tx, { ...row, version: 2, definition: JSON.stringify({ ...written, duration: 10 }) }));
    await expect(store.write((tx) => tests.insertVersion(tx, { ...row, version: 2 }))).rejects.toThrow();
    const versions = await store.read((db) => tests.listVersions(db, account_id, test_id));
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(versions[0]).not.toHaveProperty('definition');
    const first = await store.read((db) => tests.findVersion(db, { accountId: account_id, testId: test_id, version: 1 }));
    expect(first?.definition).toEqual(written);
    const same = (version: number) =>
      store.read((db) => tests.hasDefinition(db, { accountId: account_id, testId: test_id, version }, definition));
    expect([await same(1), await same(2), await same(3)]).toEqual([true, false, false]);
  });

  it('show their links newest first, the id breaks ties', async () => {
    const test = await mintTest(store);
    for (const [name, created_at] of [['two', 5] as const, ['three', 5] as const, ['one', 1] as const]) {
      await mintLink(store, test, { name, created_at });
    }
    const links = await store.read((db) => testLinks.list(db, test.account_id, test.test_id));
    expect(links.map(({ name }) => name)).toEqual(['three', 'two', 'one']);
  });

  it('have links whose update returns undefined when the status has changed', async () => {
    const test = await mintTest(store);
    const link = await mintLink(store, test);
    const updated = await store.write((tx) => testLinks.update(tx, link, { status: 3, name: 'Autumn' }));
    expect(updated).toEqual({ ...link, status: 3, name: 'Autumn' });
    expect(await store.write((tx) => testLinks.update(tx, link, { name: 'Late' }))).toBeUndefined();
    expect(await store.write((tx) => testLinks.lock(tx, test.account_id, link.test_link_id))).toEqual(updated);
  });

  it('have links with an access key that is theirs alone in the account', async () => {
    const test = await mintTest(store);
    const link = await mintLink(store, test);
    const again = store.write((tx) => testLinks.insert(tx, linkRow(test, { access_key: link.access_key })));
    await expect(again).rejects.toThrow();
    expect(await store.read((db) => testLinks.findByAccessKey(db, test.account_id, link.access_key))).toEqual(link);
  });

  it('are reached with API keys that end once, at the earliest instant they were given', async () => {
    const { account_id } = await insertAccount(store);
    const row = { account_id, key_hash: `hash ${account_id}`, prefix: 'ask_', name: 'first', scopes: '*', created_at: 0 };
    const { key_id } = await store.write((tx) => apiKeys.insert(tx, row));
    expect(await store.read((db) => apiKeys.findByHash(db, row.key_hash))).toEqual({
      account_id,
      key_id,
      scopes: '*',
      name: row.name,
      revoked_at: null,
      expires_at: null,
      first_key_id: null,
    });
    const revoked = await Promise.all([7, 8, 9].map((at) => store.write((tx) => apiKeys.revoke(tx, account_id, key_id, at))));
    expect(revoked[0]).toBe(true);
    expect(await store.read((db) => apiKeys.findByHash(db, row.key_hash))).toMatchObject({ revoked_at: 7 });
    await expect(store.write((tx) => apiKeys.insert(tx, row))).rejects.toThrow();
  });
});
