import { globalKeys, type KeySet, listKeys, pagesKeys, searchedKeys, searchKeys } from './key-sets.ts';
import { editLine, type LineInput, lineOf, typeInto } from './line-input.ts';
import { type Effect, type ScreenEvent, type Step, step } from './screen.ts';

/** A list that the server searches. `query` is what the rows are of; `search` may be ahead of it while the person types. */
export type Searched = { readonly search: LineInput; readonly query: string; readonly searching: boolean };

export const notSearched: Searched = { search: lineOf(''), query: '', searching: false };

const typingPause = 150;
const due = (milliseconds: number): Effect => ({ type: 'after', milliseconds });

/** The step of what is typed into the search; undefined when the event is of something else. What is searched changes when it is `due`. */
export const reduceSearch = <State extends Searched>(state: State, event: ScreenEvent): Step<State> | undefined => {
  if (event.type === 'typed') return step({ ...state, search: typeInto(state.search, event.text) }, due(typingPause));
  if (event.type === 'edit') return step({ ...state, search: editLine(state.search, event.edit) }, due(typingPause));
  if (event.type !== 'command') return undefined;
  if (event.id === 'search' || event.id === 'submit') return step({ ...state, searching: event.id === 'search' });
  return event.id === 'leave' ? step({ ...state, searching: false, search: lineOf('') }, due(0)) : undefined;
};

export const searchedActive =
  (keys: KeySet) =>
  ({ searching, search }: Searched): readonly KeySet[] =>
    searching ? [searchKeys] : [...(search.text === '' ? [] : [searchedKeys]), keys, listKeys, pagesKeys, globalKeys];
