import { type Answer, isBlank, type SavedAnswer } from '@assay/domain/take';
import type { AnswerRecord } from './answer-store.ts';
import { type Answers, type Draft, type Entry, request } from './attempt-state.ts';
import type { Response } from './protocol.ts';
import { isDue, retryLater } from './retry.ts';

/** `offline`: stored on the device, sent when the server can be reached. `stopped`: the server accepts no more (time is up, taken over, …). */
export type SaveState = 'saved' | 'saving' | 'offline' | 'stopped';

export type AnswerView = { readonly answer: Answer; readonly flagged: boolean; readonly save: SaveState };

const requestsAtOnce = 3;
const debounceMs = 600;

// Without this limit, continuous typing would never be saved.
const longestDebounceMs = 3_000;

// Half a minute of back-off would be all the time there is after the deadline.
const submittingPauseMs = 4_000;

const noEntry = { sending: false, dueAt: null, editedAt: null, refused: null };

const isUnsent = ({ record, refused }: Entry): boolean => record.revision > record.sentRevision && record.revision !== refused;

const entriesOf = ({ entries }: Answers): readonly Entry[] => [...entries.values()];

export const hasUnsent = (answers: Answers): boolean => entriesOf(answers).some(isUnsent);

export const recordsOf = (answers: Answers): readonly AnswerRecord[] => entriesOf(answers).map(({ record }) => record);

const entryOf = ({ answers }: Draft, questionId: number): Entry =>
  answers.entries.get(questionId) ?? {
    ...noEntry,
    record: { questionId, answer: null, revision: 0, sentRevision: 0, flagged: false },
  };

const put = (draft: Draft, entry: Entry) => {
  const entries = new Map(draft.answers.entries).set(entry.record.questionId, entry);
  draft.answers = { ...draft.answers, entries };
};

/** Stores a change on the device before anything is sent. */
const store = (draft: Draft, entry: Entry, change: Partial<AnswerRecord>) => {
  const record = { ...entry.record, ...change };
  put(draft, { ...entry, record });
  draft.effects.push({ type: 'put-record', record });
};

const dueNow = (entry: Entry, now: number): Entry => ({ ...entry, editedAt: null, dueAt: isUnsent(entry) ? now : null });

/**
 * The answers that count when the page opens: per question the higher revision, of an equal one the server's. A local one above the
 * server's is still to be sent, also when the server once had it: a server restored from a backup gets it again.
 */
export const mergeAnswers = (saved: readonly SavedAnswer[], local: readonly AnswerRecord[]): AnswerRecord[] => {
  const merged = new Map<number, AnswerRecord>(
    saved.map(({ questionId, answer, revision }) => [questionId, { questionId, answer, revision, sentRevision: revision, flagged: false }]),
  );
  for (const record of local) {
    const server = merged.get(record.questionId);
    if (server === undefined || record.revision > server.revision)
      merged.set(record.questionId, { ...record, sentRevision: server?.revision ?? 0 });
    else merged.set(record.questionId, { ...server, flagged: record.flagged });
  }
  return [...merged.values()];
};

/** Adds `records`, stores them, and sends those that the server does not have. A record not newer than the present one changes nothing. */
export const loadRecords = (draft: Draft, records: readonly AnswerRecord[]) => {
  for (const record of records) {
    const known = draft.answers.entries.get(record.questionId);
    if (known === undefined || record.revision > known.record.revision)
      store(draft, dueNow({ ...noEntry, ...known, record }, draft.env.now), record);
  }
};

export const editAnswer = (draft: Draft, questionId: number, answer: Answer) => {
  if (draft.answers.stopped) return;
  const { now } = draft.env;
  const entry = entryOf(draft, questionId);
  const editedAt = entry.editedAt ?? now;
  const dueAt = isDue(entry.dueAt, now) ? entry.dueAt : Math.min(now + debounceMs, editedAt + longestDebounceMs);
  store(draft, { ...entry, editedAt, dueAt }, { answer, revision: entry.record.revision + 1 });
};

export const flagQuestion = (draft: Draft, questionId: number, flagged: boolean) => store(draft, entryOf(draft, questionId), { flagged });

/** Ends the debounce. */
export const sendNow = (draft: Draft) => {
  for (const entry of entriesOf(draft.answers)) put(draft, dueNow(entry, draft.env.now));
};

