import { isDue, noRetry, retryLater } from '../clock/retry.ts';
import type { Response, TypedEdit } from '../server/protocol.ts';
import { type AttemptState, type Draft, noTyping, request, type Typing } from '../session/attempt-state.ts';
import type { StoredTyping } from './answer-store.ts';

const everyMs = 20_000;

// The server accepts 200 edits with 2,000 replacements, and 1 MiB; a character has up to six bytes in JSON.
const editsAtOnce = 200;
const charactersAtOnce = 100_000;
const replacementsAtOnce = 2_000;

const store = (draft: Draft, typing: Typing) => {
  draft.typing = typing;
  const { edits, trying, batch, recorded } = typing;
  draft.effects.push({ type: 'put-typing', typing: { edits, trying, batch, recorded } });
};

/** `typing`: with one more change. The device stores it when an edit begins: the rest of a burst is in the difference. */
export const typingRecorded = (draft: Draft, { edits, recorded }: Pick<Typing, 'edits' | 'recorded'>) => {
  const { typing, env } = draft;
  const next = { ...typing, edits, recorded, dueAt: edits.length > 0 ? (typing.dueAt ?? env.now + everyMs) : null };
  if (edits.length === typing.edits.length) draft.typing = next;
  else store(draft, next);
};

/** What this device has not sent. */
export const loadTyping = (draft: Draft, stored: StoredTyping | null) => {
  draft.typing = { ...noTyping, ...stored, dueAt: stored !== null && stored.edits.length > 0 ? draft.env.now : null };
};

/** The page may be closed, or the test is submitted. */
export const sendTypingNow = (draft: Draft) => {
  const { typing, env } = draft;
  if (typing.edits.length > 0) store(draft, { ...typing, dueAt: env.now });
};

export const isTypingSent = ({ typing: { edits } }: Pick<AttemptState, 'typing'>): boolean => edits.length === 0;

const sizeOf = ({ change }: TypedEdit): number => change.reduce((size, { inserted }) => size + inserted.length, 0);

/** How many of the first edits fit into one request; one at least. */
const fitting = (edits: readonly TypedEdit[]): number => {
  let size = 0;
  let replacements = 0;
  const over = edits.findIndex((edit, index) => {
    size += sizeOf(edit);
    replacements += edit.change.length;
    return index >= editsAtOnce || replacements > replacementsAtOnce || (index > 0 && size > charactersAtOnce);
  });
  return over < 0 ? edits.length : over;
};

export const sendTypingWhenDue = (draft: Draft) => {
  const { typing, answers, env } = draft;
  const { edits, batch, sending, dueAt } = typing;
  if (sending || answers.stopped || edits.length === 0 || !isDue(dueAt, env.now)) return;
  const trying = typing.trying || fitting(edits);
  store(draft, { ...typing, trying, sending: true, dueAt: null });
  request(draft, { call: 'sendEdits', batch, edits: edits.slice(0, trying) });
};

export const typingWakeAt = ({ sending, dueAt }: Typing, { stopped }: { readonly stopped: boolean }): number | null =>
  sending || stopped ? null : dueAt;

/** The response to `sendEdits`. A refusal is final: the record is not worth a candidate's time. */
export const typingSent = (draft: Draft, { outcome }: Response<'sendEdits'>) => {
  const { typing, env } = draft;
  if (outcome.type === 'unreachable') {
    const retry = retryLater(typing.retry, env, outcome.retryAfterMs);
    draft.typing = { ...typing, sending: false, dueAt: retry.at, retry };
    return;
  }
  const edits = typing.edits.slice(typing.trying);
  store(draft, {
    ...typing,
    edits,
    trying: 0,
    batch: typing.batch + 1,
    sending: false,
    retry: noRetry,
    // What did not fit into the request follows at once.
    dueAt: edits.length > 0 ? (typing.dueAt ?? env.now) : null,
  });
};
