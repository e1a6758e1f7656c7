import type { CommandId } from '../core/bindings.ts';
import type { Effect, Env, ScreenEvent, Step } from '../core/screen.ts';
import { type Call, call, type Failed, type Fault, type InputOf, type Op, type Succeeded, type ValueOf } from '../services/services.ts';
import * as sample from './samples.ts';

export const press = (id: CommandId): ScreenEvent => ({ type: 'command', id });
export const typed = (text: string): ScreenEvent => ({ type: 'typed', text });

export const succeeded = <Name extends Op>(op: Name, input: InputOf<Name>, value: ValueOf<Name>): ScreenEvent =>
  // The cast holds: op and input are of the same member of the union, which the compiler cannot pick by a generic name.
  ({ type: 'succeeded', op, input, value }) as Succeeded;

export const fault: Fault = { message: 'The server does not answer', nextStep: 'Is it up? r tries again.' };

export const failed = <Name extends Op>(op: Name, input: InputOf<Name>): ScreenEvent => ({ type: 'failed', op, input, fault }) as Failed;

type Reduce<State> = (state: State, event: ScreenEvent, env: Env) => Step<State>;

/** `given(reduce, start).when(event, …)`: the state after the events, and the effects of the last of them. */
export const given = <State>(reduce: Reduce<State>, start: Step<State>, env: Env = sample.env) => ({
  when: (...events: readonly ScreenEvent[]): Step<State> =>
    events.reduce<Step<State>>((before, event) => reduce(before.state, event, env), start),
});

export const callsOf = (effects: readonly Effect[]): Call[] => effects.filter((effect): effect is Call => effect.type === 'call');
export const noticesOf = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => (effect.type === 'notify' ? [effect.text] : []));
export { call };
