import { openAnswerStore } from './answer-store.ts';
import { type AttemptEvent, asksForState, attemptOf, reduce } from './attempt.ts';
import { createRun, type Run } from './attempt-run.ts';
import { createAttemptSignals, noQuestions } from './attempt-signals.ts';
import { createBackoff } from './backoff.ts';
import { mergeAnswers } from './merge.ts';
import { createProctoring } from './proctoring.ts';
import { createProtocol } from './protocol.ts';
import { createPulse } from './pulse.ts';
import { createServerClock } from './server-clock.ts';
import { claimSession } from './session.ts';
import { createTabs, type TabMessage } from './tabs.ts';
import type { Attempt, AttemptController, AttemptDeps, Screen } from './types.ts';

// The server counts saves until 30 s after the deadline; the submit itself needs some of that.
const graceMs = 25_000;

const refreshAfterMs = 60_000;
const stampWithinMs = 5_000;

const needsClock = ({ screen }: Screen): boolean =>
  screen === 'running' || screen === 'submitting' || screen === 'waiting' || screen === 'before';

const isOver = ({ screen }: Screen): boolean => screen === 'ended' || screen === 'completed';

const isUnder = (screen: Screen): boolean => screen.screen === 'running' || screen.screen === 'submitting';

/** Wires the attempt to the browser; see `AttemptController`. Nothing happens before `load()`. */
export const createAttemptController = ({ takeUrl, token, browser }: AttemptDeps): AttemptController => {
  const signals = createAttemptSignals(browser.online());
  const { screen, remaining, untilOpen, clockOffset, online, questions, persistent } = signals;

  const session = claimSession(browser);
  const clock = createServerClock(browser);
  const backoff = createBackoff(browser.random);
  const protocol = createProtocol({
    takeUrl,
    sessionId: session.sessionId,
    web: browser,
    measure: ({ serverTime }, { start, end, steady }) => {
      if (steady) clock.sync(Date.parse(serverTime), start, end);
      clockOffset.value = clock.deviceOffset();
    },
  });
  const opening = browser.digest(token).then(async (digest) => {
    const name = `assay-${digest}`;
    const store = await openAnswerStore({ name, browser, onLost: () => setPersistent(false) });
    setPersistent(store.persistent());
    return { store, tabs: createTabs({ name, sessionId: session.sessionId, browser, hear: hearTab }) };
  });

  const proctoring = createProctoring({
    protocol,
    browser,
    store: async () => (await opening).store,
    suspendLeaving: () => run?.leaving.suspend() ?? (() => {}),
    onState: (state, stream) => {
      signals.camera.value = state;
      signals.cameraStream.value = stream;
    },
  });

  let run: Run | undefined;
  let refreshing: Promise<void> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let retry: number | undefined;
  let disposed = false;
  const openJitter = browser.random() * 2_000;

  const setPersistent = (on: boolean) => {
    persistent.value = on;
  };

  const endRun = () => {
    run?.dispose();
    run = undefined;
    proctoring.end();
  };

  const complete = async () => {
    const { store, tabs } = await opening;
    tabs.tell('ended');
    await store.clear();
  };

  const dispatch = (event: AttemptEvent) => {
    if (disposed) return;
    const was = screen.value;
    const next = reduce(was, event);
    if (next === was) return;
    if (run !== undefined && !isUnder(next)) endRun();
    if (isOver(next)) proctoring.end();
    questions.value = (next.screen === 'completed' ? undefined : attemptOf(next)?.questions) ?? noQuestions;
    screen.value = next;
    if (next.screen === 'completed' && was.screen !== 'completed') void complete();
    pulse.beat();
  };

  const retryLater = (retryAfterMs?: number) => {
    browser.clearTimeout(retry);
    if (!disposed) retry = browser.setTimeout(() => void refresh(), backoff.next(retryAfterMs));
  };

  const enter = async (attempt: Attempt) => {
    const { store, tabs } = await opening;
    await store.begin(attempt.startedAt ?? '');
    const local = await store.records();
    if (disposed) return;
    run?.dispose();
    run = createRun({
      protocol,
      store,
      browser,
      dispatch,
      refresh,
      now: stamp,
      onLeft: () => {
        signals.violations.value += 1;
      },
      onAnswers: (changed, overall) => {
        signals.answers.value = changed;
        signals.saveState.value = overall;
      },
    });
    run.saver.load(mergeAnswers(attempt.answers ?? [], local));
    dispatch({ type: 'told', attempt, claimed: true });
    tabs.tell('claimed');
    await Promise.all([run?.leaving.watch(), run && proctoring.begin(attempt)]);
  };

  const claim = async (): Promise<void> => {
    const outcome = await protocol.start();
    if (disposed) return;
    if (outcome.type === 'ok' && outcome.value.status === 'In progress') return enter(outcome.value);
    if (outcome.type === 'ok') return dispatch({ type: 'told', attempt: outcome.value, claimed: false });
    if (outcome.type === 'refused' && !asksForState(outcome.statuscode))
      return dispatch({ type: 'refused', statuscode: outcome.statuscode });
    if (outcome.type === 'unreachable') {
      const first = screen.value.screen === 'loading' || screen.value.screen === 'unreachable';
      dispatch({ type: 'not-reached' });
      if (first) retryLater(outcome.retryAfterMs);
    } else retryLater();
  };

  const ask = async (): Promise<void> => {
    browser.clearTimeout(retry);
    askedAt = browser.monotonic();
    const outcome = await protocol.attempt();
    if (disposed) return;
    if (outcome.type === 'unreachable') {
      if (screen.value.screen === 'loading') dispatch({ type: 'not-reached' });
      return retryLater(outcome.retryAfterMs);
    }
    if (outcome.type === 'refused') return dispatch({ type: 'refused', statuscode: outcome.statuscode });
    const first = screen.value.screen === 'loading' || screen.value.screen === 'unreachable';
    if (first && outcome.value.status === 'In progress') return claim();
    backoff.reset();
    dispatch({ type: 'told', attempt: outcome.value, claimed: false });
  };

  const refresh = (): Promise<void> => {
    refreshing ??= ask().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  /** The server's time now, also right after a sleep, when it must be asked for first. */
  const stamp = (): number | Promise<number> => {
    if (!clock.isSuspect()) return clock.now();
    const at = browser.monotonic();
    const inTime = new Promise<void>((resolve) => browser.setTimeout(resolve, stampWithinMs));
    return Promise.race([refresh(), inTime]).then(() => clock.now() - (browser.monotonic() - at));
  };

  const hearTab = ({ type, records }: TabMessage) => {
    if (type === 'claimed' && run !== undefined) void yieldToTab(run);
    else if (type === 'yielded') run?.saver.load(records);
    else if (screen.value.screen !== 'loading') void refresh();
  };

  const yieldToTab = async (running: Run) => {
    running.saver.stop('403.19');
    const { tabs } = await opening;
    tabs.tell('yielded', running.saver.records());
  };

  const beat = () => {
    const now = screen.value;
    const away = browser.monotonic() - askedAt;
    remaining.value = now.screen === 'running' ? Math.max(0, clock.remaining(now.deadline)) : 0;
    untilOpen.value = now.screen === 'waiting' ? Math.max(0, clock.remaining(now.opensAt)) : 0;
    if (now.screen === 'running' && remaining.value === 0) void run?.submit('deadline');
    if (now.screen === 'submitting' && clock.remaining(Date.parse(now.attempt.deadline ?? '')) <= -graceMs) run?.giveUp();
    if (now.screen === 'waiting' && away > 2_000 && clock.remaining(now.opensAt) <= -openJitter) void refresh();
    if (needsClock(now) && away > 5_000 && clock.isSuspect()) void refresh();
    // To the next full second of what is shown, so that no second is skipped.
    const shown = now.screen === 'running' ? remaining.value : untilOpen.value;
    return shown > 0 ? (shown % 1_000 || 1_000) + 5 : 1_000;
  };
  const pulse = createPulse(browser, beat);

  const wake = () => {
    online.value = browser.online();
    run?.wake();
    const { screen: shown } = screen.value;
    if (shown === 'unreachable' || (needsClock(screen.value) && clock.isSuspect())) void refresh();
    pulse.beat();
  };
  const lookAgain = () => {
    pulse.beat();
    const { screen: shown } = screen.value;
    if (shown !== 'completed' && shown !== 'loading' && browser.monotonic() - askedAt > refreshAfterMs) void refresh();
  };
  const ends = [
    browser.listen('online', wake),
    browser.listen('offline', () => {
      online.value = false;
    }),
    browser.listen('visible', lookAgain),
    browser.listen('pageshow', lookAgain),
    browser.listen('hidden', () => run?.saver.sendNow()),
    browser.listen('pagehide', () => run?.saver.sendNow()),
  ];

  const isRunning = () => screen.value.screen === 'running';

  return {
    ...signals,
    get persistent() {
      return persistent.value;
    },
    load: () => void refresh(),
    askCamera: () => proctoring.decide(true),
    start: async (choice) => {
      if (screen.value.screen !== 'before' || screen.value.starting) return;
      dispatch({ type: 'start-pressed' });
      await proctoring.decide(choice.camera);
      await claim();
    },
    edit: (questionId, answer) => {
      if (isRunning()) run?.saver.edit(questionId, answer);
    },
    flag: (questionId, on) => {
      if (isRunning()) run?.saver.flag(questionId, on);
    },
    submit: async () => {
      if (isRunning()) await run?.submit('candidate');
    },
    takeOver: async () => {
      if (screen.value.screen !== 'takenOver' || screen.value.busy) return;
      dispatch({ type: 'takeover-pressed' });
      await claim();
    },
    retry: wake,
    withoutLeaving: async (act) => {
      const resume = run?.leaving.suspend();
      try {
        return await act();
      } finally {
        resume?.();
      }
    },
    dispose: () => {
      disposed = true;
      endRun();
      pulse.dispose();
      session.dispose();
      browser.clearTimeout(retry);
      for (const end of ends) end();
      void opening.then(({ store, tabs }) => {
        tabs.dispose();
        store.close();
      });
    },
  };
};
