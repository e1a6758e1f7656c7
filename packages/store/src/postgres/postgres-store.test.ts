import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { eventually } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery, type Tx } from '../db.ts';
import * as accounts from '../repositories/account/accounts.ts';
import { type Store, StoreUnavailable } from '../store.ts';
import { insertAccount } from '../testing/fixtures.ts';
import { openTestStore, type TestStore, testPostgresUrl } from '../testing/index.ts';
import { openPostgres } from './postgres-store.ts';

/** Resolves for each once `parties` have arrived; later ones pass. */
const makeMeeting = (parties: number) => {
  const waiting: (() => void)[] = [];
  let arrived = 0;
  return () =>
    new Promise<void>((resolve) => {
      arrived += 1;
      waiting.push(resolve);
      if (arrived >= parties) for (const go of waiting.splice(0)) go();
    });
};

describe.each(testPostgresUrl === undefined ? [] : ['postgres'])('writes on %s', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore('postgres');
  });
  afterAll(() => store.dispose());

  const countOf = async (accountId: number) => (await store.read((db) => accounts.find(db, accountId)))?.tests_count;

  it('both finish when they deadlock', async () => {
    const [one, other] = await Promise.all([insertAccount(store), insertAccount(store)]);
    const meet = makeMeeting(2);
    let runs = 0;
    const inOrder = (first: number, second: number) =>
      store.write(async (tx) => {
        runs += 1;
        await accounts.countTests(tx, first, 1);
        await meet();
        await accounts.countTests(tx, second, 1);
      });
    await Promise.all([inOrder(one.account_id, other.account_id), inOrder(other.account_id, one.account_id)]);
    expect([await countOf(one.account_id), await countOf(other.account_id)]).toEqual([2, 2]);
    // On a loaded machine the one that gave way may meet the other again.
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it('both finish when they cannot be serialized', async () => {
    const { account_id } = await insertAccount(store);
    const meet = makeMeeting(2);
    const increment = async (tx: Tx) => {
      await tx.kysely.executeQuery(rawQuery('set transaction isolation level serializable', []));
      const read = await accounts.find(tx, account_id);
      await meet();
      const tests_count = (read?.tests_count ?? 0) + 1;
      await tx.kysely.updateTable('accounts').set({ tests_count }).where('account_id', '=', account_id).execute();
    };
    await Promise.all([store.write(increment), store.write(increment)]);
    expect(await countOf(account_id)).toBe(2);
  });

  it('are given up with the error of the database when they never serialize', async () => {
    let runs = 0;
    const write = store.write((tx) => {
      runs += 1;
      return tx.kysely.executeQuery(rawQuery(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`, []));
    });
    await expect(write).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(10);
  });

  it('say StoreUnavailable when their connection is cut, and the next write works', async () => {
    const write = store.write((tx) => tx.kysely.executeQuery(rawQuery('select pg_terminate_backend(pg_backend_pid())', [])));
    await expect(write).rejects.toBeInstanceOf(StoreUnavailable);
    await insertAccount(store);
  });

  it('go on after the server dropped idle connections', async () => {
    await Promise.all(Array.from({ length: 10 }, () => insertAccount(store)));
    const others = 'datname = current_database() and pid <> pg_backend_pid()';
    await store.read((db) =>
      db.kysely.executeQuery(rawQuery(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`, [])),
    );
    await eventually(() => Promise.all(Array.from({ length: 10 }, () => insertAccount(store))));
  });
});

describe('a Postgres server that does not answer', () => {
  const refuse = async (store: Store) => {
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(insertAccount(store)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.read((db) => accounts.findFirst(db))).rejects.toBeInstanceOf(StoreUnavailable);
    await store.close();
  };
  const listen = async (onConnection: (socket: Socket) => void) => {
    const server = createServer(onConnection).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no TCP port');
    return { server, url: `postgres://assay@127.0.0.1:${address.port}/assay` };
  };

  it('is StoreUnavailable when nothing listens', async () => {
    const { server, url } = await listen(() => undefined);
    server.close();
    await once(server, 'close');
    await refuse(openPostgres(url));
  });

  it('is StoreUnavailable when it hangs up', async () => {
    const { server, url } = await listen((socket) => socket.destroy());
    await refuse(openPostgres(url));
    server.close();
  });
});
