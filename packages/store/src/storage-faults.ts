import { randomBytes } from 'node:crypto';
import { type Store, StoreUnavailable } from './store.ts';

/** From a write that the storage refused to the first probe, and from each probe to the next. */
export const probePause = 5000;

/** Takes pages of its own, because a full disk still takes changes in place. Random: Postgres would compress it. */
const filler = (): string => randomBytes(48 * 1024).toString('base64');

/** Two transactions, because one that deletes what it wrote needs no room. */
const probe = async ({ write }: Store): Promise<void> => {
  await write((tx) => tx.kysely.withTables<{ probes: { filler: string } }>().insertInto('probes').values({ filler: filler() }).execute());
  await write((tx) => tx.kysely.withTables<{ probes: { filler: string } }>().deleteFrom('probes').execute());
};

/**
 * Says StoreUnavailable for what the storage refuses (a full disk, an I/O error, a database that only reads). From then on `ping` fails
 * too, until a probe has written a row: that a connection answers says nothing of the disk. Nothing is probed while all goes well.
 */
export const watchStorage = (store: Store, isStorageFault: (error: unknown) => boolean): Store => {
  let unavailable: StoreUnavailable | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const explain = (error: unknown): unknown => {
    if (!isStorageFault(error)) return error;
    unavailable = new StoreUnavailable('the storage of the database refuses writes', { cause: error });
    if (timer === undefined && !closed) probeLater();
    return unavailable;
  };
  const guarded = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw explain(error);
    }
  };
  const probeLater = (): void => {
    timer = setTimeout(async () => {
      try {
        await probe(store);
        unavailable = undefined;
        timer = undefined;
      } catch {
        if (!closed) probeLater();
      }
    }, probePause);
    timer.unref();
  };
  return {
    ...store,
    read: (work) => guarded(() => store.read(work)),
    readSlice: (accountId, work) => guarded(() => store.readSlice(accountId, work)),
    write: (work, row) => guarded(() => store.write(work, row)),
    ping: async () => {
      if (unavailable !== undefined) throw unavailable;
      await guarded(store.ping);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await store.close();
    },
  };
};
