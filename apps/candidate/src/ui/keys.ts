import type { MessageKey } from '../i18n/index.ts';

export type KeyAction = 'next' | 'previous' | 'flag' | 'map' | 'submit' | 'help' | { readonly pick: number };

type Binding = {
  /** Characters as `KeyboardEvent.key`, lower case; each also works with Alt. */
  readonly keys: readonly string[];
  readonly arrow?: 'forward' | 'back';
  readonly action: KeyAction;
};

const pick = (number: number): Binding => ({ keys: [String(number)], action: { pick: number - 1 } });

const bindings: readonly Binding[] = [
  { keys: ['n'], arrow: 'forward', action: 'next' },
  { keys: ['p'], arrow: 'back', action: 'previous' },
  { keys: ['f'], action: 'flag' },
  { keys: ['m'], action: 'map' },
  { keys: ['s'], action: 'submit' },
  { keys: ['?'], action: 'help' },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(pick),
];

/** The table that `?` shows. Arrows follow the writing direction. */
export const keyTable = (dir: 'ltr' | 'rtl'): readonly { readonly keys: readonly string[]; readonly label: MessageKey }[] => [
  { keys: ['N', dir === 'rtl' ? '←' : '→'], label: 'key.next' },
  { keys: ['P', dir === 'rtl' ? '→' : '←'], label: 'key.previous' },
  { keys: ['1 – 9'], label: 'key.pick' },
  { keys: ['F'], label: 'key.flag' },
  { keys: ['M'], label: 'key.map' },
  { keys: ['S'], label: 'key.submit' },
  { keys: ['?'], label: 'key.help' },
  { keys: ['Ctrl + Enter'], label: 'key.run' },
  { keys: ['Esc'], label: 'key.close' },
];

export type KeyPress = {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
};

/** What has the focus: in `code` Alt too writes characters and moves lines, `text` uses every key itself, `choice` (radio, select, scrolling code) uses the arrows. */
type KeyFocus = 'code' | 'text' | 'choice' | 'other';

// With Alt, or on a keyboard of another script, `key` is not the letter printed on the key; `code` is.
const letterOf = ({ key, code, altKey }: KeyPress): string => {
  if (/^[a-z0-9?]$/i.test(key) && !altKey) return key.toLowerCase();
  if (altKey && code === 'Slash') return '?';
  return /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? key;
};

/**
 * The action of a key press. `singleKeys` is false if the candidate switched off keys without Alt. Alt with an arrow is left to the
 * browser (back and forward).
 */
export const actionOf = (press: KeyPress, focus: KeyFocus, dir: 'ltr' | 'rtl', singleKeys: boolean): KeyAction | null => {
  if (press.ctrlKey || press.metaKey || press.repeat || focus === 'code') return null;
  if (!press.altKey && (focus === 'text' || !singleKeys)) return null;
  if (press.key === 'ArrowRight' || press.key === 'ArrowLeft') {
    if (press.altKey || focus !== 'other') return null;
    const direction = (press.key === 'ArrowRight') === (dir === 'ltr') ? 'forward' : 'back';
    return bindings.find(({ arrow }) => arrow === direction)?.action ?? null;
  }
  const letter = letterOf(press);
  return bindings.find(({ keys }) => keys.includes(letter))?.action ?? null;
};

export const focusOf = (element: Element | null): KeyFocus => {
  if (element === null) return 'other';
  if (element.matches('.code-editor *')) return 'code';
  if (element.matches('textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])')) return 'text';
  return element.matches('input[type=radio], select, pre, .table-scroll') ? 'choice' : 'other';
};
