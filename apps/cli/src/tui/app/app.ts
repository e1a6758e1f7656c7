import { oneLine } from '../../output/text.ts';
import { alwaysKeys, type Binding, bindingsIn, globalKeys, type KeySet, listKeys } from '../core/key-sets.ts';
import { commandOf, eventOf, typesText } from '../core/keys.ts';
import { type AnyScreen, type Effect, type Env, isTooSmall, type Route, routeTo, type ScreenEvent } from '../core/screen.ts';
import { invitationScreen } from '../screens/invitation.tsx';
import { testScreen } from '../screens/test.tsx';
import { testsScreen } from '../screens/tests.tsx';
import { pageSize, testCursors } from '../services/ranked-cursors.ts';
import { type Call, call, isRead, type Succeeded } from '../services/services.ts';
import { type Choice, goToOf, type Overlay, overlayKeys, paletteOf, reduceOverlay, searchOf } from './overlay.ts';

/** A screen on the stack. Responses find it by `key`, even when another screen is on top by then. */
export type Entry = { readonly key: number; readonly screen: AnyScreen; readonly state: Parameters<AnyScreen['title']>[0] };

export type AppState = {
  readonly stack: readonly Entry[];
  readonly nextKey: number;
  readonly overlay: Overlay | null;
  readonly notice: string | null;
  readonly env: Env;
};

export type AppEvent =
  /** `key` is the key's name in the bindings, `input` the text it types. */
  | { readonly type: 'press'; readonly key: string; readonly input: string }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'clock'; readonly now: number }
  | { readonly type: 'resize'; readonly rows: number; readonly columns: number }
  | { readonly type: 'live' }
  | { readonly type: 'screen'; readonly key: number; readonly event: ScreenEvent };

export type AppEffect =
  | { readonly type: 'call'; readonly key: number; readonly call: Call }
  | { readonly type: 'after'; readonly key: number; readonly milliseconds: number }
  | { readonly type: 'copy'; readonly text: string }
  /** The screen was closed: its requests are aborted. */
  | { readonly type: 'closed'; readonly key: number }
  /** Draws every cell again: those on the terminal may be of another size, or of another program. */
  | { readonly type: 'redraw' }
  | { readonly type: 'quit' };

export type AppStep = { readonly state: AppState; readonly effects: readonly AppEffect[] };

const emptyState = (env: Env): AppState => ({ stack: [], nextKey: 1, overlay: null, notice: null, env });

export const topOf = (state: AppState): Entry | undefined => state.stack.at(-1);

/** Compares without the types of the screen's params and state. */
const shows = (at: { readonly screen: AnyScreen } | undefined, screen: unknown): boolean => at?.screen === screen;

/** The keys of the top screen, and of every screen. */
const screenKeys = (state: AppState): readonly KeySet[] => {
  const top = topOf(state);
  return [...(top === undefined ? [globalKeys] : top.screen.active(top.state)), alwaysKeys];
};

/** Why the key may not do what a command does; undefined when it may, and while nobody knows. */
const lacking = ({ env }: AppState, { needs }: Binding): string | undefined =>
  needs === undefined || env.scopes === null || env.scopes.includes(needs) ? undefined : needs;

const offeredIn = (state: AppState, keys: readonly KeySet[]): readonly Binding[] => {
  const top = topOf(state);
  return bindingsIn(keys).filter(
    (binding) => lacking(state, binding) === undefined && top?.screen.offers?.(top.state, binding.id) !== false,
  );
};

/** The commands for the hints: those that do something now. */
export const offered = (state: AppState): readonly Binding[] => offeredIn(state, activeKeys(state));

const activeKeys = (state: AppState): readonly KeySet[] =>
  state.overlay === null ? screenKeys(state) : [...overlayKeys(state.overlay), alwaysKeys];

const also = (first: AppStep, next: (state: AppState) => AppStep): AppStep => {
  const second = next(first.state);
  return { state: second.state, effects: [...first.effects, ...second.effects] };
};

const push = (state: AppState, route: Route): AppStep => {
  const { screen } = route;
  const started = screen.start(route.params, state.env);
  const key = state.nextKey;
  const pushed = { ...state, nextKey: key + 1, overlay: null, stack: [...state.stack, { key, screen, state: started.state }] };
  return perform(pushed, key, started.effects);
};

const pop = (state: AppState): AppStep => {
  const top = topOf(state);
  if (top === undefined || state.stack.length === 1) return { state, effects: [] };
  return { state: { ...state, stack: state.stack.slice(0, -1) }, effects: [{ type: 'closed', key: top.key }] };
};

