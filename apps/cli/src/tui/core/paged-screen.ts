import type { CommandId } from './bindings.ts';
import { again, type Keys, movePages, type PagedRows, receive, want } from './paged-rows.ts';
import { type Effect, type Env, type Step, step } from './screen.ts';

type Paged<Row> = { readonly list: PagedRows<Row> };

/** How a screen keeps its list: the keys of its rows, the lines it has for them, and the call for a page. */
type How<Row, State extends Paged<Row>> = {
  readonly keys: Keys<Row>;
  readonly height: (state: State, env: Env) => number;
  readonly ask: (state: State, cursor: string | null) => Effect;
};

type Arrived<Row> = { readonly from: string | null; readonly rows: readonly Row[]; readonly next: string | null };

/** What every screen with a long list does with it. Each step also asks for the pages that are wanted then. */
export const pagerOf = <Row, State extends Paged<Row>>({ keys, height, ask }: How<Row, State>) => {
  const fetch = (state: State, env: Env, ...effects: readonly Effect[]): Step<State> => {
    const { list, cursors } = want(state.list, height(state, env));
    return step({ ...state, list }, ...effects, ...cursors.map((cursor) => ask(state, cursor)));
  };
  return {
    fetch,
    /** The pages on the screen once more. */
    fetchAgain: (state: State, env: Env, ...effects: readonly Effect[]): Step<State> => {
      const { list, cursors } = again(state.list, height(state, env));
      return fetch({ ...state, list }, env, ...effects, ...cursors.map((cursor) => ask(state, cursor)));
    },
    arrived: (state: State, page: Arrived<Row>, env: Env): Step<State> =>
      fetch({ ...state, list: receive(state.list, page, keys, height(state, env)) }, env),
    /** Undefined when the command is no movement. */
    moved: (state: State, command: CommandId, env: Env): Step<State> | undefined => {
      const list = movePages(state.list, command, keys, height(state, env));
      return list === undefined ? undefined : fetch({ ...state, list }, env);
    },
  };
};
