import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import { openStore, type StoreLocation } from '../open-store.ts';
import * as accounts from '../repositories/account/accounts.ts';
import * as tests from '../repositories/assessment/tests.ts';
import * as callbackSecrets from '../repositories/delivery/callback-secrets.ts';
import * as deliveries from '../repositories/delivery/deliveries.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import * as testLinks from '../repositories/link/test-links.ts';
import { sqliteTraits } from '../sqlite/traits.ts';
import {
  attemptRow,
  deliveryRow,
  insertAccount,
  invitationRow,
  linkRow,
  mintDelivery,
  mintInvitation,
  mintTest,
  testRow,
} from '../testing/fixtures.ts';
import { makeTestDatabase, makeTestDirectory, openTestStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrationsOf } from './migrate.ts';

const names = Object.keys(migrationsOf(sqliteTraits));
const applied = 'select name from migrations order by name';

describe.each(testDialects)('migrations on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());

  it('change nothing the second time', async () => {
    const { account_id } = await insertAccount(store);
    const appliedNames = () => store.read((db) => db.kysely.executeQuery(rawQuery(applied, [])));
    expect((await appliedNames()).rows).toEqual(names.map((name) => ({ name })));
    await Promise.all([store.migrate(), store.migrate()]);
    expect((await appliedNames()).rows).toEqual(names.map((name) => ({ name })));
    expect(await store.read((db) => accounts.find(db, account_id))).toBeDefined();
  });

  it('make foreign keys that hold across accounts', async () => {
    const test = await mintTest(store);
    const { account_id: other } = await insertAccount(store);
    const foreign = { ...test, account_id: other };
    await expect(store.write((tx) => tests.insert(tx, testRow(10 ** 9)))).rejects.toThrow(/foreign key/i);
    await expect(store.write((tx) => testLinks.insert(tx, linkRow(foreign)))).rejects.toThrow(/foreign key/i);
    await expect(store.write((tx) => invitations.insertCurrent(tx, invitationRow(foreign)))).rejects.toThrow(/foreign key/i);
    const invitation = await mintInvitation(store, test);
    const strange = { ...deliveryRow(invitation), invitation_id: 10 ** 9 };
    await expect(store.write((tx) => deliveries.enqueue(tx, strange, 0))).rejects.toThrow(/foreign key/i);
    const secret = { account_id: 10 ** 9, sealed: '', created_at: 0 };
    await expect(store.write((tx) => callbackSecrets.insert(tx, secret))).rejects.toThrow(/foreign key/i);
    const erase = store.write((tx) => tx.kysely.deleteFrom('accounts').where('account_id', '=', test.account_id).execute());
    await expect(erase).rejects.toThrow(/foreign key/i);
  });

  it('make checks that hold the closed sets of values', async () => {
    const test = await mintTest(store);
    const refused = [
      { access_time: 1, starts_at: null, ends_at: 5 },
      { access_time: 1, starts_at: 5, ends_at: 5 },
      { access_time: 3 as 2 },
      { status: 2 as 1 },
    ] as const;
    for (const over of refused) {
      await expect(store.write((tx) => testLinks.insert(tx, linkRow(test, over)))).rejects.toThrow(/check/i);
    }
    await expect(store.write((tx) => tests.insert(tx, testRow(test.account_id, { status: 'Draft' as 'Active' })))).rejects.toThrow(
      /check/i,
    );
    const dreamt = invitationRow(test, { emailKey: 'bea@x.test', origin: 'dream' as 'api' });
    await expect(store.write((tx) => invitations.insertCurrent(tx, dreamt))).rejects.toThrow(/check/i);
    const invitation = await mintInvitation(store, test);
    const enqueued = store.write((tx) => deliveries.enqueue(tx, deliveryRow(invitation, { state: 'sent' as 'pending' }), 0));
    await expect(enqueued).rejects.toThrow(/check/i);
    const delivery = await mintDelivery(store, invitation);
    const attempt = attemptRow(delivery, { outcome: 'lost' as 'final' });
    await expect(store.write((tx) => deliveries.insertAttempt(tx, attempt))).rejects.toThrow(/check/i);
  });

  it('refuse a value of another type than the column', async () => {
    const test = await mintTest(store);
    const write = store.write((tx) => tests.insert(tx, testRow(test.account_id, { duration: 'an hour' as unknown as number })));
    await expect(write).rejects.toThrow();
  });
});

describe('the SQLite schema', () => {
  it('has STRICT tables only', async () => {
    const store = await openTestStore('sqlite');
    const { rows } = await store.read((db) =>
      db.kysely.executeQuery(
        rawQuery<{ name: string; strict: number }>(
          `select name, strict from pragma_table_list where type = 'table' and schema = 'main'`,
          [],
        ),
      ),
    );
    const ours = rows.filter(({ name }) => !/^sqlite_/.test(name));
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.filter(({ strict }) => strict !== 1)).toEqual([]);
    await store.dispose();
  });
});

describe.each(testDialects.filter((engine) => engine !== 'pglite'))('several who open one blank database of %s at once', (engine) => {
  const blank = async (): Promise<{ location: StoreLocation; remove(): Promise<void> }> => {
    if (engine === 'sqlite') {
      const { path, remove } = await makeTestDirectory();
      return { location: { engine, file: join(path, 'assay.db') }, remove };
    }
    const { url, drop } = await makeTestDatabase('blank');
    return { location: { engine: 'postgres', url }, remove: drop };
  };

  it('migrate it once', async () => {
    const { location, remove } = await blank();
    try {
      const opened = await Promise.allSettled([1, 2, 3, 4].map(() => openStore(location)));
      const stores = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      const failures = opened.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
      const found = await stores[0]?.read((db) => db.kysely.executeQuery(rawQuery(applied, [])));
      await Promise.all(stores.map((store) => store.close()));
      expect(failures).toEqual([]);
      expect(found?.rows).toEqual(names.map((name) => ({ name })));
    } finally {
      await remove();
    }
  });
});
