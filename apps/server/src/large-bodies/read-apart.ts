import { Worker } from 'node:worker_threads';
import { err, type Refusal, type Result, refusal } from '@assay/domain';
import type { ReadApart } from '@assay/operations';
import { Turns } from '@assay/runtime';
import type { Task } from './thread.ts';

/**
 * Bodies of imports above this size are read in a thread of their own: a test file of 256 KiB can hold 10,000 options, and would keep
 * other requests waiting for 80 ms. Other routes take 256 KiB at most.
 */
export const largeFrom = 64 * 1024;

/** Of an account. One body is read and the others wait, so that ten imports at once take the memory of one thread. */
const longestQueue = 4;
/** Those that an account may send at the same time: no more than can be read. */
export const largeAtOnce = 1 + longestQueue;
/** Far above what any body needs, measured in `pnpm bench:requests`: a thread that reaches it within `JSON.parse` ends the process. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

export const tooManyLarge = refusal('service.unavailable', 'Too many large requests at the same time; try again');

type Read = Result<ReadApart, Refusal>;

const run = (thread: URL, task: Task): Promise<Read> =>
  new Promise((resolve, reject) => {
    // Moved and not copied: a body of this size has a buffer of its own.
    const worker = new Worker(thread, { workerData: task, transferList: [task.bytes.buffer as ArrayBuffer], resourceLimits });
    worker.on('message', resolve);
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('the thread ended without a result')));
  });

/**
 * Parses and validates bodies in another thread, whose script is `thread`. It ends with its body, so that it costs no memory at rest.
 * Accounts take turns: an account that sends one waits for one of each other.
 */
export const createReadApart = (thread: URL): ((accountId: number, task: Task) => Promise<Read>) => {
  const turns = new Turns();
  return async (accountId, task) =>
    turns.waitingOf(accountId) >= longestQueue ? err(tooManyLarge) : turns.run(accountId, () => run(thread, task));
};
