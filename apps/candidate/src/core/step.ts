/** The device at the moment of an event. Time, chance and new ids reach a reducer only through this, so that it stays pure. */
export type Env = {
  /** Ms that no change of the device's clock moves; may stand still while the device sleeps. */
  readonly now: number;
  /** The device's clock, ms since 1970. */
  readonly wallClock: number;
  /** 0 to below 1. */
  readonly random: number;
  readonly newId: string;
  readonly online: boolean;
  /** The window is visible and has the focus. */
  readonly focused: boolean;
};

/** What a reducer returns: the next state, and as plain data what the runtime is to do. */
export type Step<State, Effect> = { readonly state: State; readonly effects: readonly Effect[] };

export type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** The copy of a state that one step of a reducer works on. Its parts are replaced, never changed, as earlier states share them. */
export type Draft<State, Effect> = Mutable<State> & { readonly env: Env; readonly effects: Effect[] };

/** A pure reducer from a function that changes a draft. */
export const reducer =
  <State extends object, Event, Effect>(change: (draft: Draft<State, Effect>, event: Event) => void) =>
  (state: State, event: Event, env: Env): Step<State, Effect> => {
    const draft: Draft<State, Effect> = { ...state, env, effects: [] };
    change(draft, event);
    return { state: draft, effects: draft.effects };
  };
