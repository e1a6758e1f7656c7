import { signal } from '@preact/signals';
import { type Browser, type BrowserEvent, browserEvents } from './browser.ts';
import type { Env, Step } from './step.ts';

type Builtin = { readonly type: 'tick' } | { readonly type: 'window'; readonly event: BrowserEvent };

type Options<State, Event, Effect> = {
  readonly browser: Browser;
  readonly start: (env: Env) => State;
  readonly reduce: (state: State, event: Event | Builtin, env: Env) => Step<State, Effect>;
  /** When something is due without an event (monotonic ms); `Infinity` for never. */
  readonly wakeAt: (state: State) => number;
  /** Does one effect. What comes of it is dispatched later, never during this call. */
  readonly perform: (effect: Effect, state: State) => void;
};

/** Holds the state of a page, hands every event to its reducer, and performs the effects. One timer serves everything that is due later. */
export const createRuntime = <State, Event, Effect>({ browser, start, reduce, wakeAt, perform }: Options<State, Event, Effect>) => {
  let timer: number | undefined;

  const env = (): Env => ({
    now: browser.monotonic(),
    wallClock: browser.wallClock(),
    random: browser.random(),
    newId: browser.randomId(),
    online: browser.online(),
    focused: browser.visible() && browser.focused(),
  });
  const state = signal(start(env()));

  const dispatch = (event: Event | Builtin): void => {
    const next = reduce(state.peek(), event, env());
    state.value = next.state;
    browser.clearTimeout(timer);
    const wait = wakeAt(next.state) - browser.monotonic();
    // Rounded up: a timer that fires a fraction too early would find nothing due.
    if (wait < Number.POSITIVE_INFINITY) timer = browser.setTimeout(() => dispatch({ type: 'tick' }), Math.max(0, Math.ceil(wait)));
    for (const effect of next.effects) perform(effect, next.state);
  };

  for (const event of browserEvents) browser.listen(event, () => dispatch({ type: 'window', event }));
  return { state, dispatch };
};
