import { Worker } from 'node:worker_threads';
import type { CleanFile, Uncleanable } from '@assay/operations';
import { Turns } from '../turns.ts';
import { cleanPicture, type PictureType, pictures } from './clean-picture.ts';
import type { Cleaning } from './thread.ts';

/**
 * A file has 10 MiB; what it unpacks to is bounded where it says so, and otherwise by time and by how much this process grows: buffers are
 * not counted by the limits of a thread. One file at a time, so that growth is its. `waiting`: of an account.
 */
const usual = { ms: 30_000, growth: 700 * 1024 * 1024, lookMs: 25, waiting: 30 };
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

const inThread = (thread: URL, cleaning: Cleaning, { ms, growth, lookMs }: typeof usual): Promise<Uint8Array | Uncleanable> =>
  new Promise((resolve, reject) => {
    const before = process.memoryUsage.rss();
    const worker = new Worker(thread, { workerData: cleaning, resourceLimits });
    const late = setTimeout(() => end('too-slow'), ms);
    const look = setInterval(() => process.memoryUsage.rss() - before > growth && end('too-large'), lookMs);
    const release = (): void => {
      clearTimeout(late);
      clearInterval(look);
      void worker.terminate();
    };
    const end = (cleaned: Uint8Array | Uncleanable): void => {
      release();
      resolve(cleaned);
    };
    worker.once('message', end);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return end('too-large');
      release();
      reject(error);
    });
    worker.once('exit', () => {
      release();
      reject(new Error('the thread that cleans files ended without a result'));
    });
  });

const isPicture = (type: string): type is PictureType => pictures.some((one) => one === type);

/** Takes what may name its author out of files. `thread`: the script for documents. */
export const makeCleanFile = (thread: URL | undefined, bounds = usual): CleanFile => {
  const turns = new Turns();
  return async ({ accountId, type }, read) => {
    if (type === 'text') return read();
    if (type === 'zip') return 'archive';
    if (turns.waitingOf(accountId) >= bounds.waiting) return 'busy';
    return turns.run(accountId, async () => {
      const bytes = await read();
      if (bytes === undefined) return undefined;
      if (isPicture(type)) return cleanPicture(type, bytes);
      if (thread === undefined) throw new Error('this process has no thread that cleans documents');
      return inThread(thread, { type, bytes }, bounds);
    });
  };
};
