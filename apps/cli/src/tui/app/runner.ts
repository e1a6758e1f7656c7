import type { Env, Route } from '../core/screen.ts';
import { type Call, type Failed, type Fault, isRead, type Services, type Succeeded } from '../services/services.ts';
import { type AppEffect, type AppEvent, type AppState, reduceApp, startApp } from './app.ts';

/** What the screens do outside the terminal. */
export type Host = { readonly copy: (text: string) => void; readonly quit: () => void; readonly redraw: () => void };

export type Runner = {
  readonly get: () => AppState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispatch: (event: AppEvent) => void;
  /** Clears the timers and aborts the requests. */
  readonly stop: () => void;
};

type Options = {
  readonly services: Services;
  readonly host: Host;
  readonly env: Env;
  readonly faultOf: (error: unknown) => Fault;
  /** Where to begin, above the list of tests. */
  readonly route?: Route | undefined;
};

/** Responses are drawn at most this often. */
const frameMilliseconds = 33;

/** Holds the state and performs effects: each call is one request, whose result comes back as an event. */
export const createRunner = ({ services, host, env, faultOf, route }: Options): Runner => {
  const listeners = new Set<() => void>();
  const requests = new Map<number, AbortController>();
  const timers = new Map<number, NodeJS.Timeout>();

  const signalOf = (key: number): AbortSignal => {
    const controller = requests.get(key) ?? new AbortController();
    requests.set(key, controller);
    return controller.signal;
  };

  const underWay = new Set<string>();

  const request = async (key: number, { op, input }: Call): Promise<void> => {
    const name = `${key} ${op} ${JSON.stringify(input)}`;
    // A server slower than the live refresh, or than a hasty key, does not get the same request twice at a time.
    if (underWay.has(name)) return;
    underWay.add(name);
    // A write is not aborted when its screen is closed.
    const signal = isRead(op) ? signalOf(key) : new AbortController().signal;
    try {
      // The cast holds: each call carries the input of its own op, but a lookup by name loses that.
      const service = services[op] as (input: Call['input'], options: { signal: AbortSignal }) => Promise<unknown>;
      const value = await service(input, { signal });
      underWay.delete(name);
      dispatch({ type: 'screen', key, event: { type: 'succeeded', op, input, value } as Succeeded });
    } catch (error) {
      if (!signal.aborted) dispatch({ type: 'screen', key, event: { type: 'failed', op, input, fault: faultOf(error) } as Failed });
    } finally {
      underWay.delete(name);
    }
  };

  const perform = (effect: AppEffect): void => {
    switch (effect.type) {
      case 'call':
        void request(effect.key, effect.call);
        return;
      case 'after':
        clearTimeout(timers.get(effect.key));
        timers.set(
          effect.key,
          setTimeout(() => dispatch({ type: 'screen', key: effect.key, event: { type: 'due' } }), effect.milliseconds),
        );
        return;
      case 'copy':
        host.copy(effect.text);
        return;
      case 'closed':
        clearTimeout(timers.get(effect.key));
        timers.delete(effect.key);
        requests.get(effect.key)?.abort();
        requests.delete(effect.key);
        return;
      case 'redraw':
        host.redraw();
        return;
      case 'quit':
        host.quit();
    }
  };

  let shownAt = Number.NEGATIVE_INFINITY;
  let later: NodeJS.Timeout | undefined;

  const showNow = (): void => {
    clearTimeout(later);
    later = undefined;
    shownAt = performance.now();
    for (const listener of listeners) listener();
  };

  /** Input is drawn at once. Responses may come by the hundred: one frame shows all that came before it. */
  const show = (event: AppEvent): void => {
    const left = shownAt + frameMilliseconds - performance.now();
    if (event.type !== 'screen' || left <= 0) showNow();
    else later ??= setTimeout(showNow, left);
  };

  const started = startApp(env, route);
  let state = started.state;

  const dispatch = (event: AppEvent): void => {
    const next = reduceApp(state, event);
    const changed = next.state !== state;
    state = next.state;
    if (changed) show(event);
    for (const effect of next.effects) perform(effect);
  };

  for (const effect of started.effects) perform(effect);

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    stop: () => {
      clearTimeout(later);
      for (const timer of timers.values()) clearTimeout(timer);
      for (const controller of requests.values()) controller.abort();
      listeners.clear();
    },
  };
};
