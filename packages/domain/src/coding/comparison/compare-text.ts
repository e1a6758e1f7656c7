import { firstDifference } from '../code-units.ts';
import { type Difference, excerpt, excerpts } from './difference.ts';
import { fractionsClose, numbersClose, type Tolerance } from './numerals.ts';

/**
 * How the output of a program is compared. `exact`: character by character, but one line end at the very end of either side does not
 * count, because `print` writes it and authors leave it out. `tokens`: what stands between white space; fractions with all digits of a
 * double may differ in the last ones. `numbers`: tokens, and those that are numbers on both sides within the tolerance. `unordered`: lines
 * in any order, each by its tokens; blank lines do not count.
 */
export type TextComparison = { readonly by: 'exact' | 'tokens' | 'unordered' } | ({ readonly by: 'numbers' } & Tolerance);

const newline = 10;

/** Space, and the controls from tab to carriage return. A no-break space is part of a token: it is not what was asked for. */
const isSpace = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13);

type Token = { readonly text: string; readonly line: number };

/** Reads tokens one after the other; undefined after the last. `line` is where it stands, from 1. */
const tokensOf = (text: string) => {
  let at = 0;
  let line = 1;
  return (): Token | { readonly text: undefined; readonly line: number } => {
    while (at < text.length && isSpace(text.charCodeAt(at))) {
      if (text.charCodeAt(at) === newline) line += 1;
      at += 1;
    }
    if (at >= text.length) return { text: undefined, line };
    const from = at;
    while (at < text.length && !isSpace(text.charCodeAt(at))) at += 1;
    return { text: text.slice(from, at), line };
  };
};

const compareTokens = (expected: string, actual: string, same: (left: string, right: string) => boolean): Difference | undefined => {
  const nextExpected = tokensOf(expected);
  const nextActual = tokensOf(actual);
  for (let place = 1; ; place += 1) {
    const left = nextExpected();
    const right = nextActual();
    if (left.text === undefined && right.text === undefined) return undefined;
    const found = { unit: 'token', place, line: right.line } as const;
    if (left.text === undefined) return { ...found, expected: null, actual: excerpt(right.text ?? '') };
    if (right.text === undefined) return { ...found, expected: excerpt(left.text), actual: null };
    if (!same(left.text, right.text)) return { ...found, ...excerpts(left.text, right.text) };
  }
};

const withoutLastLineEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);

const linesBefore = (text: string, end: number): number => {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
};

const startOfLine = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

/** The line that begins at `from`, null if the text ends before it. */
const lineAt = (text: string, from: number): string | null => {
  if (from > text.length) return null;
  const end = text.indexOf('\n', from);
  return text.slice(from, end === -1 ? text.length : end);
};

const compareExactly = (expected: string, actual: string): Difference | undefined => {
  const left = withoutLastLineEnd(expected);
  const right = withoutLastLineEnd(actual);
  if (left === right) return undefined;
  const at = firstDifference(left, right);
  // One side may end with the line before; the line that it lacks is the difference.
  const ended = at === Math.min(left.length, right.length) && (left[at] ?? right[at]) === '\n';
  const from = ended ? at + 1 : startOfLine(left, at);
  const place = linesBefore(left, at) + (ended ? 2 : 1);
  const [wanted, given] = [lineAt(left, from), lineAt(right, from)];
  if (wanted !== null && given !== null) return { unit: 'line', place, ...excerpts(wanted, given) };
  return { unit: 'line', place, expected: wanted && excerpt(wanted), actual: given && excerpt(given) };
};

/** The first lines that are not blank, each as its tokens with one space between them. */
const normalizedLines = (text: string, most: number): readonly Token[] => {
  const next = tokensOf(text);
  const lines: { tokens: string[]; line: number }[] = [];
  for (let token = next(); token.text !== undefined; token = next()) {
    const last = lines.at(-1);
    if (last?.line === token.line) last.tokens.push(token.text);
    else if (lines.length === most) break;
    else lines.push({ tokens: [token.text], line: token.line });
  }
  return lines.map(({ tokens, line }) => ({ text: tokens.join(' '), line }));
};

const byText = (left: Token, right: Token): number => (left.text < right.text ? -1 : left.text > right.text ? 1 : left.line - right.line);

const earlier = (found: Token | undefined, one: Token): Token => (found === undefined || one.line < found.line ? one : found);

/**
 * Sorted and merged: a table of lines could be filled with texts of one hash. Of too many lines one more than expected are read: one of
 * them must be too much, and what is missing could be among the others.
 */
const compareUnordered = (expected: string, actual: string): Difference | undefined => {
  const left = [...normalizedLines(expected, Number.POSITIVE_INFINITY)].sort(byText);
  const right = [...normalizedLines(actual, left.length + 1)].sort(byText);
  let missing: Token | undefined;
  let extra: Token | undefined;
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const wanted = left[l];
    const given = right[r];
    const order = wanted === undefined ? 1 : given === undefined ? -1 : wanted.text < given.text ? -1 : wanted.text > given.text ? 1 : 0;
    if (order < 0 && wanted !== undefined) missing = earlier(missing, wanted);
    if (order > 0 && given !== undefined) extra = earlier(extra, given);
    if (order <= 0) l += 1;
    if (order >= 0) r += 1;
  }
  if (missing === undefined && extra === undefined) return undefined;
  return {
    unit: 'line',
    place: extra?.line ?? missing?.line ?? 1,
    expected: missing === undefined || right.length > left.length ? null : excerpt(missing.text),
    actual: extra === undefined ? null : excerpt(extra.text),
  };
};

const identical = (left: string, right: string): boolean => left === right;

/** As `tokens` was once: their last digits count. What was graded then is compared so. */
export type FormerComparison = { readonly by: 'texts' };

/** The first difference between what a program should write and what it wrote; undefined if the output is right. */
export const compareText = (comparison: TextComparison | FormerComparison, expected: string, actual: string): Difference | undefined => {
  if (expected === actual) return undefined;
  switch (comparison.by) {
    case 'exact':
      return compareExactly(expected, actual);
    case 'tokens':
      return compareTokens(expected, actual, (left, right) => left === right || fractionsClose(left, right));
    case 'texts':
      return compareTokens(expected, actual, identical);
    case 'numbers':
      return compareTokens(expected, actual, (left, right) => numbersClose(left, right, comparison));
    case 'unordered':
      return compareUnordered(expected, actual);
  }
};
