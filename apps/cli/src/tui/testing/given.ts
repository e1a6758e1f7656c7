import type { Effect, Env, ScreenEvent, Step } from '../core/screen.ts';
import { type Call, call, type Failed, type Fault, type InputOf, type Op, type Succeeded, type ValueOf } from '../services/services.ts';
import * as sample from './samples.ts';

export const press = <Id extends string>(id: Id) => ({ type: 'command', id }) as const;
export const typed = (text: string): ScreenEvent<never> => ({ type: 'typed', text });

export const succeeded = <Name extends Op>(op: Name, input: InputOf<Name>, value: ValueOf<Name>): Succeeded =>
  // The cast holds: op and input are of the same member of the union, which the compiler cannot pick by a generic name.
  ({ type: 'succeeded', op, input, value }) as Succeeded;

export const fault: Fault = { message: 'The server does not answer', nextStep: 'Is it up? r tries again.' };

export const failed = <Name extends Op>(op: Name, input: InputOf<Name>): Failed => ({ type: 'failed', op, input, fault }) as Failed;

type Reduce<State, Event> = (state: State, event: Event, env: Env) => Step<State>;

/** `given(reduce, start).when(event, …)`: the state after the events, and the effects of the last of them. */
export const given = <State, Event>(reduce: Reduce<State, Event>, start: Step<State>, env: Env = sample.env) => ({
  when: (...events: readonly Event[]): Step<State> =>
    events.reduce<Step<State>>((before, event) => reduce(before.state, event, env), start),
});

export const callsOf = (effects: readonly Effect[]): Call[] => effects.filter((effect): effect is Call => effect.type === 'call');
export const noticesOf = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => (effect.type === 'notify' ? [effect.text] : []));
export { call };
