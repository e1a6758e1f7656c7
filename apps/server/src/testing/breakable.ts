import type { Store } from '@assay/store';

/** A store whose calls can be made to fail. */
export const createBreakableStore = (store: Store) => {
  let fault: Error | undefined;
  const guarded =
    <Arguments extends unknown[], Value>(call: (...args: Arguments) => Promise<Value>) =>
    async (...args: Arguments): Promise<Value> => {
      if (fault !== undefined) throw fault;
      return call(...args);
    };
  const wrapped: Store = {
    ...store,
    read: (work) => guarded(() => store.read(work))(),
    write: (work, row) => guarded(() => store.write(work, row))(),
    ping: guarded(store.ping),
  };
  return {
    store: wrapped,
    /** Every call of the store fails with `error` while `work` runs. */
    during: async <Value>(error: Error, work: () => Promise<Value>): Promise<Value> => {
      fault = error;
      try {
        return await work();
      } finally {
        fault = undefined;
      }
    },
  };
};
