import type { Key } from 'ink';
import { splitGraphemes } from '../../output/text.ts';
import { bindingsIn, type KeySet } from './key-sets.ts';
import type { Edit } from './line-input.ts';
import type { ScreenEvent } from './screen.ts';

const named: readonly (readonly [keyof Key, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pgup'],
  ['pageDown', 'pgdn'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
];

/** The name that the bindings use for a press; empty for keys that have none. */
export const keyName = (input: string, key: Key): string => {
  if (key.tab) return key.shift ? 'shift-tab' : 'tab';
  const found = named.find(([name]) => key[name] === true);
  if (found !== undefined) return found[1];
  if (key.ctrl) return `ctrl-${input}`;
  if (key.meta) return '';
  return input === ' ' ? 'space' : input;
};

const characters: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
};

/** `ctrl-s` of the control character that a terminal sends for it. */
const controlName = (one: string): string | undefined => {
  const code = one.length === 1 ? one.charCodeAt(0) : 0;
  return code >= 1 && code <= 26 ? `ctrl-${String.fromCharCode(code + 96)}` : undefined;
};

/** Keys pressed faster than they are read arrive as one text: this splits it into presses. */
export const pressesOf = (input: string, key: Key): readonly { readonly key: string; readonly input: string }[] => {
  const name = keyName(input, key);
  const several = splitGraphemes(input).flatMap((one) => (one === '\r\n' ? ['\r'] : [one]));
  if (name !== input || several.length < 2) return [{ key: name, input }];
  return several.map((one) => ({ key: characters[one] ?? controlName(one) ?? one, input: one }));
};

const edits: Readonly<Record<string, Edit>> = {
  backspace: 'erase',
  delete: 'erase-next',
  left: 'left',
  right: 'right',
  home: 'start',
  end: 'end',
  'ctrl-a': 'start',
  'ctrl-e': 'end',
  'ctrl-w': 'erase-word',
  'ctrl-u': 'clear',
};

export const commandOf = (active: readonly KeySet[], key: string): string | undefined =>
  bindingsIn(active).find((binding) => binding.keys.includes(key))?.id;

export const typesText = (active: readonly KeySet[]): boolean => active.some(({ typing }) => typing);

/** What a press means while these keys are active: a command, text, or nothing. `input` is the text that the key types. */
export const eventOf = (active: readonly KeySet[], key: string, input: string): ScreenEvent | undefined => {
  const id = commandOf(active, key);
  if (id !== undefined) return { type: 'command', id };
  if (!typesText(active)) return undefined;
  const edit = edits[key];
  if (edit !== undefined) return { type: 'edit', edit };
  const writes = input !== '' && (key === input || key === 'space');
  return writes ? { type: 'typed', text: input } : undefined;
};
