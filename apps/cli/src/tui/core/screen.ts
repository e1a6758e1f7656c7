import { needsInvite } from '../../output/join-url.ts';
import { wrap } from '../../output/text.ts';
import type { Call, Failed, Fault, Op, Succeeded } from '../services/services.ts';
import type { CommandId } from './bindings.ts';
import type { Edit } from './line-input.ts';
import type { Route } from './routes.ts';

/** What every reducer knows besides its state. `now`: milliseconds since 1970; `rows` and `columns` of the terminal. */
export type Env = {
  readonly now: number;
  readonly rows: number;
  readonly columns: number;
  readonly profile: string;
  /** What the API key may do; null: nobody knows, or not yet. */
  readonly scopes: readonly string[] | null;
};

export type ScreenEvent =
  | { readonly type: 'command'; readonly id: CommandId }
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
export const go = (to: Route): Effect => ({ type: 'go', to });

/** The smallest terminal in which every screen can be used. */
export const smallest = { columns: 60, rows: 15 } as const;
export const isTooSmall = ({ columns, rows }: Env): boolean => columns < smallest.columns || rows < smallest.rows;

/** Lines between the title and the notice. One line less than the terminal has is drawn: with all, every frame would clear the screen. */
export const bodyHeight = (env: Env): number => Math.max(6, env.rows - 4);

/** A fault on the screen that caused it. It disappears when its `op` succeeds or the person does something else. */
export type ShownFault = Fault & { readonly op: Op };

export const shown = (event: Failed): ShownFault => ({ ...event.fault, op: event.op });
export const without = (fault: ShownFault | null, op: Op): ShownFault | null => (fault?.op === op ? null : fault);

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
