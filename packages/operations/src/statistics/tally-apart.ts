import { Worker } from 'node:worker_threads';
import type { TestTally } from '@assay/domain';
import { type Batch, makeTallier } from './tally-attempt.ts';
import type { TallyMessage } from './tally-thread.ts';

/** Where attempts are added up. `tally`: with all of them. */
export type Adder = {
  readonly add: (batch: Batch) => Promise<void>;
  readonly tally: () => Promise<TestTally>;
  readonly close: () => Promise<void>;
};

/** In this thread. */
export const addHere = (tally: TestTally): Adder => {
  const add = makeTallier(tally);
  return { add: async (batch) => add(batch), tally: async () => tally, close: async () => undefined };
};

/** In a process: each page of a report counts attempts, and many may be opened at once. */
const mostThreads = 2;
let threads = 0;

/** Batches that the thread has not added yet: so that neither thread waits for each pause of the other. */
const mostSent = 2;

/** Far above what a tally and 300 attempts need. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * In a thread of its own, whose script is `thread`: the next attempts are read while it adds those before. Undefined while there are as
 * many threads as may be.
 */
export const addApart = (thread: URL, tally: TestTally): Adder | undefined => {
  if (threads >= mostThreads) return undefined;
  const worker = new Worker(thread, { workerData: tally, resourceLimits });
  threads += 1;
  const waiting: { readonly resolve: (response: TestTally | null) => void; readonly reject: (error: Error) => void }[] = [];
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on('message', (response: TestTally | null) => waiting.shift()?.resolve(response));
  worker.on('error', fail);
  worker.on('exit', () => {
    threads -= 1;
    fail(new Error('the thread of the statistics ended'));
  });
  const post = (message: TallyMessage): Promise<TestTally | null> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      waiting.push({ resolve, reject });
      worker.postMessage(message);
    });
  const sent: Promise<unknown>[] = [];
  return {
    add: async (batch) => {
      const added = post(batch);
      // What comes next gets the failure too, so it is handled.
      added.catch(() => undefined);
      sent.push(added);
      if (sent.length > mostSent) await sent.shift();
    },
    tally: async () => {
      const whole = await post(null);
      if (whole === null) throw new Error('the thread of the statistics sent no tally');
      return whole;
    },
    close: async () => {
      await worker.terminate();
    },
  };
};
