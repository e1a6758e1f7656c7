import {
  answerSent,
  answersWakeAt,
  chooseAnswer,
  editAnswer,
  flagQuestion,
  hasUnsent,
  keepDrafts,
  recordsOf,
  resumeSending,
  sendDue,
  sendNow,
  takeRecords,
  typeText,
} from '../answers/answers.ts';
import { codeRan, runCode, runNews } from '../answers/runs.ts';
import * as submission from '../answers/submission.ts';
import { sendTypingNow, sendTypingWhenDue, typingRecorded, typingSent, typingWakeAt } from '../answers/typing.ts';
import type { BrowserEvent } from '../browser.ts';
import * as camera from '../camera/camera.ts';
import { isDue } from '../clock/retry.ts';
import { deviceOffset, isSuspect, syncClock, timeLeft } from '../clock/server-clock.ts';
import type { Response } from '../server/protocol.ts';
import { type Handlers, reducer } from '../step.ts';
import { type AttemptEvent, type AttemptState, type Draft, type Effect, isUnderWay, request } from './attempt-state.ts';
import { heardFrom, keepContact } from './contact.ts';
import * as focus from './focus-tracker.ts';
import * as loading from './loading.ts';
import { placeChanged, placeSent, placeWakeAt, sendPlaceNow, sendPlaceWhenDue } from './place.ts';
import { type Code, cameTooLate } from './screen.ts';
import type { TabMessage } from './tabs.ts';

/** Refusals after which no answer of this page can be saved any more. */
const finalCodes: readonly Code[] = ['take.cancelled', 'take.completed', 'take.superseded', 'take.taken-over'];

const screensByClock: readonly string[] = ['running', 'submitting', 'waiting', 'before'] satisfies AttemptState['screen']['screen'][];

const isClockSuspect = ({ screen, clock, env }: Draft): boolean => screensByClock.includes(screen.screen) && isSuspect(clock, env);

/** The network may be back: what waits is tried at once. */
const retryNow = (draft: Draft) => {
  if (isUnderWay(draft)) resumeSending(draft);
  submission.hurrySubmission(draft);
  if (draft.screen.screen === 'unreachable' || isClockSuspect(draft)) loading.refresh(draft);
  draft.tickAt = draft.env.now;
};

/** The page is looked at again. */
const lookedAt = (draft: Draft) => {
  const { screen } = draft.screen;
  draft.tickAt = draft.env.now;
  if (screen !== 'completed' && screen !== 'loading') loading.refreshAfter(draft, 60_000);
};

const windowChanged = (draft: Draft, event: BrowserEvent) => {
  if (event === 'online') retryNow(draft);
  if (event === 'visible' || event === 'pageshow') lookedAt(draft);
  if (!isUnderWay(draft)) return;
  switch (event) {
    case 'online':
      focus.sendEvents(draft);
      sendTypingNow(draft);
      return camera.resumeUploads(draft);
    case 'offline':
      return;
    case 'hidden':
      sendNow(draft);
      sendPlaceNow(draft);
      sendTypingNow(draft);
      return focus.checkFocus(draft);
    case 'visible':
    case 'focus':
    case 'blur':
      return focus.checkFocus(draft);
    case 'pagehide':
      sendNow(draft);
      sendPlaceNow(draft);
      sendTypingNow(draft);
      return focus.pageHidden(draft);
    case 'pageshow':
      return focus.pageShown(draft);
  }
};

/** The server's time came with the attempt. A request during which the device slept says nothing about its clock. */
const measure = (draft: Draft, { outcome, span }: Response<'attempt' | 'start'>) => {
  if (outcome.type !== 'ok') return;
  if (span.steady) draft.clock = syncClock(draft.clock, Date.parse(outcome.value.serverTime), span, draft.env);
  draft.clockOffset = deviceOffset(draft.clock, draft.env);
};

/** The server closed the attempt while this page has answers to send. */
const isClosedBeforeSent = (draft: Draft, { outcome }: Response<'attempt'>): boolean => {
  const { stopped, closed } = draft.answers;
  return (
    outcome.type === 'ok' && outcome.value.status === 'Completed' && isUnderWay(draft) && !stopped && !closed && hasUnsent(draft.answers)
  );
};

/** They are sent, as the server keeps them with their time; then the submit tells the rest. */
const sendAfterClosing = (draft: Draft) => {
  draft.loading = false;
  draft.answers = { ...draft.answers, closed: true };
  resumeSending(draft);
  submission.submit(draft, 'deadline');
};

