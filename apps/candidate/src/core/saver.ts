import type { AnswerRecord, AnswerStore } from './answer-store.ts';
import { createBackoff } from './backoff.ts';
import type { Browser } from './browser.ts';
import type { Outcome, Protocol } from './protocol.ts';
import type { Answer, AnswerView, SaveState } from './types.ts';

/** Refusals after which no answer of this page can be saved any more. */
const finalCodes = new Set(['403.15', '403.16', '403.17', '403.18', '403.19']);

const atMostAtOnce = 3;

// Who never pauses typing is saved all the same, each so many debounces.
const patience = 5;

// Half a minute of back-off would be all the time there is after the deadline.
const hurriedPauseMs = 4_000;

type Deps = {
  readonly protocol: Pick<Protocol, 'saveAnswer'>;
  readonly store: Pick<AnswerStore, 'put'>;
  readonly browser: Pick<Browser, 'setTimeout' | 'clearTimeout' | 'monotonic' | 'online' | 'random'>;
  readonly debounceMs?: number;
  readonly onChange: (answers: ReadonlyMap<number, AnswerView>, overall: SaveState) => void;
  /** Called once, with the refusal's statuscode: nothing is sent from then on. */
  readonly onStopped: (statuscode: string) => void;
};

export type Saver = {
  /** Shows `records`, keeps them, and sends those the server does not have. Records not newer than what is here change nothing. */
  readonly load: (records: readonly AnswerRecord[]) => void;
  readonly records: () => readonly AnswerRecord[];
  readonly edit: (questionId: number, answer: Answer) => void;
  readonly flag: (questionId: number, on: boolean) => void;
  /** Sends without waiting for the debounce; nothing is waited for. */
  readonly sendNow: () => void;
  /** The network may be back: what waits is tried at once. */
  readonly wake: () => void;
  /** Resolves when nothing is left to send (true), or nothing can be sent any more or `giveUp` resolved (false). */
  readonly flush: (giveUp: Promise<unknown>) => Promise<boolean>;
  readonly stop: (statuscode: string) => void;
  readonly dispose: () => void;
};

type Entry = {
  record: AnswerRecord;
  sending: boolean;
  due: boolean;
  /** When the oldest edit that is not due yet was made; monotonic ms. */
  since: number | undefined;
  timer: number | undefined;
  /** The revision the server refused for its own sake: not sent again until edited. */
  refused: number | undefined;
};

const hasUnsent = ({ record, refused }: Entry): boolean => record.revision > record.sentRevision && record.revision !== refused;

