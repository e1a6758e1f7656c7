import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';

/** Pages of the log from which a commit copies it into the database: 32 MiB, so that a page that many writes change is copied once. */
const pagesAtCommit = 8192;

/** Bytes. A log beyond it is one that a commit could not copy, because a reader was left open. */
export const largestLog = 64 * 1024 * 1024;

const every = 1000;

/** First copies beside those who write, and then, when all is copied, empties the file in an instant in which nobody else does. */
const source = `
const { workerData: { file, driver, pause } } = require('node:worker_threads');
const database = new (require(driver))(file, { timeout: 50 });
database.pragma('synchronous = FULL');
const checkpoint = (mode) => database.pragma('wal_checkpoint(' + mode + ')')[0];
const step = () => {
  const { log, checkpointed } = checkpoint('PASSIVE');
  if (log === checkpointed && checkpoint('TRUNCATE').busy === 0) database.close();
  else setTimeout(step, pause);
};
step();
`;

/**
 * Keeps the write-ahead log small. While a reader is left open (a backup, a shell) the log only grows, and the first commit after it would
 * copy all of it: seconds in which the event loop stands still. Beyond `largestLog` a thread copies it instead.
 */
export const watchLog = (file: string, writer: Database): { stop(): Promise<void> } => {
  writer.pragma(`wal_autocheckpoint = ${pagesAtCommit}`);
  let copying: Worker | undefined;
  const look = async (): Promise<void> => {
    const { size } = await stat(`${file}-wal`);
    if (size <= largestLog || copying !== undefined || !writer.open) return;
    writer.pragma('wal_autocheckpoint = 0');
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    copying = new Worker(source, { eval: true, workerData: { file, driver, pause: every } });
    copying.unref();
    // What it could not do now it tries again at the next look.
    copying.on('error', () => undefined);
    copying.on('exit', () => {
      copying = undefined;
      if (writer.open) writer.pragma(`wal_autocheckpoint = ${pagesAtCommit}`);
    });
  };
  const timer = setInterval(() => void look().catch(() => undefined), every);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await copying?.terminate();
    },
  };
};
