import { afterEach, describe, expect, it } from 'vitest';
import * as accounts from '../repositories/account/accounts.ts';
import { openTestStore, type TestStore, testDialects } from './index.ts';

const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.dispose();
});

describe.each(testDialects)('a test store on %s', (engine) => {
  const openOne = async () => {
    const store = await openTestStore(engine, () => 42);
    open.push(store);
    return store;
  };

  it.each([1, 2])('is migrated, empty and its own, time after time (%i)', async () => {
    const [one, other] = await Promise.all([openOne(), openOne()]);
    const row = { name: 'Ätna', email: 'a@b.c', time_zone_id: 190, created_at: 2 ** 52 };
    const written = await one.write((tx) => accounts.insert(tx, row));
    expect(written).toMatchObject({ ...row, account_id: 1, tests_count: 0 });
    expect(await one.read((db) => accounts.findFirst(db))).toEqual(written);
    expect(await other.read((db) => accounts.findFirst(db))).toBeUndefined();
    expect(await one.read((db) => db.now())).toBe(42);
  });

  it('may be closed by the code under test before it is disposed', async () => {
    const store = await openOne();
    await store.close();
    await store.dispose();
    await store.dispose();
  });
});
