import { deepest, keyOf, type Plain, partOf, showValue } from '../similarity/plain.ts';
import { type Difference, excerpt } from './difference.ts';
import { numbersClose, type Tolerance } from './numerals.ts';

/**
 * How the value of a function is compared. Always: a number is its value, whether integer or float, and no boolean; a tuple is a list; a
 * set has no order and is no list; a mapping has no order, and a key `1` is not a key `"1"`. `numbers`: within the tolerance, everywhere but
 * in keys. `unordered`: the elements of the list that is returned in any order, so that a set will do too; lists inside keep theirs.
 */
export type ValueComparison = { readonly by: 'exact' | 'unordered' } | ({ readonly by: 'numbers' } & Tolerance);

/** The part that differs, by the steps to it; a side that has nothing there is undefined. */
type Found = { readonly path: readonly string[]; readonly expected: Plain | undefined; readonly actual: Plain | undefined };

const within = (step: string, found: Found | undefined): Found | undefined => found && { ...found, path: [step, ...found.path] };

const none: Tolerance = { absolute: 0, relative: 0 };

/** NaN is sorted before all other numbers, what is no number after them. */
const rankOf = (value: Plain): number => {
  const part = partOf(value);
  if (part.is !== 'number') return Number.POSITIVE_INFINITY;
  const number = Number(part.key);
  return Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number;
};

/** Numbers by value and then everything else by its key, so that those that are close stand at the same place in both. */
const sorted = (values: readonly Plain[]): readonly Plain[] =>
  values
    .map((value) => ({ value, key: keyOf(value), rank: rankOf(value) }))
    .sort((left, right) => {
      if (left.rank !== right.rank) return left.rank < right.rank ? -1 : 1;
      return left.key < right.key ? -1 : left.key > right.key ? 1 : 0;
    })
    .map(({ value }) => value);

const compareLists = (expected: readonly Plain[], actual: readonly Plain[], tolerance: Tolerance, depth: number): Found | undefined => {
  const length = Math.max(expected.length, actual.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [expected[at], actual[at]];
    const found =
      left === undefined || right === undefined
        ? { path: [], expected: left, actual: right }
        : comparePlain(left, right, tolerance, depth + 1);
    if (found) return within(`[${at}]`, found);
  }
  return undefined;
};

const countsOf = (values: readonly Plain[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const one of values) {
    const key = keyOf(one);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** The first of the values that the others do not have as often. */
const firstBeyond = (values: readonly Plain[], others: readonly Plain[]): Plain | undefined => {
  const counts = countsOf(others);
  return values.find((one) => {
    const key = keyOf(one);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
};

/**
 * In any order. What is missing and what is too much say more than a place in an order that nobody wrote. Of too many elements one more
 * than expected are read: one of them must be too much, and what is missing could be among the others.
 */
const compareElements = (expected: readonly Plain[], actual: readonly Plain[], tolerance: Tolerance, depth: number): Found | undefined => {
  const given = actual.slice(0, expected.length + 1);
  if (compareLists(sorted(expected), sorted(given), tolerance, depth) === undefined) return undefined;
  const missing = given.length < actual.length ? undefined : firstBeyond(expected, given);
  return { path: [], expected: missing, actual: firstBeyond(given, expected) };
};

type Entries = readonly (readonly [Plain, Plain])[];

const compareEntries = (expected: Entries, actual: Entries, tolerance: Tolerance, depth: number): Found | undefined => {
  const given = new Map(actual.map(([key, value]) => [keyOf(key), value]));
  for (const [key, value] of expected) {
    const other = given.get(keyOf(key));
    const found = other === undefined ? { path: [], expected: value, actual: undefined } : comparePlain(value, other, tolerance, depth + 1);
    if (found) return within(`[${showValue(key, 40)}]`, found);
    given.delete(keyOf(key));
  }
  const extra = actual.find(([key]) => given.has(keyOf(key)));
  return extra && { path: [`[${showValue(extra[0], 40)}]`], expected: undefined, actual: extra[1] };
};

const comparePlain = (expected: Plain, actual: Plain, tolerance: Tolerance, depth: number): Found | undefined => {
  const left = partOf(expected);
  const right = partOf(actual);
  const differs: Found = { path: [], expected, actual };
  if (depth > deepest) return differs;
  if (left.is === 'number' && right.is === 'number') {
    const same = left.key === right.key || (tolerance !== none && numbersClose(left.numeral, right.numeral, tolerance));
    return same ? undefined : differs;
  }
  if (left.is === 'list' && right.is === 'list') return compareLists(left.items, right.items, tolerance, depth);
  if (left.is === 'set' && right.is === 'set') return compareElements(left.items, right.items, tolerance, depth);
  if (left.is === 'dict' && right.is === 'dict') return compareEntries(left.entries, right.entries, tolerance, depth);
  return left.is === right.is && keyOf(expected) === keyOf(actual) ? undefined : differs;
};

const elementsOf = (value: Plain): readonly Plain[] | undefined => {
  const part = partOf(value);
  return part.is === 'list' || part.is === 'set' ? part.items : undefined;
};

const compareUnordered = (expected: Plain, actual: Plain): Found | undefined => {
  const left = elementsOf(expected);
  const right = elementsOf(actual);
  return left && right ? compareElements(left, right, none, 0) : comparePlain(expected, actual, none, 0);
};

const shown = (value: Plain | undefined): string | null => (value === undefined ? null : showValue(value));

/** The first difference between what a function should return and what it returned; undefined if the value is right. */
export const compareValue = (comparison: ValueComparison, expected: Plain, actual: Plain): Difference | undefined => {
  const found =
    comparison.by === 'unordered'
      ? compareUnordered(expected, actual)
      : comparePlain(expected, actual, comparison.by === 'numbers' ? comparison : none, 0);
  return found && { unit: 'value', place: excerpt(found.path.join('')), expected: shown(found.expected), actual: shown(found.actual) };
};
