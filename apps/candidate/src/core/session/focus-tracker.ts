import { isDue, noRetry, retryLater } from '../clock/retry.ts';
import { isSuspect, serverTime } from '../clock/server-clock.ts';
import type { Response, WindowEvent } from '../server/protocol.ts';
import { type AttemptState, type Draft, type FocusTracker, type Moment, request } from './attempt-state.ts';

// A switch fires blur and visibilitychange up to some 100 ms apart, and a shorter loss of the focus does not count.
const switchMs = 300;

// After a permission prompt the focus comes back late.
const afterPromptMs = 1_000;

// A page that is back within this was reloaded, not left.
const reloadMs = 15_000;

// After a sleep events wait for the server's time this long, then they are dated by the clock as it is.
const clockWaitMs = 5_000;

// The server accepts 500; smaller batches still fit into a request that outlives the page.
const eventsAtOnce = 40;

const change = (draft: Draft, part: Partial<FocusTracker>) => {
  draft.tracker = { ...draft.tracker, ...part };
};

const momentNow = ({ clock, env }: Draft): Moment => (isSuspect(clock, env) ? { monotonic: env.now } : { at: serverTime(clock, env) });

// A permission prompt of the page itself takes the focus, which does not count.
const isSuspended = ({ camera }: AttemptState): boolean => camera.state === 'asking';

/** The focus may have changed. */
export const checkFocus = (draft: Draft, afterMs = switchMs) => {
  const { tracker, env } = draft;
  if (isSuspended(draft) || tracker.resuming) return;
  const since = env.focused === tracker.present ? null : (tracker.check?.since ?? momentNow(draft));
  change(draft, { check: { at: env.now + afterMs, since } });
};

/** The permission prompt is closed. */
export const promptClosed = (draft: Draft) => {
  change(draft, { check: null });
  checkFocus(draft, afterPromptMs);
};

export const sendEvents = (draft: Draft) => change(draft, { unsent: true });

export const areEventsSent = ({ tracker }: AttemptState): boolean => !tracker.unsent && !tracker.sending;

/** The page is being closed, reloaded or put into the browser's cache: the next load finds out which. */
export const pageHidden = (draft: Draft) => {
  const { tracker, clock, env } = draft;
  if (tracker.resuming) return;
  sendEvents(draft);
  if (!tracker.present || isSuspect(clock, env)) return;
  const away = { eventId: env.newId, at: serverTime(clock, env), sure: false };
  change(draft, { away });
  draft.effects.push({ type: 'set-away', away });
};

/** A page taken back from the browser's cache: it was away all that time without a timer running. */
export const pageShown = (draft: Draft) => {
  checkFocus(draft);
  change(draft, { resuming: true });
};

/** The request for the server's time is over, with or without success: what waited for it continues. */
export const endClockWait = (draft: Draft) => {
  if (draft.tracker.clockWaitUntil !== null) change(draft, { clockWaitUntil: draft.env.now });
};

/** Counts a change of the focus that lasted. */
const concludeCheck = (draft: Draft) => {
  const { tracker, env } = draft;
  const { check, present, changes } = tracker;
  if (check === null || !isDue(check.at, env.now)) return;
  change(draft, { check: null });
  if (isSuspended(draft) || env.focused === present) return;
  const type = present ? 'left' : 'returned';
  if (present) draft.violations += 1;
  const moment = check.since ?? momentNow(draft);
  change(draft, { present: !present, changes: [...changes, { eventId: env.newId, type, moment }] });
};

const store = (draft: Draft, event: WindowEvent) => {
  const away = event.type === 'left' ? { eventId: event.eventId, at: event.at, sure: true } : null;
  change(draft, { away, unsent: true });
  draft.effects.push({ type: 'add-event', event }, { type: 'set-away', away });
};

/** The window may have been left before this load: closed, or switched away from and then reloaded. */
const evaluateAway = (draft: Draft) => {
  const { away } = draft.tracker;
  if (away !== null && !away.sure && serverTime(draft.clock, draft.env) - away.at < reloadMs) {
    change(draft, { away: null });
    draft.effects.push({ type: 'set-away', away: null });
  } else if (away !== null) {
    if (!away.sure) {
      draft.violations += 1;
      store(draft, { eventId: away.eventId, type: 'left', at: away.at });
    }
    change(draft, { present: false });
  }
  change(draft, { resuming: false });
  checkFocus(draft);
};

const storeChanges = (draft: Draft) => {
  const { clock, env, tracker } = draft;
  for (const { eventId, type, moment } of tracker.changes)
    store(draft, { eventId, type, at: 'at' in moment ? moment.at : serverTime(clock, env) - (env.now - moment.monotonic) });
  change(draft, { changes: [] });
};

const isWaiting = ({ resuming, changes, unsent, sending }: FocusTracker): boolean => resuming || changes.length > 0 || (unsent && !sending);

/** Records and sends what is due. Returns whether something waits for the server's time from now on. */
export const trackFocus = (draft: Draft): boolean => {
  const { clock, env } = draft;
  const wait = draft.tracker.clockWaitUntil;
  const isTrusted = !isSuspect(clock, env) || isDue(wait, env.now);
  concludeCheck(draft);
  if (draft.tracker.resuming && isTrusted) evaluateAway(draft);
  if (isTrusted || draft.tracker.changes.every(({ moment }) => 'at' in moment)) storeChanges(draft);
  if (isDue(draft.tracker.retry.at, env.now)) change(draft, { unsent: true, retry: { ...draft.tracker.retry, at: null } });
  if (isTrusted && draft.tracker.unsent && !draft.tracker.sending) {
    change(draft, { unsent: false, sending: true, retry: { ...draft.tracker.retry, at: null } });
    draft.effects.push({ type: 'read-events' });
  }
  const clockWaitUntil = isTrusted || !isWaiting(draft.tracker) ? null : (wait ?? env.now + clockWaitMs);
  change(draft, { clockWaitUntil });
  return wait === null && clockWaitUntil !== null;
};

/** The events of this attempt that the device stores and the server does not have. */
export const eventsRead = (draft: Draft, events: readonly WindowEvent[]) => {
  if (events.length === 0) return change(draft, { sending: false });
  const sentAt = serverTime(draft.clock, draft.env);
  request(draft, { call: 'sendEvents', sentAt, events: events.slice(0, eventsAtOnce) });
};

/** The response to `sendEvents`. */
export const eventsSent = (draft: Draft, { request: sent, outcome }: Response<'sendEvents'>) => {
  change(draft, { sending: false });
  if (outcome.type === 'unreachable') return change(draft, { retry: retryLater(draft.tracker.retry, draft.env, outcome.retryAfterMs) });
  change(draft, { retry: noRetry });
  // The session that saves now finds them on the device. Any other refusal is final.
  if (outcome.type === 'refused' && outcome.code === 'take.taken-over') return;
  draft.effects.push({ type: 'remove-events', eventIds: sent.events.map(({ eventId }) => eventId) });
  sendEvents(draft);
};
