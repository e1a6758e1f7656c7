import type { Offer, Program, Run } from '../program.ts';

/**
 * An engine whose programs are processes. It is called in a child process that holds no secret, and takes one program at a time: more
 * child processes run more programs. `run` gives one run for each task, in their order and as they are done; what `signal` stopped is
 * `not-run`.
 */
export type ProcessEngine = {
  readonly offers: () => Promise<readonly Offer[]>;
  readonly run: (program: Program, signal: AbortSignal) => AsyncIterable<Run>;
};
