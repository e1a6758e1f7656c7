import { specialNumber } from '../comparison/numerals.ts';

/**
 * A value of a program, as it crosses between interpreters; the runner has the same shape. Numbers that are not finite and integers beyond
 * 2^53 are text, bytes are base64, a mapping is a `dict` with keys of any type.
 */
export type Plain =
  | null
  | boolean
  | number
  | string
  | readonly Plain[]
  | { readonly type: 'int' | 'float' | 'bytes'; readonly value: string }
  | { readonly type: 'tuple' | 'set'; readonly items: readonly Plain[] }
  | { readonly type: 'dict'; readonly entries: readonly (readonly [Plain, Plain])[] };

/** Levels of lists in lists that are looked at. A deeper part is equal to nothing. */
export const deepest = 64;

const hasItems = (value: object): value is readonly Plain[] => Array.isArray(value);

/** The parts by which values are compared: a tuple is a list, and an integer is a number however it is written. */
type Part =
  | { readonly is: 'null' }
  | { readonly is: 'boolean'; readonly value: boolean }
  | { readonly is: 'number'; readonly numeral: string; readonly key: string }
  | { readonly is: 'text' | 'bytes'; readonly value: string }
  | { readonly is: 'list' | 'set'; readonly items: readonly Plain[] }
  | { readonly is: 'dict'; readonly entries: readonly (readonly [Plain, Plain])[] };

const withoutLeadingZeros = (digits: string): string => {
  let at = 0;
  while (at < digits.length - 1 && digits.charCodeAt(at) === 48) at += 1;
  return digits.slice(at);
};

/** A large whole number in digits, as an integer of the same value has them. */
const keyOfNumber = (value: number): string =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? String(BigInt(value)) : String(value);

/** One text for each number: `3`, `3.0` and `3e0` are the same, and an integer keeps all its digits. */
const keyOfNumeral = (numeral: string): string => {
  const special = specialNumber(numeral);
  if (special !== undefined) return String(special);
  const sign = numeral.startsWith('-') ? '-' : '';
  const unsigned = numeral.slice(sign === '' && !numeral.startsWith('+') ? 0 : 1);
  if (!isWhole(unsigned)) return keyOfNumber(Number(numeral));
  const digits = withoutLeadingZeros(unsigned);
  return digits === '0' ? '0' : `${sign}${digits}`;
};

/** Whether the key of a number is that of an integer. */
export const isWhole = (key: string): boolean => /^-?\d+$/.test(key);

export const partOf = (value: Plain): Part => {
  if (value === null) return { is: 'null' };
  if (typeof value === 'boolean') return { is: 'boolean', value };
  if (typeof value === 'number') return { is: 'number', numeral: String(value), key: keyOfNumber(value) };
  if (typeof value === 'string') return { is: 'text', value };
  if (hasItems(value)) return { is: 'list', items: value };
  switch (value.type) {
    case 'int':
    case 'float':
      return { is: 'number', numeral: value.value, key: keyOfNumeral(value.value) };
    case 'bytes':
      return { is: 'bytes', value: value.value };
    case 'tuple':
      return { is: 'list', items: value.items };
    case 'set':
      return { is: 'set', items: value.items };
    case 'dict':
      return { is: 'dict', entries: value.entries };
  }
};

const keysOf = (values: readonly Plain[], depth: number): string[] => values.map((one) => keyAt(one, depth));

const keyAt = (value: Plain, depth: number): string => {
  const part = partOf(value);
  if (depth > deepest) return 'deep';
  switch (part.is) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(part.value);
    case 'number':
      return `#${part.key}`;
    case 'text':
      return JSON.stringify(part.value);
    case 'bytes':
      return `b"${part.value}"`;
    case 'list':
      return `[${keysOf(part.items, depth + 1).join()}]`;
    case 'set':
      return `{${keysOf(part.items, depth + 1)
        .sort()
        .join()}}`;
    case 'dict':
      return `<${part.entries
        .map(([key, one]) => `${keyAt(key, depth + 1)}:${keyAt(one, depth + 1)}`)
        .sort()
        .join()}>`;
  }
};

/** One text for all values that are equal, whatever the order of their sets and mappings. */
export const keyOf = (value: Plain): string => keyAt(value, 0);

type Shown = (budget: number) => string;

const joined = (open: string, parts: readonly Shown[], close: string, budget: number): string => {
  let text = open;
  for (const [index, part] of parts.entries()) {
    if (text.length > budget) return `${text}…`;
    text += `${index === 0 ? '' : ', '}${part(budget - text.length)}`;
  }
  return text + close;
};

const entryShown =
  ([key, value]: readonly [Plain, Plain]): Shown =>
  (budget) => {
    const shown = `${showValue(key, budget)}: `;
    return shown + showValue(value, budget - shown.length);
  };

/** A value for people to read, not much longer than `budget` characters: what comes after that is not even looked at. */
export const showValue = (value: Plain, budget = 160): string => {
  const part = partOf(value);
  if (budget <= 0) return '…';
  const cut = (text: string) => (text.length > budget ? `${text.slice(0, budget)}…` : text);
  const shown = (items: readonly Plain[]) =>
    items.map(
      (one): Shown =>
        (left) =>
          showValue(one, left),
    );
  switch (part.is) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(part.value);
    case 'number':
      return cut(part.numeral);
    case 'text':
      return JSON.stringify(cut(part.value));
    case 'bytes':
      return `bytes "${cut(part.value)}"`;
    case 'list':
      return joined('[', shown(part.items), ']', budget);
    case 'set':
      return joined('set {', shown(part.items), '}', budget);
    case 'dict':
      return joined('{', part.entries.map(entryShown), '}', budget);
  }
};
