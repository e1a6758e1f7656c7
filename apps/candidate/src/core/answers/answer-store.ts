import { type Answer, AttemptState, type CodeAnswer } from '@assay/domain/take';
import type { Language } from '../server/languages.ts';
import type { Attempt, Proof, TypedEdit, WindowEvent } from '../server/protocol.ts';
import { type Area, type Key, type KeyValueStore, memoryStore, openIndexedDb, type StorageBrowser } from './key-value-store.ts';

/** `setAside`: the candidate saw the stored answer and chose this one. */
export type Sent = {
  readonly answer: Answer;
  readonly revision: number;
  readonly setAside?: boolean | undefined;
  readonly proof?: Proof | undefined;
  readonly pasted?: number | undefined;
};

/** The text of a field, as it was typed. `counts` is false while it is no answer: the answer before it stays. */
export type Typed = { readonly text: string; readonly counts: boolean };

/** Of a question that is answered with a program: the language that was chosen, and the text in each that the candidate saw. */
export type Drafts = {
  readonly language: CodeAnswer['language'];
  readonly texts: { readonly [Language in CodeAnswer['language']]?: string | undefined };
};

/**
 * `sentRevision`: the last revision that this device saw acknowledged, 0 for none; below `revision` the answer is still to be sent.
 * `trying` was sent and had no response: it is repeated until it has one, before anything newer is sent. Otherwise an answer whose
 * response got lost would look like one from elsewhere. `delivered`: the revision that the server has although it does not count.
 */
export type AnswerRecord = {
  readonly questionId: number;
  readonly answer: Answer;
  readonly revision: number;
  readonly sentRevision: number;
  readonly flagged: boolean;
  readonly trying?: Sent | undefined;
  /** Only on this device, and only where it is more than the answer says. */
  readonly typed?: Typed | undefined;
  /** Only on this device. */
  readonly drafts?: Drafts | undefined;
  readonly proof?: Proof | undefined;
  /** Characters that were pasted into the field on this device. */
  readonly pasted?: number | undefined;
  readonly delivered?: number | undefined;
};

const isUndelivered = ({ revision, sentRevision, delivered }: AnswerRecord): boolean => revision > sentRevision && revision !== delivered;

/** The server's latest ticket, and the device's clock when it came. */
export type StoredTicket = { readonly text: string; readonly wallClock: number };

/** The question that was shown last. `unsent`: the server does not know it, or the flags, yet. */
export type StoredPlace = { readonly questionId: number; readonly unsent: boolean };

/**
 * What was typed into programs and the server does not have yet. The first `trying` edits were sent as `batch`, and stay as they are until
 * that has a response. `recorded`: by `questionId language`, the text that all edits so far make; what it lacks is recorded with the next.
 */
export type StoredTyping = {
  readonly edits: readonly TypedEdit[];
  readonly trying: number;
  readonly batch: number;
  readonly recorded: Readonly<Record<string, string>>;
};

/** What the page shows of a running attempt when it is opened without a network. `clockOffset`: the device's clock minus the server's, ms. */
export type Paper = { readonly attempt: Attempt; readonly clockOffset: number | null };

/** The window was left at `at` (server's clock). `sure` is false while it may have been only a reload. */
export type Away = { readonly eventId: string; readonly at: number; readonly sure: boolean };

/** Writes to memory and through to the durable store; reads the durable one, which other tabs write to as well. */
const writeThroughStore = (durable: KeyValueStore | undefined, onLost: () => void) => {
  const memory = memoryStore();
  let trusted = durable;
  const writes = new Set<Promise<void>>();

  const lose = () => {
    if (trusted === undefined) return;
    trusted = undefined;
    onLost();
  };
  const write = async (change: (store: KeyValueStore) => Promise<void>): Promise<void> => {
    const inMemory = change(memory);
    const done = trusted === undefined ? inMemory : change(trusted).catch(lose);
    writes.add(done);
    await done;
    writes.delete(done);
  };
  const read = async <Value>(query: (store: KeyValueStore) => Promise<Value>): Promise<Value> => {
    await Promise.all(writes);
    if (trusted === undefined) return query(memory);
    return query(trusted).catch(() => {
      lose();
      return query(memory);
    });
  };
  return {
    lose,
    persistent: () => trusted !== undefined,
    all: (area: Area) => read((store) => store.all(area)),
    get: (area: Area, key: Key) => read((store) => store.get(area, key)),
    put: (area: Area, key: Key, value: unknown) => write((store) => store.put(area, key, value)),
    remove: (area: Area, keys: readonly Key[]) => write((store) => store.remove(area, keys)),
    clear: () => write((store) => store.clear()),
  };
};

