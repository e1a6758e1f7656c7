import type { TakePicture, TakeQuestion } from '@assay/domain/take';
import { computed, type ReadonlySignal } from '@preact/signals';
import { openAnswerStore } from '../answers/answer-store.ts';
import { viewsOf as answerViewsOf, overallSaveState } from '../answers/answers.ts';
import type { Browser } from '../browser.ts';
import { createCameraDevice } from '../camera/webcam.ts';
import { serverTime } from '../clock/server-clock.ts';
import { createRuntime } from '../runtime.ts';
import { createLanguages, type Language } from '../server/languages.ts';
import { createPictures } from '../server/pictures.ts';
import { createProtocol } from '../server/protocol.ts';
import { attemptWakeAt, reduceAttempt } from './attempt.ts';
import { type AttemptEvent, type AttemptState, type Effect, type Stored, startAttempt } from './attempt-state.ts';
import { attemptOf } from './screen.ts';
import { claimSession } from './session.ts';
import { openTabs } from './tabs.ts';

// One stable empty array, so that signals don't fire again.
const noQuestions: readonly TakeQuestion[] = [];
const noPictures: readonly TakePicture[] = [];

const viewsOf = (state: ReadonlySignal<AttemptState>) => {
  const select = <Value>(read: (state: AttemptState) => Value) => computed(() => read(state.value));
  const answers = select((now) => now.answers);
  const online = select((now) => now.online);
  return {
    screen: select((now) => now.screen),
    remaining: select((now) => now.remaining),
    untilOpen: select((now) => now.untilOpen),
    clockOffset: select((now) => now.clockOffset),
    online,
    persistent: select((now) => now.persistent),
    /** In the order of the test; empty unless running, taken over or submitting. `section` is an index in `attempt.sections`. */
    questions: select(({ screen }) => (screen.screen === 'completed' ? undefined : attemptOf(screen)?.questions) ?? noQuestions),
    /** Keyed by questionId; a question never touched is not in it. */
    answers: computed(() => answerViewsOf(answers.value, online.value)),
    /** Where the candidate is; null if neither this device nor the server knows. */
    place: select((now) => now.place.questionId),
    /** The last run of each question's program, and when another one is accepted (monotonic). */
    runs: select((now) => now.runs),
    typing: select((now) => now.typing),
    saveState: computed(() => overallSaveState(answers.value, online.value)),
    camera: select((now) => now.camera.state),
    /** For a preview; null unless the camera is on. */
    cameraStream: select((now) => now.camera.stream),
    undelivered: select((now) => now.undelivered),
    violations: select((now) => now.violations),
  };
};

/** What the screens of an attempt show, and `dispatch` for what the candidate does. */
export type AttemptController = ReturnType<typeof viewsOf> & {
  readonly dispatch: (event: AttemptEvent) => void;
  readonly sinceStart: () => number;
  /** What the server says of languages of programs; empty while it is not known. */
  readonly languages: ReadonlySignal<readonly Language[]>;
  /** What shows a picture of the questions; undefined while it is being loaded. */
  readonly pictureAddress: (pictureId: number) => string | undefined;
  /** Where a file of a question is uploaded, in the name of this page's session. */
  readonly uploadUrl: (questionId: number, name: string) => string;
};

/** `takeUrl`: `{base}/take/{token}` without a slash at the end, as `readAddress` gives it. */
type Deps = { readonly takeUrl: string; readonly token: string; readonly browser: Browser };

