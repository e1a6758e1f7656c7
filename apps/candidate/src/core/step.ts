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

/** The copy of a state that one step of a reducer works on. Its parts are replaced, never changed, as earlier states share them. */
export type Draft<State, Effect> = { -readonly [Part in keyof State]: State[Part] } & { readonly env: Env; readonly effects: Effect[] };

/** What each type of event changes. */
export type Handlers<Draft, Event extends { readonly type: string }> = {
  readonly [Type in Event['type']]: (draft: Draft, event: Extract<Event, { readonly type: Type }>) => void;
};

/** A pure reducer: the event's handler, then `advance` for what is due. */
export const reducer =
  <State extends object, Event extends { readonly type: string }, Effect>(
    handlers: Handlers<Draft<State, Effect>, Event>,
    advance: (draft: Draft<State, Effect>) => void,
  ) =>
  (state: State, event: Event, env: Env): Step<State, Effect> => {
    const draft: Draft<State, Effect> = { ...state, env, effects: [] };
    // Each handler takes the events of its key, which the compiler does not follow through a lookup.
    const handle = handlers[event.type as Event['type']] as (draft: Draft<State, Effect>, event: Event) => void;
    handle(draft, event);
    advance(draft);
    return { state: draft, effects: draft.effects };
  };
