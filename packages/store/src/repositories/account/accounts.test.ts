import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as accounts from './accounts.ts';

describe.each(testDialects)('an account on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());

  const found = (accountId: number) => store.read((db) => accounts.find(db, accountId));
  const update = (accountId: number, change: Parameters<typeof accounts.update>[2]) =>
    store.write((tx) => accounts.update(tx, accountId, change));

  it('is changed in what is named, and no other account is', async () => {
    const one = await insertAccount(store, 'One');
    const other = await insertAccount(store, 'Other');
    const changed = { ...one, name: 'Uno', support: 'help@one.test', privacy: 'Kept a year' };
    expect(await update(one.account_id, { name: 'Uno', support: 'help@one.test', privacy: 'Kept a year' })).toEqual(changed);
    expect(await update(one.account_id, { privacy: null })).toEqual({ ...changed, privacy: null });
    expect(await found(one.account_id)).toEqual({ ...changed, privacy: null });
    expect(await found(other.account_id)).toEqual(other);
  });

  it('is answered as it is by a change of nothing', async () => {
    const one = await insertAccount(store);
    expect(await update(one.account_id, {})).toEqual(one);
  });

  it('that there is not is undefined, by a change of something and of nothing', async () => {
    for (const change of [{}, { name: 'Nobody' }]) expect(await update(10 ** 9, change)).toBeUndefined();
  });
});
