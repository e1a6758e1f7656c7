import { type Answer, isBlank, type SaveAnswerResult, type SavedAnswer } from '@assay/domain/take';
import { isDue, retryLater } from '../clock/retry.ts';
import type { Response } from '../server/protocol.ts';
import { type Answers, type AttemptEvent, type Draft, type Entry, request } from '../session/attempt-state.ts';
import { heardFrom, proofNow } from '../session/contact.ts';
import type { AnswerRecord, Drafts, Typed } from './answer-store.ts';

/**
 * `offline`: stored on the device, sent when the server can be reached. `stopped`: the server accepts no more (time is up, taken over, …).
 * `choose`: two devices have an answer each, and the candidate has not chosen yet. `invalid`: what was typed last is no answer, and the
 * answer before it is saved.
 */
export type SaveState = 'saved' | 'saving' | 'offline' | 'stopped' | 'choose' | 'invalid';

export type AnswerView = {
  readonly answer: Answer;
  readonly flagged: boolean;
  readonly save: SaveState;
  readonly typed?: Typed | undefined;
  readonly drafts?: Drafts | undefined;
  /** What is saved elsewhere, to choose from. */
  readonly conflict?: Pick<SaveAnswerResult, 'answer' | 'savedAt'> | undefined;
};

const requestsAtOnce = 3;
const debounceMs = 600;

// Without this limit, continuous typing would never be saved.
const longestDebounceMs = 3_000;

// Half a minute of back-off would be all the time there is after the deadline.
const submittingPauseMs = 4_000;

const noEntry = { sending: false, dueAt: null, editedAt: null, refused: null, conflict: null };

const isUnsent = ({ record, refused, conflict }: Entry): boolean =>
  record.revision > record.sentRevision && record.revision !== refused && conflict === null;

/** The server stores an answer of no options, or of blank text, in one form. */
const isSame = (one: Answer, other: Answer): boolean => (isBlank(one) && isBlank(other)) || JSON.stringify(one) === JSON.stringify(other);

const entriesOf = ({ entries }: Answers): readonly Entry[] => [...entries.values()];

export const hasUnsent = (answers: Answers): boolean => entriesOf(answers).some(isUnsent);

/** Whether an answer waits that may count after the deadline. */
export const hasProof = (answers: Answers): boolean =>
  entriesOf(answers).some((entry) => isUnsent(entry) && entry.record.proof !== undefined);

export const hasConflict = ({ entries }: Answers, questionId: number): boolean => (entries.get(questionId)?.conflict ?? null) !== null;

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

/** What was typed while the request was on its way keeps the time at which it is to be sent. */
const dueNext = (entry: Entry, now: number): Entry => ({ ...entry, dueAt: isUnsent(entry) ? (entry.dueAt ?? now) : null });

/**
 * One question when the page opens. An answer that this device has not sent is sent with its own base, also when the server has a newer
 * one: the server refuses it then, keeps it, and the candidate chooses. A local one above the server's that was sent is sent again: the
 * server was restored from a backup.
 */
const merge = (server: AnswerRecord, local: AnswerRecord): AnswerRecord => {
  const { revision, answer } = server;
  const { trying } = local;
  const wasStored = trying?.revision === revision && isSame(trying.answer, answer);
  const isLocalUnsent = local.revision > local.sentRevision && !(local.revision <= revision && isSame(local.answer, answer));
  if (!isLocalUnsent && local.revision <= revision) {
    const typed = server.typed ?? (local.revision === revision ? local.typed : undefined);
    return { ...server, flagged: local.flagged, typed, drafts: local.revision < revision ? following(local.drafts, answer) : local.drafts };
  }
  if (wasStored) return { ...local, sentRevision: revision, trying: undefined };
  return { ...local, sentRevision: Math.min(local.sentRevision, revision) };
};

