import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../repositories/account/accounts.ts';
import { insertAccount } from '../testing/fixtures.ts';
import { openTestStore, type TestStore } from '../testing/index.ts';

describe('reads in a group', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore('sqlite');
  });
  afterAll(() => store.dispose());

  it('that follow one another without end let others run, and see what others write', async () => {
    let written: number | undefined;
    const writing = pause(20).then(async () => {
      written = (await insertAccount(store, 'meanwhile')).account_id;
    });
    let found: unknown;
    while (found === undefined) {
      const accountId = written ?? 0;
      found = await store.read((db) => accounts.find(db, accountId));
    }
    await writing;
    expect(found).toMatchObject({ name: 'meanwhile' });
  });

  it('may wait for one of the same turn', async () => {
    let tell: (name: string) => void = () => undefined;
    const told = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const waiting = store.read(() => told);
    const telling = store.read(async (db) => {
      await accounts.find(db, 0);
      tell('told');
    });
    expect(await waiting).toBe('told');
    await telling;
  });
});
