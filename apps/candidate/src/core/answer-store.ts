import type { Browser } from './browser.ts';
import { type Area, type Keep, type Key, keepInMemory, openKeep } from './keep.ts';
import type { WindowEvent } from './protocol.ts';
import type { Answer } from './types.ts';

/** `sentRevision`: the highest revision the server said it has, 0 for none; below `revision` the answer is still to be sent. */
export type AnswerRecord = {
  readonly questionId: number;
  readonly answer: Answer;
  readonly revision: number;
  readonly sentRevision: number;
  readonly flagged: boolean;
};

/** The window was left at `at` (server's clock). `sure` is false while it may have been only a reload. */
export type Away = { readonly eventId: string; readonly at: number; readonly sure: boolean };

/** What this device keeps of one attempt. Nothing here rejects: what cannot be kept durably is kept until the page is closed. */
export type AnswerStore = {
  readonly persistent: () => boolean;
  /** Drops what is kept of an earlier attempt under the same address (one that was reset). */
  readonly begin: (startedAt: string) => Promise<void>;
  readonly records: () => Promise<readonly AnswerRecord[]>;
  readonly put: (record: AnswerRecord) => Promise<void>;
  readonly events: () => Promise<readonly WindowEvent[]>;
  readonly addEvent: (event: WindowEvent) => Promise<void>;
  readonly removeEvents: (eventIds: readonly string[]) => Promise<void>;
  readonly away: () => Promise<Away | undefined>;
  readonly setAway: (away: Away | undefined) => Promise<void>;
  readonly cameraConsent: () => Promise<boolean>;
  readonly setCameraConsent: () => Promise<void>;
  /** Resolves when every write so far is durable, or known not to be. */
  readonly settled: () => Promise<void>;
  /** Forgets everything: an answer must not stay on a shared device once the attempt is over. */
  readonly clear: () => Promise<void>;
  readonly close: () => void;
};

/** Every write goes to memory and to the durable keep; reads ask the durable one, which other tabs write to as well. */
const createDouble = (durable: Keep | undefined, lost: () => void) => {
  const memory = keepInMemory();
  let trusted = durable;
  const writes = new Set<Promise<void>>();

  const distrust = () => {
    if (trusted === undefined) return;
    trusted = undefined;
    lost();
  };
  const write = async (change: (keep: Keep) => Promise<void>): Promise<void> => {
    const inMemory = change(memory);
    const done = trusted === undefined ? inMemory : change(trusted).catch(distrust);
    writes.add(done);
    await done;
    writes.delete(done);
  };
  const read = async <Value>(look: (keep: Keep) => Promise<Value>): Promise<Value> => {
    if (trusted === undefined) return look(memory);
    await Promise.all(writes);
    return look(trusted).catch(() => {
      distrust();
      return look(memory);
    });
  };
  return {
    distrust,
    durable: () => trusted !== undefined,
    all: (area: Area) => read((keep) => keep.all(area)),
    get: (area: Area, key: Key) => read((keep) => keep.get(area, key)),
    put: (area: Area, key: Key, value: unknown) => write((keep) => keep.put(area, key, value)),
    remove: (area: Area, keys: readonly Key[]) => write((keep) => keep.remove(area, keys)),
    clear: () => write((keep) => keep.clear()),
    settled: async () => {
      while (writes.size > 0) await Promise.all(writes);
    },
    close: () => durable?.close(),
  };
};

type Deps = {
  /** Already a digest: the token itself must not be readable from the names of databases. */
  readonly name: string;
  readonly browser: Pick<Browser, 'indexedDB' | 'setTimeout' | 'clearTimeout'>;
  /** Called once when what was durable no longer is. */
  readonly onLost: () => void;
};

/** Opens what this device keeps, in IndexedDB, else in memory. */
export const openAnswerStore = async ({ name, browser, onLost }: Deps): Promise<AnswerStore> => {
  let double: ReturnType<typeof createDouble> | undefined;
  const keep = await openKeep({ name, browser, broken: () => double?.distrust() });
  const kept = createDouble(keep, onLost);
  double = kept;

  return {
    persistent: kept.durable,
    begin: async (startedAt) => {
      if ((await kept.get('facts', 'startedAt')) === startedAt) return;
      await kept.clear();
      await kept.put('facts', 'startedAt', startedAt);
    },
    // Written here, as these types.
    records: async () => (await kept.all('answers')) as AnswerRecord[],
    put: (record) => kept.put('answers', record.questionId, record),
    events: async () => (await kept.all('events')) as WindowEvent[],
    addEvent: (event) => kept.put('events', event.eventId, event),
    removeEvents: (eventIds) => kept.remove('events', eventIds),
    away: async () => (await kept.get('facts', 'away')) as Away | undefined,
    setAway: (away) => (away === undefined ? kept.remove('facts', ['away']) : kept.put('facts', 'away', away)),
    cameraConsent: async () => (await kept.get('facts', 'camera')) === true,
    setCameraConsent: () => kept.put('facts', 'camera', true),
    settled: kept.settled,
    clear: kept.clear,
    close: kept.close,
  };
};