/** An answer from elsewhere is shown in its own language. */
const following = (drafts: Drafts | undefined, answer: Answer): Drafts | undefined =>
  drafts !== undefined && typeof answer === 'object' && answer !== null && 'language' in answer
    ? { ...drafts, language: answer.language }
    : drafts;

/** The answers of the server and of this device when the page opens. */
export const mergeAnswers = (saved: readonly SavedAnswer[], local: readonly AnswerRecord[]): AnswerRecord[] => {
  const merged = new Map<number, AnswerRecord>(
    saved.map(({ questionId, answer, revision }) => [questionId, { questionId, answer, revision, sentRevision: revision, flagged: false }]),
  );
  for (const record of local) {
    const server = merged.get(record.questionId);
    merged.set(record.questionId, server === undefined ? { ...record, sentRevision: 0 } : merge(server, record));
  }
  return [...merged.values()];
};

/** Adds `records`, stores them, and sends those that the server does not have. */
export const loadRecords = (draft: Draft, records: readonly AnswerRecord[]) => {
  for (const record of records) store(draft, dueNow({ ...noEntry, record }, draft.env.now), record);
};

/** Adds what another tab of this device had, where it is newer or was not sent. */
export const takeRecords = (draft: Draft, records: readonly AnswerRecord[]) => {
  for (const record of records) {
    const known = draft.answers.entries.get(record.questionId);
    if (known === undefined) loadRecords(draft, [record]);
    else if (known.record.revision > known.record.sentRevision) {
      // Both unsent: a request of this tab may be in flight.
      const trying = known.record.trying ?? record.trying;
      if (record.revision > known.record.revision) store(draft, dueNow({ ...known, conflict: null, record }, draft.env.now), { trying });
    } else loadRecords(draft, [merge(known.record, record)]);
  }
};

/** `typed`: the text of the field, where the answer has another form. */
export const editAnswer = (draft: Draft, { questionId, answer, typed, pasted, drafts }: AttemptEvent & { type: 'answer-edited' }) => {
  if (draft.answers.stopped) return;
  const { now } = draft.env;
  const entry = entryOf(draft, questionId);
  if (entry.conflict !== null) return;
  const editedAt = entry.editedAt ?? now;
  const dueAt = isDue(entry.dueAt, now) ? entry.dueAt : Math.min(now + debounceMs, editedAt + longestDebounceMs);
  store(
    draft,
    { ...entry, editedAt, dueAt },
    {
      answer,
      revision: entry.record.revision + 1,
      typed: typed === undefined ? undefined : { text: typed, counts: true },
      ...(drafts && { drafts }),
      ...(pasted && { pasted: pasted + (entry.record.pasted ?? 0) }),
      proof: proofNow(draft),
    },
  );
};

/** Text that is no answer: stored on the device only, beside the answer that counts. */
export const typeText = (draft: Draft, { questionId, text, drafts }: AttemptEvent & { type: 'text-typed' }) => {
  const entry = entryOf(draft, questionId);
  if (!draft.answers.stopped && entry.conflict === null) store(draft, entry, { typed: { text, counts: false }, ...(drafts && { drafts }) });
};

export const keepDrafts = (draft: Draft, questionId: number, drafts: Drafts) => store(draft, entryOf(draft, questionId), { drafts });

/** The one that is not chosen is kept by the server: it refused this device's, and `setAside` says the same of its own. */
export const chooseAnswer = (draft: Draft, questionId: number, from: 'here' | 'elsewhere') => {
  const entry = entryOf(draft, questionId);
  if (draft.answers.stopped || entry.conflict === null) return;
  const { answer, revision } = entry.conflict;
  const resolved = { ...entry, conflict: null };
  if (from === 'elsewhere')
    return store(draft, resolved, {
      answer,
      revision,
      sentRevision: revision,
      typed: undefined,
      drafts: following(entry.record.drafts, answer),
    });
  const chosen = { answer: entry.record.answer, revision: Math.max(entry.record.revision, revision + 1) };
  store(
    draft,
    { ...resolved, dueAt: draft.env.now },
    { ...chosen, sentRevision: revision, trying: { ...chosen, setAside: true, proof: entry.record.proof } },
  );
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
    const { questionId, answer, revision, sentRevision, proof, pasted, trying = { answer, revision, proof, pasted } } = entry.record;
    const sending = { ...entry, sending: true, dueAt: null, editedAt: null };
    if (trying === entry.record.trying) put(draft, sending);
    else store(draft, sending, { trying });
    request(draft, { call: 'saveAnswer', questionId, ...trying, base: sentRevision });
  }
};

