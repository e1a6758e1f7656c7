import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Nice values of threads beside the one that answers requests, above programs of candidates: `short` for work of milliseconds that a request
 * waits for; `long` for work that may take seconds, which nothing short waits behind.
 */
const niceness = { short: 2, long: 5 } as const;
export type Niceness = keyof typeof niceness;

/**
 * Lowers the priority of the thread that calls it: threads that all have the priority of the process would take its cores from the one
 * that answers requests. Only Linux has a priority for each thread, and the link leads to the directory of the thread that reads it;
 * elsewhere the thread keeps its own.
 */
export const runInBackground = (how: Niceness): void => {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number.parseInt(readFileSync('/proc/thread-self/stat', 'utf8'), 10), niceness[how]);
  } catch {
    // Not allowed, or no /proc: the thread works all the same, beside the others.
  }
};
