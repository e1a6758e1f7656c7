import { z } from 'zod';
import { isNumeral, specialNumber } from './comparison/numerals.ts';
import { keyOf, type Plain } from './similarity/plain.ts';

/**
 * A value of a case as an author writes it: what YAML and JSON can say, and for the rest a mapping with one field: `$set`, `$tuple`, `$dict`
 * (a list of pairs), `$bytes` (base64), `$int` and `$float` (text). Any other mapping is a `dict` with keys of text.
 */
export type FileValue = null | boolean | number | string | readonly FileValue[] | { readonly [field: string]: FileValue };

const valueBounds = { parts: 10_000, characters: 100_000, levels: 20 } as const;

type Fault = { readonly fault: string };
const isFault = (value: Plain | Fault): value is Fault => typeof value === 'object' && value !== null && 'fault' in value;

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** What one value may still hold. It is used up as the value is read, so that nothing looks at what is beyond the bounds. */
type Budget = { parts: number; characters: number };

const tooLarge: Fault = {
  fault: `must have at most ${valueBounds.parts} parts, ${valueBounds.characters} characters and ${valueBounds.levels} levels`,
};

const readText = (text: string, budget: Budget): Plain | Fault => {
  budget.characters -= text.length;
  if (budget.characters < 0) return tooLarge;
  return /\p{Surrogate}/u.test(text) ? { fault: 'must be valid Unicode, without half of a surrogate pair' } : text;
};

const readNumber = (value: number): Plain | Fault => {
  if (!Number.isFinite(value)) return { type: 'float', value: String(value) };
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return { fault: 'a whole number beyond 2^53 must be { $int: "…" } or { $float: "…" }, because it is not read exactly' };
  return Object.is(value, -0) ? 0 : value;
};

const readAll = (values: readonly unknown[], budget: Budget, level: number): readonly Plain[] | Fault => {
  const read: Plain[] = [];
  for (const one of values) {
    const value = readValue(one, budget, level);
    if (isFault(value)) return value;
    read.push(value);
  }
  return read;
};

const hasTwice = (values: readonly Plain[]): boolean => new Set(values.map(keyOf)).size < values.length;

const longestNumber = 1000;

/** The values that YAML has no words for. */
const tags: Readonly<Record<string, (value: unknown, budget: Budget, level: number) => Plain | Fault>> = {
  $set: (value, budget, level) => {
    if (!Array.isArray(value)) return { fault: '$set must be a list' };
    const items = readAll(value, budget, level);
    if (isFault(items)) return items;
    return hasTwice(items) ? { fault: '$set must not have an element twice' } : { type: 'set', items };
  },
  $tuple: (value, budget, level) => {
    if (!Array.isArray(value)) return { fault: '$tuple must be a list' };
    const items = readAll(value, budget, level);
    return isFault(items) ? items : { type: 'tuple', items };
  },
  $dict: (value, budget, level) => {
    const isPair = (one: unknown): one is readonly [unknown, unknown] => Array.isArray(one) && one.length === 2;
    if (!Array.isArray(value) || !value.every(isPair)) return { fault: '$dict must be a list of pairs [key, value]' };
    const keys = readAll(
      value.map(([key]) => key),
      budget,
      level,
    );
    if (isFault(keys)) return keys;
    if (hasTwice(keys)) return { fault: '$dict must not have a key twice' };
    const values = readAll(
      value.map(([, one]) => one),
      budget,
      level,
    );
    return isFault(values) ? values : { type: 'dict', entries: keys.map((key, index) => [key, values[index] ?? null]) };
  },
  $bytes: (value, budget) => {
    const text = typeof value === 'string' ? readText(value, budget) : null;
    if (typeof text !== 'string') return text ?? { fault: '$bytes must be base64 text' };
    return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
      ? { type: 'bytes', value: text }
      : { fault: '$bytes must be base64 text' };
  },
  $int: (value) =>
    typeof value === 'string' && value.length <= longestNumber && /^-?\d+$/.test(value)
      ? { type: 'int', value }
      : { fault: `$int must be text with the digits of an integer, at most ${longestNumber}` },
  $float: (value) =>
    typeof value === 'string' && value.length <= longestNumber && (isNumeral(value) || specialNumber(value) !== undefined)
      ? { type: 'float', value }
      : { fault: `$float must be text with a number, inf, -inf or nan, at most ${longestNumber} characters` },
};

