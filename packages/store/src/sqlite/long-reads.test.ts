import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import * as accounts from '../repositories/account/accounts.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import * as search from '../repositories/invitation/search.ts';
import type { Store } from '../store.ts';
import { invitationRow, mintInvitation, mintTest } from '../testing/fixtures.ts';
import { makeTestDirectory } from '../testing/index.ts';
import { backupSqlite } from './backup.ts';

describe('long reads on SQLite', () => {
  let directory: Awaited<ReturnType<typeof makeTestDirectory>>;
  let store: Store;
  beforeEach(async () => {
    directory = await makeTestDirectory();
    store = await openStore({ engine: 'sqlite', file: join(directory.path, 'assay.db') });
  });
  afterEach(async () => {
    await store.close();
    await directory.remove();
  });

  it('take turns: however many slices wait, a read of somebody else comes after one of them', async () => {
    const order: string[] = [];
    const slice = (name: string) =>
      store.readSlice(1, async (db) => {
        await accounts.findFirst(db);
        order.push(name);
      });
    const slices = Array.from({ length: 20 }, (_, index) => slice(`slice ${index}`));
    await store.read((db) => accounts.findFirst(db)).then(() => order.push('read'));
    expect(order.indexOf('read')).toBeLessThanOrEqual(2);
    await Promise.all(slices);
    expect(order.filter((one) => one !== 'read')).toEqual(slices.map((_, index) => `slice ${index}`));
  });

  it('go on after a slice that fails, and end before the database is closed', async () => {
    const failing = store.readSlice(1, async () => Promise.reject(new Error('refused')));
    const after = store.readSlice(1, (db) => accounts.findFirst(db));
    await expect(failing).rejects.toThrow('refused');
    await store.close();
    expect(await after).toBeUndefined();
  });

  it('find in a backup what the index had, and what it did not have yet', async () => {
    const test = await mintTest(store);
    await mintInvitation(store, test, { searchText: 'first@x.test' });
    while ((await store.write((tx) => search.addToIndex(tx, 100))) > 0);
    await mintInvitation(store, test, { emailKey: 'second', searchText: 'second@x.test' });
    const copy = join(directory.path, 'copy.db');
    await backupSqlite(join(directory.path, 'assay.db'), copy);
    const restored = await openStore({ engine: 'sqlite', file: copy });
    const searched = (text: string) => ({ accountId: test.account_id, testId: test.test_id, status: undefined, text });
    const find = async (text: string, before: number) =>
      (await restored.read((db) => search.findOlder(db, searched(text), { before, limit: 9 }))).ids.length;
    expect(await restored.read(search.isBehind)).toBe(true);
    const newest = await restored.read((db) => invitations.newestId(db, test.account_id, test.test_id));
    expect([await find('second', newest + 1), await find('first', newest)]).toEqual([1, 1]);
    await restored.write((tx) => invitations.insertCurrent(tx, invitationRow(test, { emailKey: 'third', searchText: 'third@x.test' })));
    while ((await restored.write((tx) => search.addToIndex(tx, 100))) > 0);
    expect(await find('third', newest + 2)).toBe(1);
    expect(await find('second', newest + 2)).toBe(1);
    await restored.close();
  });
});
