import { loadRecords, mergeAnswers } from '../answers/answers.ts';
import { loadTyping } from '../answers/typing.ts';
import { askCamera, beginRecording, endRecording } from '../camera/camera.ts';
import { isDue, retryLater } from '../clock/retry.ts';
import { assumeOffset } from '../clock/server-clock.ts';
import type { Attempt, Response } from '../server/protocol.ts';
import {
  type AttemptEvent,
  type AttemptState,
  type Draft,
  isUnderWay,
  noAnswers,
  noRuns,
  request,
  type Stored,
  startTracker,
} from './attempt-state.ts';
import { heardFrom } from './contact.ts';
import { endClockWait } from './focus-tracker.ts';
import { loadPlace, withServedFlags } from './place.ts';
import { isOutdated, received, refused, type Screen, unreachable } from './screen.ts';

/** Shows another screen; when the attempt does not run on it, the camera goes off. */
export const show = (draft: Draft, screen: Screen) => {
  const before = draft.screen;
  if (screen === before) return;
  const wasUnderWay = isUnderWay(draft);
  draft.screen = screen;
  draft.tickAt = draft.env.now;
  const isOver = screen.screen === 'ended' || screen.screen === 'completed';
  if (isOver || (wasUnderWay && !isUnderWay(draft))) endRecording(draft);
  // An answer must not stay on a shared device once the attempt is over.
  if (screen.screen === 'completed' && before.screen !== 'completed')
    draft.effects.push({ type: 'post', message: 'ended', records: [] }, { type: 'clear-device' });
  // A candidate who went on elsewhere is there now.
  const { questionId } = draft.place;
  if (screen.screen === 'takenOver' && questionId !== null) draft.effects.push({ type: 'put-place', place: { questionId, unsent: false } });
  if (screen.screen === 'ended') draft.effects.push({ type: 'put-paper', attempt: null });
};

const isFirstLoad = ({ screen: { screen } }: AttemptState): boolean => screen === 'loading' || screen === 'unreachable';

/** Requests the attempt, unless a request or a claim, which brings it too, is in flight. */
export const refresh = (draft: Draft) => {
  if (draft.loading || draft.claim === 'server' || draft.claim === 'device') return;
  draft.loading = true;
  draft.loadedAt = draft.env.now;
  draft.retry = { ...draft.retry, at: null };
  request(draft, { call: 'attempt' });
};

/** Refreshes when the attempt was not requested for `ms`. */
export const refreshAfter = (draft: Draft, ms: number) => {
  if (draft.env.now - draft.loadedAt > ms) refresh(draft);
};

export const refreshWhenDue = (draft: Draft) => {
  if (!isDue(draft.retry.at, draft.env.now)) return;
  draft.retry = { ...draft.retry, at: null };
  refresh(draft);
};

// The server lets nobody start for longer after the deadline.
const graceMs = 30_000;

/** The attempt goes on only for what was typed in time and not sent. */
const isLate = ({ deadline, serverTime }: Attempt): boolean => Date.parse(serverTime) > Date.parse(deadline ?? '') + graceMs;

const claim = (draft: Draft) => {
  draft.claim = 'server';
  request(draft, { call: 'start' });
};

const readDevice = (draft: Draft, attempt: Attempt, late: boolean) => {
  draft.claim = 'device';
  draft.effects.push({ type: 'read-device', attempt, late });
};

/** The response to `attempt`. */
export const attemptReceived = (draft: Draft, { outcome }: Response<'attempt'>) => {
  draft.loading = false;
  endClockWait(draft);
  switch (outcome.type) {
    case 'unreachable':
      draft.retry = retryLater(draft.retry, draft.env, outcome.retryAfterMs);
      if (draft.screen.screen === 'loading' && draft.claim === 'none') {
        draft.claim = 'device';
        draft.effects.push({ type: 'read-paper' });
      }
      return;
    case 'refused':
      return show(draft, refused(draft.screen, outcome.code));
    case 'ok':
      if (isFirstLoad(draft) && outcome.value.status === 'In progress') {
        if (!isLate(outcome.value)) return claim(draft);
        return readDevice(draft, outcome.value, true);
      }
      draft.retry = { ...draft.retry, failures: 0 };
      show(draft, received(draft.screen, outcome.value));
      if (isUnderWay(draft)) draft.effects.push({ type: 'put-paper', attempt: outcome.value });
  }
};

