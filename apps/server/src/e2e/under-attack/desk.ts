import { createHash } from 'node:crypto';
import type { Grounds } from './grounds.ts';

/** What the service has acknowledged to an honest candidate, to be read back at the end. */
export type Acknowledged = {
  readonly invitation: number;
  /** By question; of a file its id. */
  readonly answers: Readonly<Record<number, unknown>>;
  /** Of the uploaded file. */
  readonly digest: string;
};

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What an honest party works with, and writes down. */
export type Desk = {
  readonly grounds: Grounds;
  /** Milliseconds from the first try to the success: a 429 or 503 that is retried is a delay. */
  readonly timed: <Value>(operation: string, work: () => Promise<Value>) => Promise<Value>;
  readonly isOver: () => boolean;
  readonly retried: () => void;
  readonly acknowledged: { readonly attempts: Acknowledged[]; readonly invited: number[]; readonly versions: Record<string, number> };
};
