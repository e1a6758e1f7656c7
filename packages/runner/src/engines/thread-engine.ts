import type { Limits, Offer, Run, Task } from '../program.ts';
import type { BoundedOutput } from './bounded-output.ts';

/** What one run tells before its processor time is known. The supervisor of the thread measures that, and ends the thread at the limit. */
export type ThreadRun = Omit<Run, 'seconds'>;

/** A program that was compiled in a thread. A run writes to `output` as it goes, so that it survives the end of the thread. */
export type Compiled = { run(task: Task, output: BoundedOutput): ThreadRun };

/** Thrown by an engine that cannot go on in this thread although it knows how the run ended: that is reported, and the thread replaced. */
export class Spent extends Error {
  readonly run: ThreadRun;
  constructor(run: ThreadRun) {
    super('the engine cannot go on in this thread');
    this.run = run;
  }
}

/**
 * An embedded engine. Its programs run in a thread of a child process that holds nothing; `run` blocks that thread until the program has
 * ended, and a thread whose program reached its time limit is ended and replaced.
 */
export type ThreadEngine<Shared> = {
  readonly offers: readonly Offer[];
  /** The stack that its threads need (`resourceLimits.stackSizeMb`), if Node's 4 MiB are too small. */
  readonly stackMegabytes?: number;
  /** Prepared when a program first needs it, in a thread apart, and given up when it is idle: for an engine that takes long and is used less. */
  readonly isLazy?: boolean;
  /** Once in each child process: loads what all its threads share, such as a compiled module or a snapshot of memory. It can be cloned to a thread. `assets`: the folder of this package's own files, `RunnerOptions.assets`. */
  readonly prepare: (assets: URL) => Promise<Shared>;
  /** Once in each thread. `compile` returns the run to report instead when the source is no program; no run sees what another one left behind. */
  readonly open: (shared: Shared) => Promise<{
    compile(program: { readonly language: string; readonly source: string; readonly limits: Limits }): Compiled | ThreadRun;
  }>;
};