/** The list of tests is the bottom of the stack: going there closes every other screen. */
const goTo = (state: AppState, route: Route): AppStep => {
  // From the list of tests the way leads over the test, so that the title says which it is and Esc goes there.
  const { testId } = route.params;
  if (shows(topOf(state), testsScreen) && !shows(route, testScreen) && testId != null)
    return also(push(state, routeTo(testScreen, { testId })), (next) => push(next, route));
  if (!shows(route, testsScreen)) return push(state, route);
  const closed = state.stack.slice(1).map(({ key }): AppEffect => ({ type: 'closed', key }));
  return also({ state: { ...state, overlay: null, stack: state.stack.slice(0, 1) }, effects: closed }, refreshTop);
};

const performOne = (state: AppState, key: number, effect: Effect): AppStep => {
  switch (effect.type) {
    case 'call':
      return { state, effects: [{ type: 'call', key, call: effect }] };
    case 'after':
      return { state, effects: [{ type: 'after', key, milliseconds: effect.milliseconds }] };
    case 'go':
      return push(state, effect.to);
    case 'replace':
      // Only when the screen is still on top: the person may have opened another one meanwhile.
      return topOf(state)?.key === key ? also(pop(state), (popped) => push(popped, effect.to)) : { state, effects: [] };
    case 'back':
      return topOf(state)?.key === key ? also(pop(state), refreshTop) : { state, effects: [] };
    case 'copy':
      return {
        state: { ...state, overlay: { kind: 'copied', what: effect.what, text: effect.text } },
        effects: [{ type: 'copy', text: effect.text }],
      };
    case 'notify':
      return { state: { ...state, notice: effect.text }, effects: [] };
  }
};

const perform = (state: AppState, key: number, effects: readonly Effect[]): AppStep =>
  effects.reduce<AppStep>((done, effect) => also(done, (next) => performOne(next, key, effect)), { state, effects: [] });

/** The key of requests that belong to no screen: of the scopes of the API key, and of `go to`. */
const ofApp = 0;

const callOfApp = (call: Call): AppEffect => ({ type: 'call', key: ofApp, call });

const typingPause = 150;
const mostFound = 8;

/** Asks the server for what was typed into `go to`: active and inactive tests, and candidates of the test at hand. */
const search = (state: AppState): AppStep => {
  const { overlay } = state;
  if (overlay?.kind !== 'choose' || overlay.found === null) return { state, effects: [] };
  const text = searchOf(overlay);
  const { testId } = overlay.found;
  if (text === '' || text === overlay.found.text) return { state, effects: [] };
  const calls = [
    ...[null, testCursors.next(0, null)].map((cursor) => call('readTests', { search: text, cursor })),
    ...(testId === null ? [] : [call('listInvitations', { testId, search: text, limit: pageSize })]),
  ];
  return { state, effects: calls.map(callOfApp) };
};

const choicesFound = (event: Succeeded): readonly Choice[] => {
  if (event.op === 'readTests')
    return event.value.tests.map(({ testId, testName }) => ({
      label: oneLine(testName),
      keys: [],
      act: { type: 'go', to: routeTo(testScreen, { testId }) },
    }));
  if (event.op !== 'listInvitations') return [];
  return event.value.invitations.map(({ testInvitationId, fullName, emailId, status }) => ({
    label: oneLine(`${fullName} <${emailId}>, ${status}`),
    keys: [],
    act: { type: 'go', to: routeTo(invitationScreen, { testInvitationId }) },
  }));
};

const toApp = (state: AppState, event: ScreenEvent): AppStep => {
  if (event.type === 'due') return search(state);
  if (event.type !== 'succeeded') return { state, effects: [] };
  if (event.op === 'getAccount') return { state: { ...state, env: { ...state.env, scopes: event.value.scopes ?? null } }, effects: [] };
  const { overlay } = state;
  if (overlay?.kind !== 'choose' || overlay.found === null || (event.op !== 'readTests' && event.op !== 'listInvitations'))
    return { state, effects: [] };
  const { found } = overlay;
  const text = event.input.search;
  if (text !== searchOf(overlay)) return { state, effects: [] };
  const choices = [...(found.text === text ? found.choices : []), ...choicesFound(event).slice(0, mostFound)];
  return { state: { ...state, overlay: { ...overlay, found: { ...found, text, choices } } }, effects: [] };
};

const toScreen = (state: AppState, key: number, event: ScreenEvent): AppStep => {
  if (key === ofApp) return toApp(state, event);
  const entry = state.stack.find((one) => one.key === key);
  if (entry === undefined) {
    const lost = event.type === 'failed' && !isRead(event.op);
    return { state: lost ? { ...state, notice: `${event.fault.message} ${event.fault.nextStep}` } : state, effects: [] };
  }
  const next = entry.screen.reduce(entry.state, event, state.env);
  const stack = next.state === entry.state ? state.stack : state.stack.map((one) => (one === entry ? { ...one, state: next.state } : one));
  return perform({ ...state, stack }, key, next.effects);
};

