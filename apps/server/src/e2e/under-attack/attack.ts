import type { Socket } from 'node:net';
import type { Exchange } from './exchange.ts';
import type { Grounds } from './grounds.ts';

export type Sent = { readonly status: number; readonly text: string };

/** What one hostile client has: one address, a line of 20 Mbit/s, and no reason to obey. */
export type Client = {
  readonly grounds: Grounds;
  /** One request with the hostile key unless `key` says otherwise; a connection that breaks is status 0. Bodies go at the line's speed. */
  readonly send: (
    method: string,
    path: string,
    options?: Pick<Exchange, 'headers'> & { body?: string | Uint8Array; key?: string | null },
  ) => Promise<Sent>;
  /** The result of an envelope, undefined of a refusal. */
  readonly ask: <Result>(method: string, path: string, body?: unknown) => Promise<Result | undefined>;
  /** A connection of its own, which is closed when the attack rests. Undefined if it was refused. */
  readonly open: () => Promise<Socket | undefined>;
  /** Starts `work` again and again until the attack rests: so often a second, and so many at the same time. */
  readonly repeat: (
    rate: { readonly perSecond: number; readonly atOnce: number },
    work: (count: number) => Promise<unknown>,
  ) => Promise<void>;
  /** Rejects nothing; ends early when the attack rests. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly isOver: () => boolean;
  /** For the table: how many connections were opened, for example. */
  readonly note: (text: string) => void;
};

export type Attack = {
  readonly name: string;
  /** What it needs, once and before anything is measured; then what it does until it is over. */
  readonly prepare: (client: Client) => Promise<() => Promise<unknown>>;
};

/** An attack that needs nothing before. */
export const attack = (name: string, run: (client: Client) => Promise<unknown>): Attack => ({
  name,
  prepare: async (client) => () => run(client),
});
