import type { Store } from '@assay/store';

/** What a transaction needs first, and takes long. `prepare` makes it, outside transactions. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
  readonly prepare: (store: Store) => Promise<void>;

  constructor(what: string, prepare: NotReady['prepare']) {
    super(`${what} is made ready outside transactions`);
    this.prepare = prepare;
  }
}

/** Far more than any transaction needs. */
const mostPrepared = 50;

const again = async <Value>(store: Store, work: () => Promise<Value>): Promise<Value> => {
  for (let prepared = 0; ; prepared += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotReady) || prepared === mostPrepared) throw error;
      await error.prepare(store);
    }
};

/**
 * A store whose transactions are undone where they need what is not ready, and run again once it is. They must not wait for it, because others
 * wait for them; and to parse a test of 16 MB within one takes 120 ms.
 */
export const makingReady = (store: Store): Store => ({
  ...store,
  read: (work) => again(store, () => store.read(work)),
  readSlice: (accountId, work) => again(store, () => store.readSlice(accountId, work)),
  write: (work, row) => again(store, () => store.write(work, row)),
});