type Deps = {
  /** A digest of the token: the token itself must not be readable from the names of databases. */
  readonly name: string;
  readonly browser: StorageBrowser;
  /** Called once when what was durable no longer is. */
  readonly onLost: () => void;
};

/**
 * Opens what this device stores of one attempt, in IndexedDB, else in memory. Nothing here rejects: what cannot be stored durably lasts
 * until the page is closed.
 */
export const openAnswerStore = async ({ name, browser, onLost }: Deps) => {
  const durable = await openIndexedDb(browser, name, () => store.lose());
  const store = writeThroughStore(durable, onLost);

  return {
    persistent: store.persistent,
    /** Drops what is stored of an earlier attempt under the same address (one that was reset). */
    begin: async (startedAt: string) => {
      if ((await store.get('facts', 'startedAt')) === startedAt) return;
      await store.clear();
      await store.put('facts', 'startedAt', startedAt);
    },
    // Only this file writes them, as these types.
    records: async () => (await store.all('answers')) as AnswerRecord[],
    put: (record: AnswerRecord) => store.put('answers', record.questionId, record),
    remove: (questionId: number) => store.remove('answers', [questionId]),
    events: async () => (await store.all('events')) as WindowEvent[],
    addEvent: (event: WindowEvent) => store.put('events', event.eventId, event),
    removeEvents: (eventIds: readonly string[]) => store.remove('events', eventIds),
    away: async () => ((await store.get('facts', 'away')) as Away | undefined) ?? null,
    setAway: (away: Away | null) => (away === null ? store.remove('facts', ['away']) : store.put('facts', 'away', away)),
    cameraConsent: async () => (await store.get('facts', 'camera')) === true,
    setCameraConsent: () => store.put('facts', 'camera', true),
    place: async () => ((await store.get('facts', 'place')) as StoredPlace | undefined) ?? null,
    setPlace: (place: StoredPlace) => store.put('facts', 'place', place),
    typing: async () => ((await store.get('facts', 'typing')) as StoredTyping | undefined) ?? null,
    setTyping: (typing: StoredTyping) => store.put('facts', 'typing', typing),
    ticket: async () => ((await store.get('facts', 'ticket')) as StoredTicket | undefined) ?? null,
    setTicket: (ticket: StoredTicket) => store.put('facts', 'ticket', ticket),
    // A later version of the page may have written it.
    paper: async (): Promise<Paper | null> => {
      const paper = (await store.get('facts', 'paper')) as Paper | undefined;
      const attempt = AttemptState.safeParse(paper?.attempt);
      return paper !== undefined && attempt.success ? { ...paper, attempt: attempt.data } : null;
    },
    setPaper: (paper: Paper | null) => (paper === null ? store.remove('facts', ['paper']) : store.put('facts', 'paper', paper)),
    languages: async () => ((await store.get('facts', 'languages')) as readonly Language[] | undefined) ?? [],
    setLanguages: (languages: readonly Language[]) => store.put('facts', 'languages', languages),
    /** The session that holds the attempt: a page that is opened after the deadline sends in its name what is left here. */
    session: async () => (await store.get('facts', 'session')) as string | undefined,
    setSession: (sessionId: string) => store.put('facts', 'session', sessionId),
    /** Drops everything but answers that the server never got; returns these. */
    clear: async (): Promise<AnswerRecord[]> => {
      const kept = ((await store.all('answers')) as AnswerRecord[]).filter(isUndelivered);
      await store.clear();
      for (const record of kept) await store.put('answers', record.questionId, record);
      return kept;
    },
  };
};
