import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rawQuery, type Tx } from '../db.ts';
import { workFor } from '../fair-queue.ts';
import { openStore } from '../open-store.ts';
import * as accounts from '../repositories/account/accounts.ts';
import * as tests from '../repositories/assessment/tests.ts';
import { type Store, StoreUnavailable } from '../store.ts';
import { insertAccount, mintTest, testRow } from '../testing/fixtures.ts';
import { makeTestDirectory } from '../testing/index.ts';

describe('group commit', () => {
  let store: Store;
  let file: string;
  let another: Database.Database;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    const directory = await makeTestDirectory();
    remove = directory.remove;
    file = join(directory.path, 'assay.db');
    store = await openStore({ engine: 'sqlite', file });
    another = new Database(file, { timeout: 0 });
    // Writes take no time, so that all that are ready fit into one batch.
    vi.spyOn(performance, 'now').mockReturnValue(0);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    if (another.open) another.close();
    await store.close();
    await remove();
  });

  const insert = (tx: Tx, name: string) => accounts.insert(tx, { name, email: '', time_zone_id: 190, created_at: 0 });
  /** What another connection, so only what is committed, sees. */
  const committed = (): string[] => another.prepare('select name from accounts order by account_id').pluck().all() as string[];
  const outcomes = async (writes: Promise<unknown>[]) => (await Promise.allSettled(writes)).map(({ status }) => status);

  it('commits many concurrent writes in the order of the calls', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `row ${index}`);
    await Promise.all(names.map((name) => store.write((tx) => insert(tx, name))));
    expect(committed()).toEqual(names);
  });

  it('resolves each write only after the COMMIT', async () => {
    const seen: number[] = [];
    let duringTheBatch: string[] | undefined;
    const write = (name: string) =>
      store
        .write(async (tx) => {
          duringTheBatch = committed();
          await insert(tx, name);
        })
        .then(() => seen.push(committed().length));
    await Promise.all(['one', 'two', 'three'].map(write));
    expect(duringTheBatch).toEqual([]);
    expect(seen).toEqual([3, 3, 3]);
  });

  it('rejects a failed write, too, only after the COMMIT', async () => {
    let seen: string[] | undefined;
    const failing = store
      .write(async () => {
        throw new Error('refused');
      })
      .catch(() => {
        seen = committed();
      });
    await Promise.all([failing, store.write((tx) => insert(tx, 'neighbour'))]);
    expect(seen).toEqual(['neighbour']);
  });

  it('undoes a failing closure alone, whatever it had written', async () => {
    const failing = store.write(async (tx) => {
      await insert(tx, 'undone');
      await insert(tx, 'undone too');
      throw new Error('refused');
    });
    const settled = await outcomes([store.write((tx) => insert(tx, 'before')), failing, store.write((tx) => insert(tx, 'after'))]);
    expect(settled).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(committed()).toEqual(['before', 'after']);
  });

  it('undoes a closure that throws before it awaits anything, and one that breaks a rule of the schema', async () => {
    const throwing = store.write(() => {
      throw new Error('at once');
    });
    const breaking = store.write(async (tx) => {
      await insert(tx, 'undone');
      await tests.insert(tx, testRow(10 ** 9));
    });
    expect(await outcomes([throwing, breaking, store.write((tx) => insert(tx, 'kept'))])).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(committed()).toEqual(['kept']);
  });

  it('runs a batch once, and again only when one of its closures fails; effects of the first run are dropped', async () => {
    const { account_id } = await insertAccount(store);
    const happened: string[] = [];
    const write = (name: string, fail = false) =>
      store.write(async (tx) => {
        happened.push(`${name} runs`);
        tx.afterCommit(() => happened.push(`${name} is committed`));
        await accounts.countTests(tx, account_id, 1);
        if (fail) throw new Error('refused');
      });
    const countNow = async () => (await store.read((db) => accounts.find(db, account_id)))?.tests_count;
    await Promise.all([write('one'), write('two')]);
    expect(happened.splice(0)).toEqual(['one runs', 'two runs', 'one is committed', 'two is committed']);
    expect(await outcomes([write('three'), write('four', true), write('five')])).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const again = ['three runs', 'four runs', 'five runs', 'three is committed', 'five is committed'];
    expect(happened.splice(0)).toEqual(['three runs', 'four runs', ...again]);
    expect(await outcomes([write('alone', true)])).toEqual(['rejected']);
    expect(happened).toEqual(['alone runs']);
    expect(await countNow()).toBe(4);
  });

  it('undoes those that fail alone when several of a batch do', async () => {
    const write = (index: number) =>
      store.write(async (tx) => {
        await insert(tx, `${index}`);
        if (index % 3 === 1) throw new Error('refused');
      });
    await outcomes(Array.from({ length: 9 }, (_, index) => write(index)));
    expect(committed()).toEqual(['0', '2', '3', '5', '6', '8']);
  });

  it('reads a test once for a batch, as it is after the writes before, and not as one left it that was undone', async () => {
    const { account_id, test_id } = await mintTest(store, { status: 'Active' });
    const seen: unknown[] = [];
    const look = () => store.write(async (tx) => seen.push((await tests.find(tx, account_id, test_id))?.status));
    const change = (status: tests.Test['status'], fail = false) =>
      store.write(async (tx) => {
        const test = await tests.find(tx, account_id, test_id);
        if (test !== undefined) await tests.setStatus(tx, test, status, 0);
        await tests.find(tx, account_id, test_id);
        if (fail) throw new Error('refused');
      });
    await Promise.all([look(), change('Inactive'), look(), look()]);
    expect(seen.splice(0)).toEqual(['Active', 'Inactive', 'Inactive']);
    await outcomes([look(), change('Archived', true), look()]);
    expect(seen.slice(-2)).toEqual(['Inactive', 'Inactive']);
    await Promise.all([look(), change('Active')]);
    await look();
    expect(seen.slice(-2)).toEqual(['Inactive', 'Active']);
    const find = (tx: Tx) => tests.find(tx, account_id, test_id);
    const whileItChanges = store.write(async (tx) => {
      const test = await find(tx);
      if (test !== undefined) await Promise.all([tests.setStatus(tx, test, 'Archived', 0), find(tx)]);
    });
    await Promise.all([whileItChanges, look()]);
    expect(seen.at(-1)).toBe('Archived');
  });

  it('never lets two closures interleave', async () => {
    let inside = 0;
    let most = 0;
    const write = (index: number) =>
      store.write(async (tx) => {
        inside += 1;
        most = Math.max(most, inside);
        await insert(tx, `${index}`);
        await accounts.findFirst(tx);
        await insert(tx, `${index}`);
        inside -= 1;
        if (index % 2 === 1) throw new Error('refused');
      });
    await outcomes(Array.from({ length: 100 }, (_, index) => write(index)));
    expect(most).toBe(1);
    expect(committed()).toEqual(Array.from({ length: 100 }, (_, index) => `${index - (index % 2)}`));
  });

  it('shows a closure what the one before it in the batch wrote', async () => {
    const { account_id } = await insertAccount(store);
    const seen = await Promise.all(
      Array.from({ length: 10 }, () =>
        store.write(async (tx) => {
          await accounts.countTests(tx, account_id, 1);
          return (await accounts.find(tx, account_id))?.tests_count;
        }),
      ),
    );
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('hides uncommitted rows from readers and does not block them', async () => {
    let seen: unknown = 'nothing was read';
    await store.write(async (tx) => {
      await insert(tx, 'unseen');
      seen = await store.read((db) => accounts.findFirst(db));
    });
    expect(seen).toBeUndefined();
  });

  it('fails the whole batch when the COMMIT fails, stores nothing of it, and continues', async () => {
    const breaking = store.write(async (tx) => {
      await tx.kysely.executeQuery(rawQuery('pragma defer_foreign_keys = on', []));
      await tests.insert(tx, testRow(10 ** 9));
    });
    expect(await outcomes([store.write((tx) => insert(tx, 'before')), breaking, store.write((tx) => insert(tx, 'after'))])).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(committed()).toEqual([]);
    await store.write((tx) => insert(tx, 'next'));
    expect(committed()).toEqual(['next']);
  });

  const limitPages = (pages: number) => store.write((tx) => tx.kysely.executeQuery(rawQuery(`pragma max_page_count = ${pages}`, [])));

  it('undoes the closure that fills the disk alone when SQLite undoes its statement alone, and goes on', async () => {
    await limitPages(1);
    const large = 'x'.repeat(100_000);
    const writes = ['before', large, 'after'].map((name) => store.write((tx) => insert(tx, name)));
    expect(await outcomes(writes)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(committed()).toEqual(['before', 'after']);
    await limitPages(1_000_000);
    await store.write((tx) => insert(tx, large));
    expect(committed()).toContain(large);
  });

  describe('when a full disk makes SQLite roll back everything', () => {
    // Without a key to number, SQLite keeps no journal of the single statement, so that it can only undo the whole transaction.
    const fill = (tx: Tx) => tx.kysely.executeQuery(rawQuery('insert into filler values (zeroblob(1000000))', []));
    beforeEach(async () => {
      another.exec('create table filler (content blob)');
      await store.write((tx) => insert(tx, 'acknowledged'));
      await limitPages(1);
    });

    it('fails those that had begun, stores nothing of them and everything before them, and continues', async () => {
      const settled = await outcomes([
        store.write((tx) => insert(tx, 'before')),
        store.write(fill),
        store.write((tx) => insert(tx, 'after')),
      ]);
      expect(settled).toEqual(['rejected', 'rejected', 'fulfilled']);
      expect(committed()).toEqual(['acknowledged', 'after']);
      await limitPages(1_000_000);
      await store.write((tx) => insert(tx, 'next'));
      expect(committed()).toEqual(['acknowledged', 'after', 'next']);
    });

    it('fails those that had begun also when the closure swallows the error', async () => {
      const settled = await outcomes([
        store.write((tx) => insert(tx, 'before')),
        store.write((tx) => fill(tx).catch(() => undefined)),
        store.write((tx) => insert(tx, 'after')),
      ]);
      expect(settled).toEqual(['rejected', 'rejected', 'fulfilled']);
      expect(committed()).toEqual(['acknowledged', 'after']);
    });
  });

  it('ends a batch when it has taken long, and lets others have a turn before the next', async () => {
    let now = 0;
    vi.mocked(performance.now).mockImplementation(() => now);
    const turns: string[] = [];
    let isOver = false;
    const count = () => {
      turns.push('turn');
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const write = (name: string) =>
      workFor(['somebody'], () =>
        store.write(async (tx) => {
          await insert(tx, name);
          now += 10;
          turns.push(`${name} ${committed().length}`);
        }),
      );
    await Promise.all(['one', 'two', 'three'].map(write));
    isOver = true;
    expect(turns.filter((turn) => turn !== 'turn')).toEqual(['one 0', 'two 0', 'three 2']);
    expect(turns.slice(turns.indexOf('two 0'), turns.indexOf('three 2'))).toContain('turn');
  });

  it('writes first for who has taken little of the time, and in the order of each one', async () => {
    let now = 0;
    vi.mocked(performance.now).mockImplementation(() => now);
    const write = (owner: string, name: string) =>
      workFor([owner], () =>
        store.write(async (tx) => {
          await insert(tx, name);
          now += 20;
        }),
      );
    const busy = ['a', 'b', 'c'].map((name) => write('busy', name));
    await busy[0];
    await Promise.all([...busy, write('modest', 'first of another')]);
    expect(committed()).toEqual(['a', 'first of another', 'b', 'c']);
  });

  it('waits for another process that holds the write lock, then writes', async () => {
    another.exec('begin immediate');
    let answered = false;
    const write = store
      .write((tx) => insert(tx, 'late'))
      .then(() => {
        answered = true;
      });
    // Reads go on meanwhile.
    expect(await store.read((db) => accounts.findFirst(db))).toBeUndefined();
    expect(answered).toBe(false);
    another.exec('commit');
    await write;
    expect(committed()).toEqual(['late']);
  });

  it('is StoreUnavailable when another process holds the write lock for too long, and continues afterwards', async () => {
    another.exec('begin immediate');
    // The clock leaps past every patience whenever it is read.
    let hours = 0;
    vi.mocked(performance.now).mockImplementation(() => {
      hours += 1;
      return hours * 3_600_000;
    });
    const writes = [store.write((tx) => insert(tx, 'one')), store.write((tx) => insert(tx, 'two'))];
    for (const write of writes) await expect(write).rejects.toBeInstanceOf(StoreUnavailable);
    vi.restoreAllMocks();
    another.exec('commit');
    expect(committed()).toEqual([]);
    await store.write((tx) => insert(tx, 'next'));
    expect(committed()).toEqual(['next']);
  });

  it('does not wait for the lock inside SQLite, which would hold up the event loop', async () => {
    const { rows } = await store.write((tx) => tx.kysely.executeQuery(rawQuery<{ timeout: number }>('pragma busy_timeout', [])));
    expect(rows[0]?.timeout).toBeLessThanOrEqual(5);
  });

  it('refuses a write after close, and finishes those before it', async () => {
    const before = store.write((tx) => insert(tx, 'before'));
    const closed = store.close();
    await before;
    await closed;
    await expect(store.write((tx) => insert(tx, 'after'))).rejects.toThrow();
    expect(committed()).toEqual(['before']);
  });

  it('lets go of the file on close, also when nobody had read', async () => {
    await store.write((tx) => insert(tx, 'row'));
    another.close();
    await store.close();
    // The last connection to close takes the write-ahead log away.
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});
