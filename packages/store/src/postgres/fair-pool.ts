import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { currentOwner, expected, FairQueue, type Owner } from '../fair-queue.ts';
import { StoreUnavailable } from '../store.ts';

type Taken = { readonly owner: Owner; readonly at: number };
type Waiting = { readonly owner: Owner; readonly begin: () => void; isGone: boolean };
type Connections = Pick<Pool, 'connect' | 'end' | 'options'> & {
  readonly on: (event: 'release', listener: (error: unknown, client: PoolClient) => void) => unknown;
};

export type FairPoolOptions = {
  /** Connections at the same time. */
  readonly most: number;
  /** Milliseconds that somebody waits for a connection. */
  readonly patience: number;
  readonly now?: () => number;
};

/**
 * The connections of a pool, of which all have a share by whom work is for: who had one for little time lately goes first, and while such
 * owners come, those who owe time have half of the connections. A pool alone gives them in the order in which they are asked for, and who
 * asks for a hundred is before everybody.
 */
export class FairPool implements PostgresPool {
  readonly #pool: Connections;
  readonly #options: FairPoolOptions;
  readonly #now: () => number;
  readonly #queue: FairQueue<Waiting>;
  readonly #used = new Map<PoolClient, Taken>();
  #taken = 0;
  #looksAgain = false;

  constructor(pool: Connections, options: FairPoolOptions) {
    this.#pool = pool;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#queue = new FairQueue(this.#now);
    pool.on('release', (_, client) => {
      const used = this.#used.get(client);
      this.#used.delete(client);
      if (used !== undefined) this.#leave(used);
    });
  }

  /** @throws StoreUnavailable when none is free in time */
  async connect(): Promise<PoolClient> {
    const owner = currentOwner();
    await this.#enter(owner);
    const taken = { owner, at: this.#now() };
    try {
      const client = await this.#pool.connect();
      this.#used.set(client, taken);
      return client;
    } catch (error) {
      this.#leave(taken);
      throw error;
    }
  }

  get options(): Pool['options'] {
    return this.#pool.options;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #enter(owner: Owner): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const waiting = { owner, begin, isGone: false };
      const timer = setTimeout(() => {
        waiting.isGone = true;
        reject(new StoreUnavailable('no connection to the database was free in time'));
      }, this.#options.patience);
      this.#queue.push(owner, waiting);
      this.#advance();
    });
  }

  #advance(): void {
    const { most } = this.#options;
    while (this.#queue.size > 0 && this.#taken < (this.#queue.isOfDebtors ? Math.ceil(most / 2) : most)) {
      const next = this.#queue.take();
      if (next === undefined || next.isGone) continue;
      this.#taken += 1;
      next.begin();
    }
    if (this.#queue.size > 0 && this.#taken < most) this.#lookAgain();
  }

  /** Others who were expected may not come, and those who have a connection may wait for one who has none. */
  #lookAgain(): void {
    if (this.#looksAgain) return;
    this.#looksAgain = true;
    setTimeout(() => {
      this.#looksAgain = false;
      this.#advance();
    }, expected).unref();
  }

  #leave({ owner, at }: Taken): void {
    this.#taken -= 1;
    this.#queue.spend(owner, (this.#now() - at) / this.#options.most);
    this.#advance();
  }
}