/** The attempt starts once the camera prompt, if there is one, is answered: nothing covers the test while its clock runs. */
export const start = (draft: Draft, consent: boolean) => {
  if (draft.screen.screen !== 'before' || draft.screen.starting) return;
  show(draft, { ...draft.screen, starting: true, problem: null });
  draft.camera = { ...draft.camera, consent };
  if (consent) askCamera(draft);
  if (consent && draft.camera.state === 'asking') draft.claim = 'camera';
  else claim(draft);
};

/** The camera prompt was answered. */
export const continueStart = (draft: Draft) => {
  if (draft.claim === 'camera') claim(draft);
};

export const takeOver = (draft: Draft) => {
  if (draft.screen.screen !== 'takenOver' || draft.screen.busy) return;
  show(draft, { ...draft.screen, busy: true, problem: null });
  claim(draft);
};

/** The response to `start`. */
export const startReceived = (draft: Draft, { outcome }: Response<'start'>) => {
  draft.claim = 'none';
  if (outcome.type === 'ok') {
    if (outcome.value.status !== 'In progress') return show(draft, received(draft.screen, outcome.value));
    return readDevice(draft, outcome.value, false);
  }
  if (outcome.type === 'refused' && !isOutdated(outcome.code)) return show(draft, refused(draft.screen, outcome.code));
  const retryAfterMs = outcome.type === 'unreachable' ? outcome.retryAfterMs : 0;
  if (outcome.type === 'refused' || isFirstLoad(draft)) draft.retry = retryLater(draft.retry, draft.env, retryAfterMs);
  if (outcome.type === 'unreachable') show(draft, unreachable(draft.screen));
};

const begin = (draft: Draft, attempt: Attempt, { records, away, typing }: Stored) => {
  draft.claim = 'none';
  draft.run += 1;
  draft.answers = noAnswers;
  draft.runs = noRuns;
  loadTyping(draft, typing);
  draft.tracker = startTracker(away);
  draft.submission = null;
  loadRecords(draft, records);
  show(draft, received(draft.screen, attempt, true));
};

/** This page is the one that saves. */
const hold = (draft: Draft, attempt: Attempt, { cameraConsent }: Stored) => {
  draft.effects.push({ type: 'post', message: 'claimed', records: [] });
  if (isUnderWay(draft) && attempt.imageProctoring === 1) beginRecording(draft, cameraConsent);
};

/** The attempt runs here from now on. */
export const enter = (draft: Draft, { attempt, late, ...stored }: AttemptEvent & { type: 'device-read' }) => {
  draft.claim = 'none';
  // Only the device that took the test may have something to send: this one waits for the end.
  if (late === 'unknown') return show(draft, { screen: 'submitting', attempt, cause: 'deadline', offline: false });
  const records = mergeAnswers(attempt.answers ?? [], stored.records);
  begin(draft, attempt, { ...stored, records: withServedFlags(records, stored.place, attempt.place) });
  loadPlace(draft, stored.place, attempt.place);
  if (late !== null) return;
  heardFrom(draft, attempt.ticket);
  hold(draft, attempt, stored);
  if (isUnderWay(draft)) draft.effects.push({ type: 'put-paper', attempt });
};

/** The page was opened without a network: what the device stores goes on, as in a page that lost the network. */
export const resume = (draft: Draft, { stored }: AttemptEvent & { type: 'paper-read' }) => {
  draft.claim = 'none';
  const { env } = draft;
  if (stored === null) {
    show(draft, unreachable(draft.screen));
    if (draft.retry.at === null) refresh(draft);
    return;
  }
  const { attempt, clockOffset } = stored.paper;
  if (clockOffset !== null) draft.clock = assumeOffset(draft.clock, clockOffset, env);
  // Of the time before this load only the device's clock knows.
  draft.contact = { ticket: stored.ticket && { ...stored.ticket, now: env.now }, dueAt: env.now };
  begin(draft, attempt, stored);
  loadPlace(draft, stored.place);
  hold(draft, attempt, stored);
};
