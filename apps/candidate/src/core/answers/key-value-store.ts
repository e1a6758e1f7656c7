import type { Browser } from '../browser.ts';

export type StorageBrowser = Pick<Browser, 'indexedDB' | 'setTimeout' | 'clearTimeout'>;

const areas = ['answers', 'events', 'facts'] as const;
export type Area = (typeof areas)[number];
export type Key = string | number;

/** Values by key in named areas, on this device. */
export type KeyValueStore = {
  readonly all: (area: Area) => Promise<unknown[]>;
  readonly get: (area: Area, key: Key) => Promise<unknown>;
  readonly put: (area: Area, key: Key, value: unknown) => Promise<void>;
  readonly remove: (area: Area, keys: readonly Key[]) => Promise<void>;
  readonly clear: () => Promise<void>;
};

/** Lasts as long as the page. */
export const memoryStore = (): KeyValueStore => {
  const values = { answers: new Map<Key, unknown>(), events: new Map<Key, unknown>(), facts: new Map<Key, unknown>() };
  return {
    all: async (area) => [...values[area].values()],
    get: async (area, key) => values[area].get(key),
    put: async (area, key, value) => {
      values[area].set(key, value);
    },
    remove: async (area, keys) => {
      for (const key of keys) values[area].delete(key);
    },
    clear: async () => {
      for (const area of areas) values[area].clear();
    },
  };
};

const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Survives reloads and crashes. `onClosed` is called when the browser closes the database. Rejects when it cannot be opened. */
const indexedDbStore = async (factory: IDBFactory, name: string, onClosed: () => void): Promise<KeyValueStore> => {
  const opening = factory.open(name, 1);
  opening.onupgradeneeded = () => {
    for (const area of areas) opening.result.createObjectStore(area);
  };
  const database = await resultOf(opening);
  database.onclose = onClosed;
  const read = (area: Area) => database.transaction(area).objectStore(area);
  /** Resolves when the change is durable: a request that succeeds may still be undone with its transaction. */
  const write = (names: readonly Area[], change: (store: IDBObjectStore) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(names, 'readwrite');
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      for (const area of names) change(transaction.objectStore(area));
    });
  return {
    all: async (area) => resultOf(read(area).getAll()),
    get: async (area, key) => resultOf(read(area).get(key)),
    put: (area, key, value) => write([area], (store) => store.put(value, key)),
    remove: (area, keys) =>
      write([area], (store) => {
        for (const key of keys) store.delete(key);
      }),
    clear: () => write(areas, (store) => store.clear()),
  };
};

// Some browsers in private mode never respond to an open: the test must not wait for them for ever. A device that is busy takes seconds,
// and without its storage a reload would lose what was not sent.
const openWithinMs = 10_000;

/** IndexedDB where the browser has it and opens it in time; otherwise undefined. */
export const openIndexedDb = async (browser: StorageBrowser, name: string, onClosed: () => void): Promise<KeyValueStore | undefined> => {
  const { indexedDB } = browser;
  if (indexedDB === undefined) return undefined;
  let timer: number | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = browser.setTimeout(() => resolve(undefined), openWithinMs);
  });
  const store = await Promise.race([indexedDbStore(indexedDB, name, onClosed).catch(() => undefined), timeout]);
  browser.clearTimeout(timer);
  return store;
};
