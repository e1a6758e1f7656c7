import { type Arrived, addPage, movePages, type PagedRows, pagesToFetch, pagesToRefetch, type RowKeys } from './paged-rows.ts';
import { type Effect, type Env, type Step, step } from './screen.ts';

type Paged<Row> = { readonly list: PagedRows<Row> };

/** A screen's list: the keys of its rows, the lines for them, and the call that loads a page. */
type ListOptions<Row, State extends Paged<Row>> = {
  readonly keys: RowKeys<Row>;
  readonly height: (state: State, env: Env) => number;
  readonly load: (state: State, cursor: string | null) => Effect;
};

/** What every screen does with its long list. Each step also requests the pages that are needed then. */
export const pagerOf = <Row, State extends Paged<Row>>({ keys, height, load }: ListOptions<Row, State>) => {
  const fetch = (state: State, env: Env, ...effects: readonly Effect[]): Step<State> => {
    const { list, cursors } = pagesToFetch(state.list, height(state, env));
    return step({ ...state, list }, ...effects, ...cursors.map((cursor) => load(state, cursor)));
  };
  return {
    fetch,
    /** Fetches the pages on the screen again. */
    refresh: (state: State, env: Env, ...effects: readonly Effect[]): Step<State> => {
      const { list, cursors } = pagesToRefetch(state.list, height(state, env));
      return fetch({ ...state, list }, env, ...effects, ...cursors.map((cursor) => load(state, cursor)));
    },
    addPage: (state: State, page: Arrived<Row>, env: Env): Step<State> =>
      fetch({ ...state, list: addPage(state.list, page, keys, height(state, env)) }, env),
    /** Undefined when the command is not a movement. */
    move: (state: State, command: string, env: Env): Step<State> | undefined => {
      const list = movePages(state.list, command, keys, height(state, env));
      return list === undefined ? undefined : fetch({ ...state, list }, env);
    },
  };
};
