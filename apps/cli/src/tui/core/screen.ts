import type { ReactNode } from 'react';
import { needsInvite } from '../../output/join-url.ts';
import { wrap } from '../../output/text.ts';
import type { Call, Failed, Fault, Op, Succeeded } from '../services/services.ts';
import type { KeySet, SharedId } from './key-sets.ts';
import type { Edit } from './line-input.ts';

/** What every reducer knows besides its state. `now`: milliseconds since 1970; `rows` and `columns` of the terminal. */
export type Env = {
  readonly now: number;
  readonly rows: number;
  readonly columns: number;
  readonly profile: string;
  /** What the API key may do; null: nobody knows, or not yet. */
  readonly scopes: readonly string[] | null;
};

export type Command<Own extends string = string> = { readonly type: 'command'; readonly id: Own | SharedId };

/** `Own`: the commands of the screen's own keys. */
export type ScreenEvent<Own extends string = string> =
  | Command<Own>
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'edit'; readonly edit: Edit }
  /** By `r`, by the timer, and when the screen is shown again. */
  | { readonly type: 'refresh' }
  /** The time of an `after` effect has come. */
  | { readonly type: 'due' }
  | Succeeded
  | Failed;

export type Effect =
  | Call
  | { readonly type: 'go'; readonly to: Route }
  /** The route replaces the screen that requests it. */
  | { readonly type: 'replace'; readonly to: Route }
  | { readonly type: 'back' }
  | { readonly type: 'copy'; readonly text: string; readonly what: string }
  | { readonly type: 'notify'; readonly text: string }
  /** Sends `due` to the screen; a later one of the same screen replaces it. */
  | { readonly type: 'after'; readonly milliseconds: number };

export type Step<State> = { readonly state: State; readonly effects: readonly Effect[] };

export const step = <State>(state: State, ...effects: readonly Effect[]): Step<State> => ({ state, effects });
export const notify = (text: string): Effect => ({ type: 'notify', text });
/** Copies what the server shows only to keys that may invite. */
export const copyOf = (text: string | null, what: string): Effect =>
  text === null ? notify(`${what}: ${needsInvite}, which this key lacks.`) : { type: 'copy', text, what };
export const go = <Params extends object, State, Own extends string>(
  screen: Screen<Params, State, Own>,
  params: NoInfer<Params>,
): Effect => ({
  type: 'go',
  to: routeTo(screen, params),
});

/** All of a screen. It is opened by its value, so the compiler checks its params wherever that happens. */
export type Screen<Params, State, Own extends string> = {
  readonly title: (state: State) => string;
  /** Its own keys, which the palette offers on other screens too if they have a `place`: `on an invitation`. */
  readonly keys: KeySet;
  readonly place?: string;
  /** The keys that do something now, the first set first. */
  readonly active: (state: State) => readonly KeySet[];
  readonly start: (params: Params, env: Env) => Step<State>;
  /** State and event to state and effects, without I/O. */
  readonly reduce: (state: State, event: ScreenEvent<Own>, env: Env) => Step<State>;
  readonly View: (props: { readonly state: State; readonly env: Env }) => ReactNode;
  /** The test at hand, of a state without a `testId`. */
  readonly testIdOf?: (state: State) => number | null | undefined;
  /** Whether hints, help and the palette show a command now. */
  readonly offers?: (state: State, id: string) => boolean;
};

export const defineScreen = <Params extends object, State, Own extends string>(screen: Screen<Params, State, Own>) => screen;

type OfTest = { readonly testId?: number | null };

/** A screen as the app sees it. */
export type AnyScreen = Screen<OfTest, OfTest, string>;

/** A screen and what it starts with. */
export type Route = { readonly screen: AnyScreen; readonly params: OfTest };

export const routeTo = <Params extends object, State, Own extends string>(
  screen: Screen<Params, State, Own>,
  params: NoInfer<Params>,
  // The cast holds: a screen is started by params of its own, and gets back no other state than its own.
): Route => ({ screen, params }) as unknown as Route;

/** The smallest terminal in which every screen can be used. */
export const smallest = { columns: 60, rows: 15 } as const;
export const isTooSmall = ({ columns, rows }: Env): boolean => columns < smallest.columns || rows < smallest.rows;

/** Lines between the title and the notice. One line less than the terminal has is drawn: with all, every frame would clear the screen. */
export const bodyHeight = (env: Env): number => Math.max(6, env.rows - 4);

/** A fault on the screen that caused it. It disappears when its `op` succeeds or the person does something else. */
export type ShownFault = Fault & { readonly op: Op };

export const shown = (event: Failed): ShownFault => ({ ...event.fault, op: event.op });
export const without = (fault: ShownFault | null, op: Op): ShownFault | null => (fault?.op === op ? null : fault);

/** The step of an event for which a screen has no rule: a failure is shown, and nothing else changes. */
export const orFault = <State extends { readonly fault: ShownFault | null }>(state: State, event: ScreenEvent): Step<State> =>
  step(event.type === 'failed' ? { ...state, fault: shown(event) } : state);

/** The lines of a fault: what is wrong, wrapped, and under it the next step. */
export const faultLines = (fault: Fault, { columns }: Env): { message: string[]; nextStep: string[] } => ({
  message: wrap(fault.message, columns - 2),
  nextStep: wrap(fault.nextStep, columns - 2),
});

export const faultHeight = (fault: ShownFault | null, env: Env): number => {
  if (fault === null) return 0;
  const { message, nextStep } = faultLines(fault, env);
  return 1 + message.length + nextStep.length;
};
