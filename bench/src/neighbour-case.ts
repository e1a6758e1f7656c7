import type { Load } from './load.ts';
import type { Started } from './processes.ts';

/** Sends `atOnce` requests (1), and when all are answered the next ones, but at most every so many milliseconds (0). */
export type Neighbour = {
  readonly urls: readonly string[];
  /** POST with this body; else GET. */
  readonly body?: string;
  /** Each request has an Idempotency-Key of its own. */
  readonly isKeyed?: boolean;
  readonly atOnce?: number;
  readonly every?: number;
};

/** Everybody else. */
export type Others = { readonly name: string; readonly of: Started; readonly load: Load };

export type Case<Seeded> = {
  readonly name: string;
  readonly others: (seeded: Seeded) => readonly Others[];
  readonly neighbour: (seeded: Seeded) => Neighbour;
  /** What holds the neighbour up; the result ends it. */
  readonly hold?: (seeded: Seeded) => Promise<() => Promise<void>>;
};

export type Cases<Seeded> = {
  readonly cases: readonly Case<Seeded>[];
  readonly open: (directory: string) => Promise<{ readonly seeded: Seeded; readonly close: () => Promise<void> }>;
};
