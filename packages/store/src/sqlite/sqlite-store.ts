import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { clockSources } from '../clock-sources.ts';
import { workFor } from '../fair-queue.ts';
import { migrate } from '../migrations/migrate.ts';
import type { MigratingEngine } from '../migrations/online.ts';
import { ServiceClock } from '../service-clock.ts';
import { watchStorage } from '../storage-faults.ts';
import { errorCode, type Store, StoreUnavailable, storeClock } from '../store.ts';
import { GroupCommit } from './group-commit.ts';
import { GroupRead } from './group-read.ts';
import { sqliteHandle } from './handle.ts';
import { largestLog, watchLog } from './log-watch.ts';
import { sqliteTraits } from './traits.ts';

/** What outlives a power cut: with `FULL` every commit. `OFF` is for tests, which would wait for their disk most of the time. */
type Synchronous = 'FULL' | 'OFF';

/** `timeout`: milliseconds that SQLite may block the event loop while another process holds the lock it needs. */
const open = (file: string, timeout: number, synchronous: Synchronous): Database.Database => {
  const database = new Database(file, { timeout });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${synchronous}`);
    database.pragma('foreign_keys = ON');
    // Without it a file that was ever large stays so.
    database.pragma(`journal_size_limit = ${largestLog}`);
    database.pragma('cache_size = -65536');
    database.pragma('mmap_size = 268435456');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** The writer does not block: GroupCommit retries instead. A reader waits only while SQLite recovers. */
const writerTimeout = 0;
const readerTimeout = 50;

const retryWhileBusy = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error)?.startsWith('SQLITE_BUSY') !== true) throw error;
      if (tries === 200) throw new StoreUnavailable('another process keeps the database locked', { cause: error });
      await pause(10 + Math.random() * 20);
    }
  }
};

const isStorageFault = (error: unknown): boolean => /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(errorCode(error) ?? '');

/** The embedded engine: one file, WAL, a writer with group commit and a reader that it does not block. */
export const openSqlite = async (file: string, clock: (() => number) | undefined, synchronous: Synchronous = 'FULL'): Promise<Store> => {
  const writer = await retryWhileBusy(async () => open(file, writerTimeout, synchronous));
  const service = new ServiceClock(clockSources(), false);
  const now = clock === undefined ? async () => service.read(Date.now()) : async () => clock();
  const reader = await retryWhileBusy(async () => open(file, readerTimeout, synchronous));
  const handle = sqliteHandle(writer, now);
  const readHandle = sqliteHandle(reader, now);
  const commits = new GroupCommit(writer, handle);
  const reads = new GroupRead(reader, readHandle);
  const log = watchLog(file, writer);
  const inWriter: MigratingEngine['run'] = (work) => commits.run((tx) => work(tx.kysely));
  const store: Store = {
    engine: 'sqlite',
    clock: clock === undefined ? storeClock(service, async () => Date.now()) : undefined,
    read: (work) => reads.run(work),
    readSlice: (accountId, work) => workFor([`account ${accountId}`, 'long reads'], () => reads.run(work)),
    write: (work) => commits.run(work),
    // Inside the write lock, so that two processes cannot run the same step of a migration.
    migrate: (plan) => migrate({ traits: sqliteTraits, run: inWriter, alone: (work) => work({ transaction: inWriter }) }, plan),
    ping: async () => {
      reader.prepare('select 1').get();
    },
    close: async () => {
      await log.stop();
      await commits.idle();
      await reads.idle();
      for (const { kysely } of [handle, readHandle]) await kysely.destroy();
      // Kysely closes only what it has used.
      for (const database of [writer, reader]) database.close();
    },
  };
  return watchStorage(store, isStorageFault);
};