const readMapping = (value: Readonly<Record<string, unknown>>, budget: Budget, level: number): Plain | Fault => {
  const fields = Object.keys(value);
  const tag = fields.find((field) => field.startsWith('$'));
  if (tag !== undefined) {
    const read = Object.hasOwn(tags, tag) ? tags[tag] : undefined;
    if (!read || fields.length > 1)
      return { fault: `a mapping with a field that begins with $ has that one only, of ${Object.keys(tags).join(', ')}` };
    return read(value[tag], budget, level);
  }
  const entries: [Plain, Plain][] = [];
  for (const field of fields) {
    const key = readText(field, budget);
    if (isFault(key)) return key;
    const one = readValue(value[field], budget, level);
    if (isFault(one)) return one;
    entries.push([key, one]);
  }
  return { type: 'dict', entries };
};

const readValue = (value: unknown, budget: Budget, level: number): Plain | Fault => {
  budget.parts -= 1;
  if (budget.parts < 0 || level > valueBounds.levels) return tooLarge;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return readNumber(value);
  if (typeof value === 'string') return readText(value, budget);
  if (Array.isArray(value)) return readAll(value, budget, level + 1);
  if (isMapping(value)) return readMapping(value, budget, level + 1);
  return { fault: 'must be null, a boolean, a number, text, a list or a mapping' };
};

/** The values of a list in JSON, as an author would write them; or why they are none. */
export const readValues = (text: string): readonly Plain[] | Fault => {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { fault: 'must be JSON' };
  }
  return Array.isArray(given) ? readAll(given, { ...valueBounds }, 1) : { fault: 'must be a list' };
};

/** The value that an author means by a value that was checked. */
export const plainOf = (value: FileValue): Plain => {
  const read = readValue(value, { ...valueBounds }, 0);
  if (isFault(read)) throw new Error(`a value of a case ${read.fault}`);
  return read;
};

/** How an author writes a value. */
export const fileValueOf = (value: Plain): FileValue => {
  if (typeof value !== 'object' || value === null) return value;
  if (!('type' in value)) return value.map(fileValueOf);
  switch (value.type) {
    case 'int':
    case 'float':
    case 'bytes':
      return { [`$${value.type}`]: value.value };
    case 'tuple':
    case 'set':
      return { [`$${value.type}`]: value.items.map(fileValueOf) };
    case 'dict':
      return value.entries.every(([key]) => typeof key === 'string' && !key.startsWith('$'))
        ? Object.fromEntries(value.entries.map(([key, one]) => [String(key), fileValueOf(one)]))
        : { $dict: value.entries.map(([key, one]) => [fileValueOf(key), fileValueOf(one)]) };
  }
};

const readFileValue = z.unknown().transform((given, context): FileValue => {
  const read = readValue(given, { ...valueBounds }, 0);
  if (!isFault(read)) return fileValueOf(read);
  context.addIssue({ code: 'custom', message: read.fault, input: given });
  return z.NEVER;
});

/**
 * A value of a case, in the form in which `fileOf` writes it, which JSON can hold. The API document says of it that it may be anything,
 * and the cast holds because only what was read gets there.
 */
export const FileValue = readFileValue
  .pipe(z.unknown() as z.ZodType<FileValue, FileValue>)
  .meta({ id: 'CaseValue', description: 'Any JSON value; `$set`, `$tuple`, `$dict`, `$bytes`, `$int` and `$float` say what JSON cannot.' });