/** What the server never got is sent once more: it keeps it if the deadline ended the attempt. */
const deviceCleared = (draft: Draft, { kept }: AttemptEvent & { type: 'device-cleared' }) => {
  draft.undelivered = kept.map(({ questionId }) => questionId);
  for (const { questionId, answer, revision, sentRevision: base } of kept)
    request(draft, { call: 'saveAnswer', questionId, answer, revision, base });
};

const leftoverSent = (draft: Draft, { request: { questionId }, outcome }: Response<'saveAnswer'>) => {
  if (outcome.type !== 'refused' || outcome.code !== 'take.deadline-passed') return;
  draft.undelivered = draft.undelivered.filter((one) => one !== questionId);
  draft.screen = cameTooLate(draft.screen, questionId);
  draft.effects.push({ type: 'remove-record', questionId });
};

const responded = (draft: Draft, run: number, response: Response) => {
  if (response.call === 'attempt' || response.call === 'start') measure(draft, response);
  if (response.call === 'attempt') {
    return isClosedBeforeSent(draft, response) ? sendAfterClosing(draft) : loading.attemptReceived(draft, response);
  }
  if (response.call === 'start') return loading.startReceived(draft, response);
  if (response.call === 'saveAnswer' && draft.screen.screen === 'completed') return leftoverSent(draft, response);
  if (run !== draft.run || !isUnderWay(draft)) return;
  switch (response.call) {
    case 'saveAnswer': {
      const { outcome } = response;
      if (draft.answers.stopped) return;
      if (outcome.type === 'refused' && finalCodes.includes(outcome.code)) return submission.savingRefused(draft, outcome.code);
      answerSent(draft, response);
      if (outcome.type === 'refused' && outcome.code === 'take.deadline-passed') return submission.submit(draft, 'deadline');
      return submission.stopForChoice(draft, response.request.questionId);
    }
    case 'ticket': {
      const { outcome } = response;
      if (outcome.type === 'ok') return heardFrom(draft, outcome.value.ticket);
      if (outcome.type === 'refused' && finalCodes.includes(outcome.code)) submission.savingRefused(draft, outcome.code);
      return;
    }
    case 'savePlace': {
      const { outcome } = response;
      if (outcome.type === 'refused' && finalCodes.includes(outcome.code)) return submission.savingRefused(draft, outcome.code);
      return placeSent(draft, response);
    }
    case 'sendEvents':
      return focus.eventsSent(draft, response);
    case 'runCode':
    case 'sendEdits': {
      const { outcome } = response;
      if (outcome.type === 'refused' && finalCodes.includes(outcome.code)) return submission.savingRefused(draft, outcome.code);
      return response.call === 'runCode' ? codeRan(draft, response) : typingSent(draft, response);
    }
    case 'reportCamera':
      return camera.cameraReported(draft, response);
    case 'uploadImage':
      return camera.imageUploaded(draft, response);
    case 'submit':
      return submission.submitReceived(draft, response);
  }
};

/** Another tab of this browser. Only the server decides who saves: this makes a takeover visible at once. */
const tabPosted = (draft: Draft, { type, records }: TabMessage) => {
  if (type === 'claimed' && isUnderWay(draft)) {
    submission.savingRefused(draft, 'take.taken-over');
    draft.effects.push({ type: 'post', message: 'yielded', records: recordsOf(draft.answers) });
  } else if (type === 'yielded' && isUnderWay(draft)) takeRecords(draft, records);
  else if (draft.screen.screen !== 'loading') loading.refresh(draft);
};

const promptAnswered = (draft: Draft) => {
  if (isUnderWay(draft)) focus.promptClosed(draft);
  loading.continueStart(draft);
};

const cameraPressed = (draft: Draft) => {
  draft.camera = { ...draft.camera, consent: true };
  const { screen } = draft;
  if (screen.screen === 'running' && screen.attempt.imageProctoring === 1) camera.beginRecording(draft, true);
  else camera.askCamera(draft);
};

const whileRunning = (draft: Draft, change: () => void) => draft.screen.screen === 'running' && change();

