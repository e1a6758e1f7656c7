import type { Scope } from '@assay/domain';

/** `hint` is the word in the last line of the screen, `help` the line in help and palette, `needs` the scope that the API key must have. */
type Row = { readonly keys: readonly string[]; readonly hint?: string; readonly help: string; readonly needs?: Scope };

/** Keys that are active together, by the id of their command. `typing`: every other key types text. */
export type KeySet<Id extends string = string> = { readonly rows: Readonly<Record<Id, Row>>; readonly typing: boolean };

/** Hints, help and the palette come from the sets that are active. */
export const keySet = <Id extends string>(rows: Readonly<Record<Id, Row>>, { typing = false } = {}): KeySet<Id> => ({ rows, typing });

export const dialogKeys = keySet({
  yes: { keys: ['y'], hint: 'yes, do it', help: 'Do what the question says' },
  leave: { keys: ['n', 'esc', 'q', 'backspace'], hint: 'no', help: 'Leave everything as it is' },
});

export const minutesKeys = keySet(
  {
    submit: { keys: ['enter'], hint: 'go on', help: 'Go on' },
    leave: { keys: ['esc'], hint: 'leave', help: 'Leave everything as it is' },
  },
  { typing: true },
);

export const saveKeys = keySet(
  {
    submit: { keys: ['enter'], hint: 'save', help: 'Save the file' },
    complete: { keys: ['tab'], hint: 'complete the path', help: 'Complete the path' },
    leave: { keys: ['esc'], hint: 'leave', help: 'Save nothing' },
  },
  { typing: true },
);

export const searchKeys = keySet(
  {
    submit: { keys: ['enter', 'down'], hint: 'to the list', help: 'Keep the search and go to the list' },
    leave: { keys: ['esc'], hint: 'no search', help: 'Clear the search' },
  },
  { typing: true },
);

/** In a list that is searched. */
export const searchedKeys = keySet({ leave: { keys: ['esc'], hint: 'no search', help: 'Clear the search' } });

export const formKeys = keySet(
  {
    'next-field': { keys: ['tab', 'down'], hint: 'next field', help: 'Next field' },
    'enter-field': { keys: ['enter'], help: 'Next field; in the last one, save' },
    'previous-field': { keys: ['shift-tab', 'up'], hint: 'field above', help: 'Field above' },
    save: { keys: ['ctrl-s'], hint: 'save', help: 'Save' },
    leave: { keys: ['esc'], hint: 'leave', help: 'Leave the form' },
  },
  { typing: true },
);

/** The rows of a text that is scrolled, for the set of its screen. */
export const scrollRows = {
  up: { keys: ['up', 'k'], help: 'Line above' },
  down: { keys: ['down', 'j'], help: 'Line below' },
  'page-up': { keys: ['pgup', 'ctrl-u'], help: 'Page above' },
  'page-down': { keys: ['pgdn', 'ctrl-d', 'space'], hint: 'page below', help: 'Page below' },
};

/** The movements in a list, which the palette does not offer. */
export const listKeys = keySet({
  ...scrollRows,
  'page-down': { keys: ['pgdn', 'ctrl-d', 'space'], help: 'Page below' },
  first: { keys: ['home'], help: 'First line' },
  last: { keys: ['end', 'G'], help: 'Last line' },
});

/** In a list that the server searches. */
export const pagesKeys = keySet({ search: { keys: ['/'], hint: 'search', help: 'Search' } });

export const globalKeys = keySet({
  back: { keys: ['esc', 'backspace', 'left', 'h'], hint: 'back', help: 'Back' },
  help: { keys: ['?'], hint: 'help', help: 'All keys of this screen' },
  'go-to': { keys: ['g'], hint: 'go to', help: 'Go to tests, deliveries, or a number' },
  palette: { keys: [':'], hint: 'commands', help: 'Find a command by its name' },
  refresh: { keys: ['r'], help: 'Refresh now (it also happens by itself)' },
  quit: { keys: ['q'], hint: 'quit', help: 'Quit' },
});

/** Of every screen and overlay. */
export const alwaysKeys = keySet({ redraw: { keys: ['ctrl-l'], help: 'Redraw the screen' } });

export type IdOf<Keys extends KeySet> = Keys extends KeySet<infer Id> ? Id : never;

/** The commands that any screen may get. */
export type SharedId = IdOf<typeof dialogKeys | typeof saveKeys | typeof searchKeys | typeof formKeys | typeof listKeys | typeof pagesKeys>;

export type Binding = Row & { readonly id: string };

/** The bindings of these sets, the first set first; a key of an earlier set is not listed again. */
export const bindingsIn = (active: readonly KeySet[]): Binding[] => {
  const taken = new Set<string>();
  return active.flatMap(({ rows }) =>
    Object.entries(rows).flatMap(([id, row]) => {
      const keys = row.keys.filter((key) => !taken.has(key));
      for (const key of keys) taken.add(key);
      return keys.length === 0 ? [] : [{ ...row, id, keys }];
    }),
  );
};

const names: Readonly<Record<string, string>> = { up: '↑', down: '↓', left: '←', right: '→', enter: '⏎', 'shift-tab': '⇧tab' };

/** A key as people read it. */
export const keyLabel = (key: string): string => names[key] ?? key.replace('ctrl-', '^');