/** Sends every edit by revision: one request at a time per question, so that an answer never overtakes its successor. */
export const createSaver = ({ protocol, store, browser, debounceMs = 600, onChange, onStopped }: Deps): Saver => {
  const entries = new Map<number, Entry>();
  const backoff = createBackoff(browser.random);
  let pause: number | undefined;
  let inFlight = 0;
  let stopped = false;
  let disposed = false;
  let hurried = false;
  let waiting: (() => void)[] = [];

  const entryOf = (questionId: number): Entry => {
    const known = entries.get(questionId);
    if (known !== undefined) return known;
    const record = { questionId, answer: null, revision: 0, sentRevision: 0, flagged: false };
    const fresh: Entry = { record, sending: false, due: false, since: undefined, timer: undefined, refused: undefined };
    entries.set(questionId, fresh);
    return fresh;
  };

  const saveStateOf = (entry: Entry): SaveState => {
    if (entry.record.revision <= entry.record.sentRevision) return 'saved';
    if (stopped || !hasUnsent(entry)) return 'stopped';
    return pause !== undefined || !browser.online() ? 'offline' : 'saving';
  };

  const tell = () => {
    if (disposed) return;
    const answers = new Map<number, AnswerView>();
    const states = new Set<SaveState>(stopped ? ['stopped'] : []);
    for (const [questionId, entry] of entries) {
      const save = saveStateOf(entry);
      states.add(save);
      answers.set(questionId, { answer: entry.record.answer, flagged: entry.record.flagged, save });
    }
    const worst = (['stopped', 'offline', 'saving'] as const).find((state) => states.has(state));
    onChange(answers, worst ?? 'saved');
    if (stopped || ![...entries.values()].some(hasUnsent)) {
      const told = waiting;
      waiting = [];
      for (const resolve of told) resolve();
    }
  };

  const keep = (entry: Entry, change: Partial<AnswerRecord>) => {
    entry.record = { ...entry.record, ...change };
    void store.put(entry.record);
  };

  const makeDue = (entry: Entry) => {
    browser.clearTimeout(entry.timer);
    entry.timer = undefined;
    entry.since = undefined;
    entry.due = hasUnsent(entry);
  };

  const pauseFor = (ms: number) => {
    browser.clearTimeout(pause);
    pause = browser.setTimeout(wake, hurried ? Math.min(ms, hurriedPauseMs) : ms);
  };

  const wake = () => {
    browser.clearTimeout(pause);
    pause = undefined;
    pump();
    tell();
  };

  const stop = (statuscode: string) => {
    if (stopped || disposed) return;
    stopped = true;
    browser.clearTimeout(pause);
    pause = undefined;
    for (const entry of entries.values()) browser.clearTimeout(entry.timer);
    tell();
    onStopped(statuscode);
  };

  type Result = Awaited<ReturnType<Protocol['saveAnswer']>>;

  const learn = (entry: Entry, sent: AnswerRecord, stored: Extract<Result, { type: 'ok' }>['value']) => {
    backoff.reset();
    if (stored.accepted) return keep(entry, { sentRevision: Math.max(entry.record.sentRevision, sent.revision) });
    const editedSince = entry.record.revision > sent.revision;
    if (stored.revision > sent.revision && !editedSince) {
      // Another tab or device saved later than this answer was typed.
      return keep(entry, { answer: stored.answer, revision: stored.revision, sentRevision: stored.revision });
    }
    keep(entry, { revision: Math.max(entry.record.revision, stored.revision + 1), sentRevision: stored.revision });
    if (entry.timer === undefined) entry.due = true;
  };

  const settle = (entry: Entry, sent: AnswerRecord, result: Result) => {
    switch (result.type) {
      case 'ok':
        return learn(entry, sent, result.value);
      case 'unreachable':
        entry.due = true;
        return pauseFor(backoff.next(result.retryAfterMs));
      case 'refused':
        backoff.reset();
        if (finalCodes.has(result.statuscode)) return stop(result.statuscode);
        entry.refused = sent.revision;
    }
  };

  const send = async (entry: Entry): Promise<void> => {
    const sent = entry.record;
    entry.due = false;
    entry.sending = true;
    inFlight += 1;
    const result: Outcome<{ accepted: boolean; answer: Answer; revision: number }> = await protocol.saveAnswer(
      sent.questionId,
      sent.answer,
      sent.revision,
    );
    entry.sending = false;
    inFlight -= 1;
    if (disposed || stopped) return;
    settle(entry, sent, result);
    pump();
    tell();
  };

  const pump = () => {
    if (stopped || disposed || pause !== undefined) return;
    for (const entry of entries.values()) {
      if (inFlight >= atMostAtOnce) return;
      if (entry.due && !entry.sending) void send(entry);
    }
  };

  return {
    load: (records) => {
      for (const record of records) {
        const known = entries.get(record.questionId);
        if (known !== undefined && record.revision <= known.record.revision) continue;
        const entry = entryOf(record.questionId);
        keep(entry, record);
        makeDue(entry);
      }
      pump();
      tell();
    },
    records: () => [...entries.values()].map(({ record }) => record),
    edit: (questionId, answer) => {
      if (stopped || disposed) return;
      const entry = entryOf(questionId);
      keep(entry, { answer, revision: entry.record.revision + 1 });
      entry.since ??= browser.monotonic();
      browser.clearTimeout(entry.timer);
      const left = entry.since + patience * debounceMs - browser.monotonic();
      entry.timer = browser.setTimeout(
        () => {
          makeDue(entry);
          pump();
        },
        Math.max(0, Math.min(debounceMs, left)),
      );
      tell();
    },
    flag: (questionId, on) => {
      if (disposed) return;
      keep(entryOf(questionId), { flagged: on });
      tell();
    },
    sendNow: () => {
      for (const entry of entries.values()) makeDue(entry);
      pump();
    },
    wake,
    flush: async (giveUp) => {
      hurried = true;
      for (const entry of entries.values()) makeDue(entry);
      wake();
      const unsent = () => [...entries.values()].some(hasUnsent);
      if (unsent() && !stopped) await Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), giveUp]);
      return !unsent();
    },
    stop,
    dispose: () => {
      disposed = true;
      browser.clearTimeout(pause);
      for (const entry of entries.values()) browser.clearTimeout(entry.timer);
    },
  };
};