const toTop = (state: AppState, event: ScreenEvent): AppStep => {
  const top = topOf(state);
  return top === undefined ? { state, effects: [] } : toScreen(state, top.key, event);
};

const refreshTop = (state: AppState): AppStep => toTop(state, { type: 'refresh' });

const testIdOf = (entry: Entry | undefined): number | null =>
  entry === undefined ? null : (entry.state.testId ?? entry.screen.testIdOf?.(entry.state) ?? null);

const redrawn = (state: AppState): AppStep => ({ state, effects: [{ type: 'redraw' }] });

const run = (state: AppState, event: ScreenEvent): AppStep => {
  if (event.type !== 'command') return toTop(state, event);
  switch (event.id) {
    case 'quit':
      return { state, effects: [{ type: 'quit' }] };
    case 'back':
      return also(pop(state), refreshTop);
    case 'refresh':
      return also(refreshTop(state), redrawn);
    case 'redraw':
      return redrawn(state);
    case 'help':
      return { state: { ...state, overlay: { kind: 'help', lines: offeredIn(state, screenKeys(state)), top: 0 } }, effects: [] };
    case 'palette': {
      const lines = offeredIn(
        state,
        screenKeys(state).filter((keys) => keys !== listKeys),
      );
      return { state: { ...state, overlay: paletteOf(lines, testIdOf(topOf(state))) }, effects: [] };
    }
    case 'go-to':
      return { state: { ...state, overlay: goToOf(testIdOf(topOf(state))) }, effects: [] };
    default: {
      const binding = bindingsIn(activeKeys(state)).find(({ id }) => id === event.id);
      const scope = binding === undefined ? undefined : lacking(state, binding);
      if (scope === undefined) return toTop(state, event);
      return { state: { ...state, notice: `${binding?.help}: this needs a key with the scope ${scope}.` }, effects: [] };
    }
  }
};

const entered = (state: AppState, event: ScreenEvent | undefined): AppStep => {
  if (event?.type === 'command' && event.id === 'redraw') return redrawn(state);
  // What a key does could not be seen.
  if (isTooSmall(state.env)) return { state, effects: [] };
  const quiet = state.notice === null ? state : { ...state, notice: null };
  if (state.overlay === null) return event === undefined ? { state: quiet, effects: [] } : run(quiet, event);
  const next = reduceOverlay(state.overlay, event ?? { type: 'typed', text: '' }, state.env);
  const closed = { ...quiet, overlay: null };
  const lineBefore = state.overlay.kind === 'choose' ? state.overlay.line : null;
  switch (next.type) {
    case 'open': {
      const asks = next.overlay.kind === 'choose' && next.overlay.found !== null && next.overlay.line !== lineBefore;
      return {
        state: { ...quiet, overlay: next.overlay },
        effects: asks ? [{ type: 'after', key: ofApp, milliseconds: typingPause }] : [],
      };
    }
    case 'elsewhere':
      return { state: { ...closed, notice: next.text }, effects: [] };
    case 'closed':
      return { state: closed, effects: [] };
    case 'command':
      return run(closed, { type: 'command', id: next.id });
    case 'go':
      return goTo(closed, next.to);
  }
};

/** The whole terminal as a pure function; the runner performs the effects. */
export const reduceApp = (state: AppState, event: AppEvent): AppStep => {
  switch (event.type) {
    case 'press':
      // Ctrl-C quits from everywhere, except where it means something else.
      if (event.key === 'ctrl-c' && commandOf(activeKeys(state), event.key) === undefined) return { state, effects: [{ type: 'quit' }] };
      return entered(state, eventOf(activeKeys(state), event.key, event.input));
    case 'paste':
      return entered(state, typesText(activeKeys(state)) ? { type: 'typed', text: event.text } : undefined);
    case 'clock':
      return { state: { ...state, env: { ...state.env, now: event.now } }, effects: [] };
    case 'resize':
      return redrawn({ ...state, env: { ...state.env, rows: event.rows, columns: event.columns } });
    case 'live':
      return refreshTop(state);
    case 'screen':
      return toScreen(state, event.key, event.event);
  }
};

/** `route`: a screen above the list of tests, to begin with. */
export const startApp = (env: Env, route?: Route): AppStep => {
  const first = push(emptyState(env), routeTo(testsScreen, {}));
  const { state, effects } = route === undefined ? first : also(first, (next) => push(next, route));
  return { state, effects: [...effects, callOfApp(call('getAccount', {}))] };
};