/** Performs the effects of the reducer in `attempt.ts` in this browser. Nothing is requested before `page-rendered`. */
export const createAttemptController = ({ takeUrl, token, browser }: Deps): AttemptController => {
  const ownSession = claimSession(browser);
  let sessionId = ownSession;
  const call = createProtocol({ takeUrl, sessionId: () => sessionId, web: browser });
  const camera = createCameraDevice(browser, (event) => dispatch(event));
  const naming = browser.digest(token).then((digest) => `assay-${digest}`);
  const opening = naming.then(async (name) => {
    const store = await openAnswerStore({ name, browser, onLost: () => dispatch({ type: 'storage-checked', persistent: false }) });
    dispatch({ type: 'storage-checked', persistent: store.persistent() });
    return {
      store,
      post: openTabs({ name, sessionId: ownSession, browser, receive: (message) => dispatch({ type: 'tab-message', message }) }),
    };
  });

  const readStored = async (): Promise<Stored> => {
    const { store } = await opening;
    const [records, away, cameraConsent, place, typing] = await Promise.all([
      store.records(),
      store.away(),
      store.cameraConsent(),
      store.place(),
      store.typing(),
    ]);
    return { records, away, cameraConsent, place, typing };
  };

  const performOnDevice = async (effect: Effect, { clockOffset }: AttemptState): Promise<void> => {
    const { store, post } = await opening;
    switch (effect.type) {
      case 'post':
        return post(effect.message, effect.records);
      case 'read-device': {
        const { attempt, late } = effect;
        await store.begin(attempt.startedAt ?? '');
        const typedBy = late ? await store.session() : ownSession;
        sessionId = typedBy ?? ownSession;
        if (!late) await store.setSession(ownSession);
        return dispatch({
          type: 'device-read',
          attempt,
          ...(await readStored()),
          late: late ? (typedBy === undefined ? 'unknown' : 'ours') : null,
        });
      }
      case 'put-paper': {
        if (effect.attempt === null) {
          browser.storedPage.clear();
          pictures.drop();
          return store.setPaper(null);
        }
        // The answers are stored one by one.
        const { answers: _, ...attempt } = effect.attempt;
        await store.setPaper({ attempt, clockOffset });
        await languages.keep();
        return browser.storedPage.keep(takeUrl.slice(0, -token.length));
      }
      case 'read-paper': {
        const paper = await store.paper();
        // The server knows this device by the session that it had, and cannot be asked for another one.
        if (paper !== null) sessionId = (await store.session()) ?? ownSession;
        return dispatch({ type: 'paper-read', stored: paper && { paper, ticket: await store.ticket(), ...(await readStored()) } });
      }
      case 'put-place':
        return store.setPlace(effect.place);
      case 'put-typing':
        return store.setTyping(effect.typing);
      case 'put-ticket':
        return store.setTicket(effect.ticket);
      case 'put-record':
        return store.put(effect.record);
      case 'read-events':
        return dispatch({ type: 'events-read', events: await store.events() });
      case 'add-event':
        return store.addEvent(effect.event);
      case 'remove-events':
        return store.removeEvents(effect.eventIds);
      case 'set-away':
        return store.setAway(effect.away);
      case 'set-camera-consent':
        return store.setCameraConsent();
      case 'remove-record':
        return store.remove(effect.questionId);
      case 'clear-device':
        browser.storedPage.clear();
        pictures.drop();
        return dispatch({ type: 'device-cleared', kept: await store.clear() });
    }
  };

  const perform = (effect: Effect, state: AttemptState): void => {
    switch (effect.type) {
      case 'request':
        // Taking over is done in the page's own name, also after it went on in that of the session before.
        if (effect.request.call === 'start') sessionId = ownSession;
        void call(effect.request, (news) => dispatch({ type: 'run-news', run: state.run, news })).then((response) =>
          dispatch({ type: 'response', run: state.run, response }),
        );
        return;
      case 'open-camera':
        camera.open();
        return;
      case 'close-camera':
        camera.close();
        return;
      case 'take-picture':
        camera.takePicture();
        return;
      default:
        void performOnDevice(effect, state);
    }
  };

  const { state, dispatch } = createRuntime<AttemptState, AttemptEvent, Effect>({
    browser,
    start: startAttempt,
    reduce: reduceAttempt,
    wakeAt: attemptWakeAt,
    perform,
  });
  const pictures = createPictures({
    takeUrl,
    name: naming,
    browser,
    pictures: computed(() => attemptOf(state.value.screen)?.pictures ?? noPictures),
  });
  const languages = createLanguages({
    takeUrl,
    web: browser,
    needed: computed(() => attemptOf(state.value.screen)?.code === true),
    stored: {
      read: async () => (await opening).store.languages(),
      write: async (known) => (await opening).store.setLanguages(known),
    },
  });
  /** Ms since the attempt's start, by the server's clock. */
  const sinceStart = (): number => {
    const { screen, clock } = state.peek();
    const startedAt = Date.parse(attemptOf(screen)?.startedAt ?? '') || 0;
    return Math.max(0, Math.round(serverTime(clock, { now: browser.monotonic(), wallClock: browser.wallClock() }) - startedAt));
  };
  const uploadUrl = (questionId: number, name: string) => `${takeUrl}/files/${questionId}?${new URLSearchParams({ name, sessionId })}`;
  return { ...viewsOf(state), dispatch, sinceStart, languages: languages.known, pictureAddress: pictures.addressOf, uploadUrl };
};
