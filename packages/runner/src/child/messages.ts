import type { Offer, Program, Run } from '../program.ts';

/**
 * What a child process is started with, as JSON in its first argument. `size`: programs at the same time. `idle`: threads that are kept
 * without one. `offers`: what a self-test found
 * before, for an engine that opens with it.
 */
export type ChildSettings = {
  readonly kind: string;
  readonly size: number;
  readonly idle: number;
  readonly stuckSeconds: number;
  readonly slowest: number;
  readonly offers: readonly Offer[];
  /** The URL of the folder with the files of embedded engines. */
  readonly assets: string;
};

/** To a child process: to run a program, or to leave off with it. Either way `done` is reported at last. */
export type Order = { readonly id: number; readonly program: Program } | { readonly id: number; readonly program: null };

/** From a child process. A run is reported when it is done, so that it survives what happens to the next one. */
export type Report =
  | { readonly kind: 'ready'; readonly offers: readonly Offer[] }
  | { readonly kind: 'run'; readonly id: number; readonly index: number; readonly run: Run }
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'thread-replaced' };

/** To a thread: the tasks before `from` are done. `output` is the memory of `bounded-output.ts`. */
export type ThreadOrder = { readonly program: Program; readonly from: number; readonly output: SharedArrayBuffer };

/** From a thread. `id`: of the thread in the system; null where that is not told. `cpu`: its processor time in seconds when a phase began. */
export type ThreadReport =
  | { readonly kind: 'open'; readonly id: number | null }
  | { readonly kind: 'compiling'; readonly cpu: number }
  | { readonly kind: 'running'; readonly index: number; readonly cpu: number }
  | { readonly kind: 'run'; readonly index: number; readonly run: Run }
  | { readonly kind: 'done' }
  | { readonly kind: 'spent' };

export const notRun = (reason: string): Run => ({ end: 'not-run', stdout: '', stderr: reason, seconds: 0, memory: null });
