import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { deferred, eventually } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, rawQuery, type Tx } from '../db.ts';
import * as accounts from '../repositories/account/accounts.ts';
import { type Store, StoreUnavailable } from '../store.ts';
import { insertAccount } from '../testing/fixtures.ts';
import { countLockWaits, makeTestDatabase, openTestStore, type TestStore, testPostgresUrl } from '../testing/index.ts';
import { openPostgres, type PostgresOptions } from './postgres-store.ts';

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

describe.each(testPostgresUrl === undefined ? [] : ['postgres'])('time-outs and pools on %s', () => {
  let database: Awaited<ReturnType<typeof makeTestDatabase>>;
  beforeAll(async () => {
    database = await makeTestDatabase();
  });
  afterAll(() => database.drop());
  const open = async (options: PostgresOptions, work: (store: Store) => Promise<void>): Promise<void> => {
    const store = openPostgres(database.url, options);
    try {
      await work(store);
    } finally {
      await store.close();
    }
  };
  const run = (db: Db, sql: string) => db.kysely.executeQuery(rawQuery(sql, []));
  /** Holds the lock on an account until the returned function is called. */
  const holdLock = async (store: Store) => {
    const { account_id } = await insertAccount(store);
    const [locked, unlocked] = [deferred(), deferred()];
    const lock = store.write(async (tx) => {
      await accounts.lock(tx, account_id);
      locked.resolve();
      await unlocked.promise;
    });
    await locked.promise;
    return {
      account_id,
      unlock: () => {
        unlocked.resolve();
        return lock;
      },
    };
  };

  it('every connection for reads and writes has limits, those of a migration have none', async () => {
    const settings = async (db: Db) => {
      const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];
      return Promise.all(names.map(async (name) => Object.values((await run(db, `show ${name}`)).rows[0] ?? {})[0]));
    };
    await open({}, async (store) => {
      const found = [await store.read(settings), await store.write(settings)];
      expect(found).toEqual([
        ['5s', '30s', '10s'],
        ['5s', '30s', '10s'],
      ]);
      await store.migrate();
    });
  });

  it.each([
    ['a statement', { statement: 50 }, (tx: Tx) => run(tx, 'select pg_sleep(60)')],
    [
      'a process that stands still in a transaction',
      { idleInTransaction: 50 },
      async (tx: Tx) => {
        await run(tx, 'select 1');
        await pause(500);
        await run(tx, 'select 1');
      },
    ],
  ])('%s that takes too long is StoreUnavailable, and the next write works', async (_, limits, work) => {
    await open({ limits }, async (store) => {
      await expect(store.write<unknown>(work)).rejects.toBeInstanceOf(StoreUnavailable);
      // On a busy machine the limit may be too short for it.
      await eventually(() => insertAccount(store));
    });
  });

  it('a lock that is not had in time is StoreUnavailable, and had when it is released', async () => {
    await open({ limits: { lock: 50 } }, async (store) => {
      const { account_id, unlock } = await holdLock(store);
      await expect(store.write((tx) => accounts.lock(tx, account_id))).rejects.toBeInstanceOf(StoreUnavailable);
      await store.ping();
      await unlock();
      await store.write((tx) => accounts.lock(tx, account_id));
    });
  });

  it('reads and the ping do not wait for writes that have all connections', async () => {
    await open({ connections: { writes: 3 }, limits: { lock: 60_000, idleInTransaction: 0 } }, async (store) => {
      const { account_id, unlock } = await holdLock(store);
      const waiting = [store.write((tx) => accounts.lock(tx, account_id)), store.write((tx) => accounts.lock(tx, account_id))];
      await eventually(async () => expect(await countLockWaits(store)).toBe(2));
      await store.ping();
      expect(await store.read((db) => accounts.find(db, account_id))).toMatchObject({ account_id });
      await unlock();
      await Promise.all(waiting);
    });
  });

  it('a process has no more connections than it is given', async () => {
    await open({ connections: { writes: 3, reads: 2 } }, async (store) => {
      await Promise.all(Array.from({ length: 20 }, () => Promise.all([insertAccount(store), store.read((db) => accounts.list(db))])));
      const count = 'select count(*) as count from pg_stat_activity where datname = current_database()';
      expect((await store.read((db) => run(db, count))).rows).toEqual([{ count: 5 }]);
    });
  });

  it('close waits for the writes that wait for a row, and leaves no connection', async () => {
    await open({ connections: { writes: 1 } }, async (other) => {
      const { account_id, unlock } = await holdLock(other);
      const store = openPostgres(database.url);
      const writes = Array.from({ length: 5 }, () => store.write((tx) => accounts.lock(tx, account_id), 'a'));
      const closed = store.close();
      await unlock();
      await Promise.all(writes);
      await closed;
      const mine = 'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
      await eventually(async () => expect((await other.write((tx) => run(tx, mine))).rows).toEqual([]));
    });
  });
});
