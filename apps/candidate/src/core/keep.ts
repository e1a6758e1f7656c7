import { wrap } from 'idb';
import type { Browser } from './browser.ts';

/** Values by key in named areas, on this device. */
export type Keep = {
  readonly all: (area: Area) => Promise<unknown[]>;
  readonly get: (area: Area, key: Key) => Promise<unknown>;
  readonly put: (area: Area, key: Key, value: unknown) => Promise<void>;
  readonly remove: (area: Area, keys: readonly Key[]) => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly close: () => void;
};

export type Area = 'answers' | 'events' | 'facts';
export type Key = string | number;

const areas = ['answers', 'events', 'facts'] as const satisfies Area[];

/** Forgets with the page. */
export const keepInMemory = (): Keep => {
  const kept = { answers: new Map<Key, unknown>(), events: new Map<Key, unknown>(), facts: new Map<Key, unknown>() };
  return {
    all: async (area) => [...kept[area].values()],
    get: async (area, key) => kept[area].get(key),
    put: async (area, key, value) => {
      kept[area].set(key, value);
    },
    remove: async (area, keys) => {
      for (const key of keys) kept[area].delete(key);
    },
    clear: async () => {
      for (const area of areas) kept[area].clear();
    },
    close: () => {},
  };
};

/** Survives reloads and crashes. `broken` is called when the browser takes the database away. Rejects when it cannot be opened. */
const keepInIndexedDb = async (factory: IDBFactory, name: string, broken: () => void): Promise<Keep> => {
  const request = factory.open(name, 1);
  request.onupgradeneeded = () => {
    for (const area of areas) request.result.createObjectStore(area);
  };
  await wrap(request);
  const database = wrap(request.result);
  database.addEventListener('close', broken);
  return {
    all: (area) => database.getAll(area),
    get: (area, key) => database.get(area, key),
    put: async (area, key, value) => {
      await database.put(area, value, key);
    },
    remove: async (area, keys) => {
      const work = database.transaction(area, 'readwrite');
      await Promise.all([...keys.map((key) => work.store.delete(key)), work.done]);
    },
    clear: async () => {
      const work = database.transaction([...areas], 'readwrite');
      await Promise.all([...areas.map((area) => work.objectStore(area).clear()), work.done]);
    },
    close: () => database.close(),
  };
};

// Some browsers in private mode never answer an open: the test must not wait for them.
const openWithinMs = 3_000;

type Deps = {
  readonly name: string;
  readonly browser: Pick<Browser, 'indexedDB' | 'setTimeout' | 'clearTimeout'>;
  readonly broken: () => void;
};

/** IndexedDB where the browser has it and opens it in time; otherwise undefined. */
export const openKeep = async ({ name, browser, broken }: Deps): Promise<Keep | undefined> => {
  const { indexedDB } = browser;
  if (indexedDB === undefined) return undefined;
  let timer: number | undefined;
  let late = false;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = browser.setTimeout(() => {
      late = true;
      resolve(undefined);
    }, openWithinMs);
  });
  const opened = keepInIndexedDb(indexedDB, name, broken).then(
    (keep) => {
      if (late) keep.close();
      return keep;
    },
    () => undefined,
  );
  const keep = await Promise.race([opened, tooLate]);
  browser.clearTimeout(timer);
  return keep;
};