/** When `sendDue` has something to do next. */
export const answersWakeAt = (answers: Answers): readonly (number | null)[] => {
  if (answers.stopped) return [];
  if (answers.retry.at !== null) return [answers.retry.at];
  return countSending(answers) >= requestsAtOnce ? [] : entriesOf(answers).map(({ sending, dueAt }) => (sending ? null : dueAt));
};

const acknowledge = (draft: Draft, entry: Entry, sentRevision: number, stored: SaveAnswerResult) => {
  const { record } = entry;
  const { accepted, answer, revision } = stored;
  if (accepted || isSame(answer, record.answer)) {
    const change = accepted ? { sentRevision: Math.max(record.sentRevision, sentRevision) } : { answer, revision, sentRevision: revision };
    return store(draft, dueNext({ ...entry, record: { ...record, ...change } }, draft.env.now), {});
  }
  // Sent once more with what was typed meanwhile, so that the server has all of it before the candidate chooses.
  if (record.revision > sentRevision) return store(draft, dueNext(entry, draft.env.now), {});
  store(draft, { ...entry, dueAt: null, conflict: stored }, { delivered: sentRevision });
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
  const known = { ...entry, record: { ...entry.record, trying: undefined } };
  if (outcome.type === 'ok') {
    heardFrom(draft, outcome.value.ticket);
    return acknowledge(draft, known, sent.revision, outcome.value);
  }
  // What comes too late is kept by the server with its time.
  const delivered = outcome.code === 'take.deadline-passed' ? sent.revision : known.record.delivered;
  store(draft, dueNext({ ...known, refused: sent.revision }, env.now), { delivered });
};

const saveStateOf = (entry: Entry, { stopped, retry }: Answers, online: boolean): SaveState => {
  const { revision, sentRevision, typed } = entry.record;
  if (revision <= sentRevision) return typed?.counts === false ? 'invalid' : 'saved';
  if (!stopped && entry.conflict !== null) return 'choose';
  if (stopped || !isUnsent(entry)) return 'stopped';
  return retry.at !== null || !online ? 'offline' : 'saving';
};

/** Keyed by questionId; a question never touched is not in it. */
export const viewsOf = (answers: Answers, online: boolean): ReadonlyMap<number, AnswerView> =>
  new Map(
    entriesOf(answers).map((entry) => {
      const { questionId, answer, flagged, typed, drafts } = entry.record;
      const save = saveStateOf(entry, answers, online);
      return [questionId, { answer, flagged, typed, drafts, save, conflict: entry.conflict ?? undefined }];
    }),
  );

/** The worst state of all answers. */
export const overallSaveState = (answers: Answers, online: boolean): SaveState => {
  const states = entriesOf(answers).map((entry) => saveStateOf(entry, answers, online));
  return answers.stopped
    ? 'stopped'
    : ((['stopped', 'offline', 'saving', 'choose', 'invalid'] as const).find((state) => states.includes(state)) ?? 'saved');
};

export const countAnswered = (answers: Answers): number =>
  [...viewsOf(answers, true).values()].filter(({ answer, save, conflict }) =>
    conflict === undefined ? (save === 'saved' || save === 'invalid') && !isBlank(answer) : !isBlank(conflict.answer),
  ).length;
