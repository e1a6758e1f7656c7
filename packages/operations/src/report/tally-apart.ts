import { Worker } from 'node:worker_threads';
import type { TestTally } from '@assay/domain';
import { type StoredAttempt, tallyAttempt } from './tally-attempt.ts';
import type { TallyMessage } from './tally-thread.ts';

/** Where attempts are added up. `tally`: with all of them. */
export type Adder = {
  readonly add: (attempts: readonly StoredAttempt[]) => Promise<void>;
  readonly tally: () => Promise<TestTally>;
  readonly close: () => Promise<void>;
};

/** In this thread. */
export const addHere = (tally: TestTally): Adder => ({
  add: async (attempts) => {
    for (const attempt of attempts) tallyAttempt(tally, attempt);
  },
  tally: async () => tally,
  close: async () => undefined,
});

/** In a process: each page of a report counts attempts, and many may be opened at once. */
const mostThreads = 2;
let threads = 0;

/** Far above what a tally and twenty attempts need. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * In a thread of its own, whose script is `thread`: the next attempts are read while it adds the ones before. Undefined while there are as
 * many threads as may be.
 */
export const addApart = (thread: URL, tally: TestTally): Adder | undefined => {
  if (threads >= mostThreads) return undefined;
  const worker = new Worker(thread, { workerData: tally, resourceLimits });
  threads += 1;
  let settle: { readonly resolve: (response: TestTally | null) => void; readonly reject: (error: Error) => void } | undefined;
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    settle?.reject(failure);
  };
  worker.on('message', (response: TestTally | null) => settle?.resolve(response));
  worker.on('error', fail);
  worker.on('exit', () => {
    threads -= 1;
    fail(new Error('the thread of the statistics ended'));
  });
  const respond = (message: TallyMessage): Promise<TestTally | null> =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      if (failure === undefined) worker.postMessage(message);
      else reject(failure);
    });
  let last: Promise<TestTally | null> = Promise.resolve(null);
  const send = async (message: TallyMessage): Promise<void> => {
    await last;
    last = respond(message);
    // The next message gets the failure, so it is handled.
    last.catch(() => undefined);
  };
  return {
    add: send,
    tally: async () => {
      await send(null);
      const whole = await last;
      if (whole === null) throw new Error('the thread of the statistics sent no tally');
      return whole;
    },
    close: async () => {
      await worker.terminate();
    },
  };
};