/** The server may be reachable again: ends the pause. */
export const resumeSending = (draft: Draft) => {
  draft.answers = { ...draft.answers, retry: { ...draft.answers.retry, at: null } };
};

export const stopSending = (draft: Draft) => {
  draft.answers = { ...draft.answers, stopped: true };
};

const countSending = (answers: Answers): number => entriesOf(answers).filter(({ sending }) => sending).length;

/** Sends what is due: one request at a time per question, so that an answer never overtakes its successor. */
export const sendDue = (draft: Draft) => {
  const { now } = draft.env;
  if (isDue(draft.answers.retry.at, now)) resumeSending(draft);
  const { stopped, retry } = draft.answers;
  if (stopped || retry.at !== null) return;
  for (const entry of entriesOf(draft.answers)) {
    if (entry.sending || !isDue(entry.dueAt, now) || countSending(draft.answers) >= requestsAtOnce) continue;
    const { questionId, answer, revision } = entry.record;
    put(draft, { ...entry, sending: true, dueAt: null, editedAt: null });
    request(draft, { call: 'saveAnswer', questionId, answer, revision });
  }
};

/** When `sendDue` has something to do next. */
export const answersWakeAt = (answers: Answers): readonly (number | null)[] => {
  if (answers.stopped) return [];
  if (answers.retry.at !== null) return [answers.retry.at];
  return countSending(answers) >= requestsAtOnce ? [] : entriesOf(answers).map(({ sending, dueAt }) => (sending ? null : dueAt));
};

type Stored = { readonly accepted: boolean; readonly answer: Answer; readonly revision: number };

const acknowledge = (draft: Draft, entry: Entry, sentRevision: number, { accepted, answer, revision }: Stored) => {
  const { record } = entry;
  if (accepted) return store(draft, entry, { sentRevision: Math.max(record.sentRevision, sentRevision) });
  // Another tab or device saved later than this answer was typed.
  if (revision > sentRevision && record.revision === sentRevision) return store(draft, entry, { answer, revision, sentRevision: revision });
  const dueAt = entry.dueAt ?? draft.env.now;
  store(draft, { ...entry, dueAt }, { revision: Math.max(record.revision, revision + 1), sentRevision: revision });
};

/** The response to a save, except a refusal that stops all saving. */
export const answerSent = (draft: Draft, { request: sent, outcome }: Response<'saveAnswer'>) => {
  const { env, answers, submission } = draft;
  const entry = { ...entryOf(draft, sent.questionId), sending: false };
  if (outcome.type === 'unreachable') {
    const retry = retryLater(answers.retry, env, outcome.retryAfterMs, submission === null ? undefined : submittingPauseMs);
    draft.answers = { ...answers, retry };
    return put(draft, { ...entry, dueAt: env.now });
  }
  draft.answers = { ...answers, retry: { ...answers.retry, failures: 0 } };
  if (outcome.type === 'ok') acknowledge(draft, entry, sent.revision, outcome.value);
  else put(draft, { ...entry, refused: sent.revision });
};

const saveStateOf = (entry: Entry, { stopped, retry }: Answers, online: boolean): SaveState => {
  if (entry.record.revision <= entry.record.sentRevision) return 'saved';
  if (stopped || !isUnsent(entry)) return 'stopped';
  return retry.at !== null || !online ? 'offline' : 'saving';
};

/** Keyed by questionId; a question never touched is not in it. */
export const viewsOf = (answers: Answers, online: boolean): ReadonlyMap<number, AnswerView> =>
  new Map(
    entriesOf(answers).map((entry) => {
      const { questionId, answer, flagged } = entry.record;
      return [questionId, { answer, flagged, save: saveStateOf(entry, answers, online) }];
    }),
  );

/** The worst state of all answers. */
export const overallSaveState = (answers: Answers, online: boolean): SaveState => {
  const states = entriesOf(answers).map((entry) => saveStateOf(entry, answers, online));
  return answers.stopped ? 'stopped' : ((['stopped', 'offline', 'saving'] as const).find((state) => states.includes(state)) ?? 'saved');
};

export const countAnswered = (answers: Answers): number =>
  [...viewsOf(answers, true).values()].filter(({ answer, save }) => save === 'saved' && !isBlank(answer)).length;
