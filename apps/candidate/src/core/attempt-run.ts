import type { AnswerStore } from './answer-store.ts';
import { type AttemptEvent, asksForState } from './attempt.ts';
import { createBackoff } from './backoff.ts';
import type { Browser } from './browser.ts';
import { isBlank } from './codecs.ts';
import { createLeaving, type Leaving } from './leaving.ts';
import type { Protocol } from './protocol.ts';
import { createSaver, type Saver } from './saver.ts';
import type { AnswerView, SaveState } from './types.ts';

type Deps = {
  readonly protocol: Protocol;
  readonly store: AnswerStore;
  readonly browser: Browser;
  readonly now: () => number | Promise<number>;
  readonly dispatch: (event: AttemptEvent) => void;
  /** The server may know more than this page: ask for the state. */
  readonly refresh: () => Promise<void>;
  readonly onAnswers: (answers: ReadonlyMap<number, AnswerView>, overall: SaveState) => void;
  readonly onLeft: () => void;
};

/** What lives while this page is the one that saves: from a claim to the end, or until another tab or device claims. */
export type Run = {
  readonly saver: Saver;
  readonly leaving: Leaving;
  readonly submit: (cause: 'candidate' | 'deadline') => Promise<void>;
  /** What is not sent by now would not count any more: the submit waits for it no longer. */
  readonly giveUp: () => void;
  /** The network may be back. */
  readonly wake: () => void;
  readonly dispose: () => void;
};

const eventsWithinMs = 3_000;

const countAnswered = (answers: ReadonlyMap<number, AnswerView>): number =>
  [...answers.values()].filter(({ answer, save }) => save === 'saved' && !isBlank(answer)).length;

export const createRun = (deps: Deps): Run => {
  const { protocol, store, browser, dispatch, refresh } = deps;
  const backoff = createBackoff(browser.random);
  let answers: ReadonlyMap<number, AnswerView> = new Map();
  let disposed = false;
  let submitting = false;
  let wakeSubmit: (() => void) | undefined;
  let giveUp: () => void = () => {};
  const givenUp = new Promise<void>((resolve) => {
    giveUp = resolve;
  });

  const stopped = (statuscode: string) => {
    if (disposed) return;
    if (statuscode === '403.16') void submit('deadline');
    else if (asksForState(statuscode)) void refresh();
    else dispatch({ type: 'refused', statuscode });
  };

  const saver = createSaver({
    protocol,
    store,
    browser,
    onStopped: stopped,
    onChange: (changed, overall) => {
      answers = changed;
      deps.onAnswers(changed, overall);
      if (submitting && (overall === 'offline' || overall === 'saving'))
        dispatch({ type: overall === 'offline' ? 'not-reached' : 'reached' });
    },
  });
  const leaving = createLeaving({ store, protocol, browser, now: deps.now, onLeft: deps.onLeft });

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = browser.setTimeout(resolve, ms);
      wakeSubmit = () => {
        browser.clearTimeout(timer);
        resolve();
      };
    });

  const submitUntilAnswered = async (): Promise<void> => {
    while (!disposed) {
      const result = await protocol.submit();
      if (disposed) return;
      if (result.type === 'ok') return dispatch({ type: 'submitted', ...result.value, answered: countAnswered(answers) });
      if (result.type === 'unreachable') dispatch({ type: 'not-reached' });
      else if (asksForState(result.statuscode)) await refresh();
      else dispatch({ type: 'refused', statuscode: result.statuscode });
      if (!disposed) await pause(backoff.next(result.type === 'unreachable' ? result.retryAfterMs : 0));
    }
  };

  const submit = async (cause: 'candidate' | 'deadline'): Promise<void> => {
    if (disposed) return;
    dispatch({ type: 'submit-began', cause });
    if (submitting) return;
    submitting = true;
    // Never submit past an unsent answer while it still counts: without a network this waits for one until after the deadline.
    await saver.flush(givenUp);
    if (!disposed) await Promise.race([leaving.send(), pause(eventsWithinMs)]);
    await submitUntilAnswered();
  };

  return {
    saver,
    leaving,
    submit,
    giveUp,
    wake: () => {
      saver.wake();
      wakeSubmit?.();
    },
    dispose: () => {
      disposed = true;
      saver.dispose();
      leaving.dispose();
      giveUp();
      wakeSubmit?.();
    },
  };
};