const handlers: Handlers<Draft, AttemptEvent> = {
  'page-rendered': loading.refresh,
  'start-pressed': (draft, event) => loading.start(draft, event.camera),
  'takeover-pressed': loading.takeOver,
  'answer-edited': (draft, event) => whileRunning(draft, () => editAnswer(draft, event)),
  'text-typed': (draft, event) => whileRunning(draft, () => typeText(draft, event)),
  'drafts-changed': (draft, { questionId, drafts }) => whileRunning(draft, () => keepDrafts(draft, questionId, drafts)),
  'typing-recorded': (draft, { typing }) => whileRunning(draft, () => typingRecorded(draft, typing)),
  'run-pressed': (draft, { questionId, of }) => whileRunning(draft, () => runCode(draft, questionId, of)),
  'answer-chosen': (draft, { questionId, from }) => whileRunning(draft, () => chooseAnswer(draft, questionId, from)),
  'question-shown': (draft, { questionId }) => whileRunning(draft, () => placeChanged(draft, questionId)),
  'question-flagged': (draft, { questionId, flagged }) =>
    whileRunning(draft, () => {
      flagQuestion(draft, questionId, flagged);
      placeChanged(draft, draft.place.questionId ?? questionId);
    }),
  'submit-pressed': (draft) => whileRunning(draft, () => submission.submit(draft, 'candidate')),
  'retry-pressed': retryNow,
  'camera-pressed': cameraPressed,
  window: (draft, { event }) => windowChanged(draft, event),
  tick: () => {},
  response: (draft, { run, response }) => responded(draft, run, response),
  'run-news': (draft, { run, news }) => whileRunning(draft, () => run === draft.run && runNews(draft, news)),
  'device-read': loading.enter,
  'device-cleared': deviceCleared,
  'paper-read': loading.resume,
  'events-read': (draft, { events }) => focus.eventsRead(draft, events),
  'storage-checked': (draft, { persistent }) => Object.assign(draft, { persistent }),
  'tab-message': (draft, { message }) => tabPosted(draft, message),
  'camera-opened': (draft, { stream }) => {
    camera.cameraOpened(draft, stream);
    promptAnswered(draft);
  },
  'camera-denied': (draft) => {
    camera.cameraGone(draft, 'denied');
    promptAnswered(draft);
  },
  'camera-lost': (draft) => camera.cameraGone(draft, 'lost'),
  'picture-taken': (draft, { picture }) => camera.pictureTaken(draft, picture),
};

/** Each second, and when the screen changed: renews what is counted down, and does what is due by the server's clock. */
const tick = (draft: Draft) => {
  const { screen, clock, env } = draft;
  if (!isDue(draft.tickAt, env.now)) return;
  draft.remaining = screen.screen === 'running' ? Math.max(0, timeLeft(clock, env, screen.deadline)) : 0;
  draft.untilOpen = screen.screen === 'waiting' ? Math.max(0, timeLeft(clock, env, screen.opensAt)) : 0;
  // To the next full second of what is shown, so that no second is skipped.
  const shown = draft.remaining + draft.untilOpen;
  draft.tickAt = env.now + (shown > 0 ? (shown % 1_000 || 1_000) + 5 : 1_000);
  if (screen.screen === 'running' && draft.remaining === 0) submission.submit(draft, 'deadline');
  if (screen.screen === 'waiting' && timeLeft(clock, env, screen.opensAt) <= -draft.openJitterMs) loading.refreshAfter(draft, 2_000);
  if (submission.waitsForServer(draft)) loading.refreshAfter(draft, 10_000);
  if (isClockSuspect(draft)) loading.refreshAfter(draft, 5_000);
};

/** Does what is due. */
const advance = (draft: Draft) => {
  draft.online = draft.env.online;
  tick(draft);
  loading.refreshWhenDue(draft);
  if (!isUnderWay(draft)) return;
  sendDue(draft);
  sendTypingWhenDue(draft);
  if (draft.screen.screen === 'running') {
    sendPlaceWhenDue(draft);
    keepContact(draft);
  }
  submission.advanceSubmission(draft);
  if (focus.trackFocus(draft)) loading.refresh(draft);
  camera.takePictureWhenDue(draft);
};

/** When `advance` has something to do although nothing happens (monotonic ms); `Infinity` for never. */
export const attemptWakeAt = (state: AttemptState): number => {
  const { screen, tickAt, retry, answers, typing, place, contact, tracker, camera: own, submission: submitting } = state;
  const { check, clockWaitUntil } = tracker;
  const underWay = [
    ...answersWakeAt(answers),
    typingWakeAt(typing, answers),
    check?.at,
    clockWaitUntil,
    tracker.retry.at,
    own.pictureAt,
    submitting?.retry.at,
    ...(screen.screen === 'running' ? [contact.dueAt, placeWakeAt(place, answers)] : []),
  ];
  const times = [tickAt, retry.at, ...(isUnderWay(state) ? underWay : [])];
  return Math.min(...times.map((at) => at ?? Number.POSITIVE_INFINITY));
};

/** The page of one attempt after an event. Pure: everything from outside is in the event and in `env`. */
export const reduceAttempt = reducer<AttemptState, AttemptEvent, Effect>(handlers, advance);
