import type { Effect, Env, Screen, ScreenEvent, Step } from '../core/screen.ts';
import { type Call, call, type Failed, type Fault, type InputOf, type Op, type Succeeded, type ValueOf } from '../services/services.ts';
import * as sample from './samples.ts';

export const press = <Id extends string>(id: Id) => ({ type: 'command', id }) as const;
export const typed = (text: string): ScreenEvent<never> => ({ type: 'typed', text });

export const succeeded = <Name extends Op>(op: Name, input: InputOf<Name>, value: ValueOf<Name>): Succeeded =>
  // The cast holds: op and input are of the same member of the union, which the compiler cannot pick by a generic name.
  ({ type: 'succeeded', op, input, value }) as Succeeded;

export const fault: Fault = { message: 'The server does not answer', nextStep: 'Is it up? r tries again.' };

export const failed = <Name extends Op>(op: Name, input: InputOf<Name>): Failed => ({ type: 'failed', op, input, fault }) as Failed;

/** A screen after some events: its state, and the effects of the last of them. */
type At<State, Event> = Step<State> & { readonly when: (...events: readonly Event[]) => At<State, Event> };

const at = <State, Own extends string>(
  reduce: (state: State, event: ScreenEvent<Own>, env: Env) => Step<State>,
  now: Step<State>,
  env: Env,
): At<State, ScreenEvent<Own>> => ({
  ...now,
  when: (...events) =>
    at(
      reduce,
      events.reduce((before, event) => reduce(before.state, event, env), now),
      env,
    ),
});

/** `opened(screen, params).when(event, …).when(event, …)` */
export const opened = <Params extends object, State, Own extends string>(
  { start, reduce }: Screen<Params, State, Own>,
  params: NoInfer<Params>,
  env: Env = sample.env,
) => at(reduce, start(params, env), env);

export const callsOf = (effects: readonly Effect[]): Call[] => effects.filter((effect): effect is Call => effect.type === 'call');
export const noticesOf = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => (effect.type === 'notify' ? [effect.text] : []));
export { call };
