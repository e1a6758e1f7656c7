import { type End, ends, type Offer, type Program, type Run } from '../program.ts';
import type { Owner, QueueLimits, QueueRefusal } from './fair-queue.ts';

/** `aborted`: nobody waits for it any more. `untested`: which engine runs it, or whether one does, is known after a self-test. */
export type Refusal = QueueRefusal | 'not-offered' | 'untested' | 'invalid' | 'closed' | 'aborted';

/** One run for each task, in their order, or why there are none. */
export type Outcome =
  | { readonly runs: readonly Run[] }
  | {
      readonly refused: Refusal;
      readonly message: string;
      /** Of `untested`: when to come again, later the more programs do. */
      readonly againInMs?: number;
    };

/** Counters only grow; gauges tell how it is now. Seconds are of processor time, waits of wall time. */
export type RunnerMetrics = {
  readonly counters: {
    readonly programs: number;
    readonly refused: Readonly<Record<Refusal, number>>;
    readonly runs: Readonly<Record<End, number>>;
    readonly runSeconds: number;
    readonly waitSeconds: number;
    readonly childStarts: number;
    readonly childDeaths: number;
    readonly threadsReplaced: number;
  };
  readonly gauges: {
    readonly waiting: number;
    readonly running: number;
    readonly accountsWaiting: number;
    readonly size: number;
    /** Of these, for programs that no candidate waits for. */
    readonly sizeOfOthers: number;
    /** Programs that wait for a self-test, also those that were refused and come again. */
    readonly untested: number;
  };
};

/** Is told of runs, in their order, before the outcome; not of all, and not by every runner. */
export type ReportRun = (index: number, run: Run) => void;

export type Runner = {
  /** What is known to be offered by now; for a program of a language the first one that has its mode. */
  offers(): readonly Offer[];
  /**
   * `signal` takes the program out of the queue, or ends it where it runs: the outcome is then `aborted` at once. A program that waits for
   * a self-test waits here, but for one that comes again: it is refused, so that it holds no place meanwhile.
   */
  run(program: Program, owner: Owner, signal?: AbortSignal, report?: ReportRun): Promise<Outcome>;
  /** How many programs go before the next one of this owner; undefined when none of theirs is known to wait. */
  ahead?(owner: Owner): number | undefined;
  metrics(): RunnerMetrics;
  close(): Promise<void>;
};

export const usualQueue: QueueLimits = { waiting: 1_000, perAccount: 200, perAttempt: 4 };

export const refusals: Readonly<Record<Refusal, string>> = {
  'queue-full': 'Too many programs wait to be run; try again',
  'account-limit': 'Too many programs of this account wait or run; try again',
  'attempt-limit': 'Too many programs of this attempt wait or run; try again',
  'not-offered': 'This installation does not run programs of this language in this way',
  untested: 'The engine of this language is in its self-test; try again',
  invalid: 'The program cannot be run',
  closed: 'Programs are no longer run; try again',
  aborted: 'Nobody waits for the program any more',
};

const zero = <Key extends string>(keys: readonly Key[]): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;

/** What every runner counts. */
export const openTally = () => {
  const refused = zero(Object.keys(refusals) as Refusal[]);
  const runs = zero(ends);
  const totals = { programs: 0, runSeconds: 0, waitSeconds: 0, childStarts: 0, childDeaths: 0, threadsReplaced: 0 };
  return {
    totals,
    refuse: (reason: Refusal, message: string = refusals[reason]): Outcome => {
      refused[reason] += 1;
      return { refused: reason, message };
    },
    count: (done: readonly Run[]): void => {
      for (const { end, seconds } of done) {
        runs[end] += 1;
        totals.runSeconds += seconds;
      }
    },
    counters: (): RunnerMetrics['counters'] => ({ ...totals, refused: { ...refused }, runs: { ...runs } }),
  };
};
