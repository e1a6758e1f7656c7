import { eventually } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rawQuery, type Tx } from './db.ts';
import * as accounts from './repositories/account/accounts.ts';
import { probePause } from './storage-faults.ts';
import { StoreUnavailable } from './store.ts';
import { insertAccount } from './testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from './testing/index.ts';

const run = (tx: Tx, text: string) => tx.kysely.executeQuery(rawQuery<{ count: number }>(text, []));

const refuse = (code: string) => `create function refuse() returns trigger as $$
  begin raise exception 'refused' using errcode = '${code}'; end $$ language plpgsql`;
const refusing = ['accounts', 'probes'].map((table) => `create trigger refuse before insert on ${table} execute function refuse()`);

/** Each with statements that make writes fail, and the one that makes them work again. */
const faults: Record<'sqlite' | 'postgres', [name: string, broken: string[], repaired: string][]> = {
  sqlite: [['a full disk', ['pragma max_page_count = 1'], 'pragma max_page_count = 1000000']],
  postgres: [
    ['a full disk', [refuse('53100'), ...refusing], 'drop function refuse cascade'],
    ['an I/O error', [refuse('58030'), ...refusing], 'drop function refuse cascade'],
    ['a standby', [refuse('25006'), ...refusing], 'drop function refuse cascade'],
  ],
};

describe.each(testDialects)('storage on %s', (engine) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await openTestStore(engine);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await store.dispose();
  });
  const long = 'x'.repeat(100_000);
  const passed = () => vi.advanceTimersByTimeAsync(probePause);

  it.each(faults[engine === 'sqlite' ? 'sqlite' : 'postgres'])(
    'that is %s: writes are StoreUnavailable and so is a ping, until a probe has written a row; reads go on',
    async (_, broken, repaired) => {
      const { account_id } = await insertAccount(store);
      for (const statement of broken) await store.write((tx) => run(tx, statement));
      await store.ping();
      await expect(insertAccount(store, long)).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
      expect(await store.read((db) => accounts.find(db, account_id))).toBeDefined();
      await passed();
      await store.write(async () => undefined);
      await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
      await store.write((tx) => run(tx, repaired));
      await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
      await eventually(async () => {
        await passed();
        await store.ping();
      });
      await insertAccount(store, long);
      await eventually(async () => {
        const { rows } = await store.write((tx) => run(tx, 'select count(*) as count from probes'));
        expect(rows).toEqual([{ count: 0 }]);
      });
    },
  );

  // The driver of Postgres has timers of its own.
  if (engine !== 'sqlite') return;

  it('is not probed while all goes well, nor after a write that is refused for another reason', async () => {
    await insertAccount(store);
    await expect(store.write((tx) => run(tx, 'insert into accounts (name) values (null)'))).rejects.not.toBeInstanceOf(StoreUnavailable);
    expect(vi.getTimerCount()).toBe(0);
    await store.ping();
  });

  it.each(['SQLITE_IOERR_FSYNC', 'SQLITE_READONLY_DBMOVED', 'SQLITE_CANTOPEN'])(
    'that fails with %s is probed, but not after close',
    async (code) => {
      await expect(store.write(() => Promise.reject(Object.assign(new Error(code), { code })))).rejects.toBeInstanceOf(StoreUnavailable);
      expect(vi.getTimerCount()).toBe(1);
      await store.close();
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});
