import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from '@assay/runtime';
import type { BaseLogger } from 'pino';

export type Loop = {
  readonly name: string;
  /** Milliseconds between polls when there was nothing to do. */
  readonly every: number;
  /** Does what is due and returns how much; after more than 0 the next run follows at once. */
  readonly run: () => Promise<number>;
  /** Milliseconds that more urgent work still takes; the loop runs when it is 0. */
  readonly waits?: () => number;
};

/** Gets the result of each run, for the metrics. */
export type LoopWatch = {
  readonly loopSucceeded: (loop: string) => void;
  readonly loopFailed: (loop: string, failures: number) => void;
};

const longestBackoff = 60_000;

/**
 * Runs loops side by side until stopped. Polling is the truth and `wake` only a hint: a lost hint costs one pause. A loop that fails is
 * logged and backs off; the others continue.
 */
export const startLoops = (loops: readonly Loop[], log: Pick<BaseLogger, 'error'>, watch: LoopWatch) => {
  const stopping = new AbortController();
  const sleepers = new Map<string, AbortController>();
  const woken = new Set<string>();

  const sleep = async (name: string, milliseconds: number): Promise<void> => {
    if (woken.delete(name) || stopping.signal.aborted) return;
    const sleeper = new AbortController();
    sleepers.set(name, sleeper);
    // The pause rejects only when `wake` or `stop` ends it early.
    await pause(milliseconds, undefined, { signal: AbortSignal.any([sleeper.signal, stopping.signal]) }).catch(() => undefined);
    sleepers.delete(name);
    woken.delete(name);
  };

  /** False once `stop` was called. */
  const mayRun = async ({ waits = () => 0 }: Loop): Promise<boolean> => {
    for (let left = waits(); left > 0 && !stopping.signal.aborted; left = waits())
      await pause(left, undefined, { signal: stopping.signal }).catch(() => undefined);
    return !stopping.signal.aborted;
  };

  const drive = async (loop: Loop): Promise<void> => {
    const { name, every, run } = loop;
    let failures = 0;
    while (await mayRun(loop)) {
      try {
        // A wake before this run asks for no other one.
        woken.delete(name);
        const done = await run();
        failures = 0;
        watch.loopSucceeded(name);
        if (done === 0) await sleep(name, every);
      } catch (error) {
        failures += 1;
        watch.loopFailed(name, failures);
        const backoff = Math.min(every * 2 ** failures, longestBackoff);
        log.error({ err: describeError(error), loop: name, failures, retryInMs: backoff }, 'a loop failed');
        await sleep(name, backoff);
      }
    }
  };

  const running = loops.map(drive);
  return {
    wake: (name: string): void => {
      woken.add(name);
      sleepers.get(name)?.abort();
    },
    /** Resolves when every run under way has ended. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
