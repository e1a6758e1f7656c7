import { type Decimal, decimal, zero } from '../../decimal.ts';

/** A number is right when its absolute or its relative error is within the tolerance. */
export type Tolerance = { readonly absolute: number; readonly relative: number };

const zeroUnit = 48;
const isDigit = (unit: number): boolean => unit >= zeroUnit && unit <= 57;
const isSign = (unit: number): boolean => unit === 43 || unit === 45;
const isExponent = (unit: number): boolean => unit === 101 || unit === 69;

const pastDigits = (text: string, from: number): number => {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
};

/** `-12`, `.5`, `5.`, `1e-9`: decimal notation, nothing else. Read by hand, in one pass however long the text is. */
export const isNumeral = (text: string): boolean => {
  const start = isSign(text.charCodeAt(0)) ? 1 : 0;
  const whole = pastDigits(text, start);
  const point = text.charCodeAt(whole) === 46 ? 1 : 0;
  const fraction = pastDigits(text, whole + point);
  if (fraction - start - point === 0) return false;
  if (fraction === text.length) return true;
  if (!isExponent(text.charCodeAt(fraction))) return false;
  const digits = fraction + 1 + (isSign(text.charCodeAt(fraction + 1)) ? 1 : 0);
  return digits < text.length && pastDigits(text, digits) === text.length;
};

/** Digits that tell one double from the next: fewer were rounded on purpose, and are compared as they are written. */
const doubleDigits = 15;
const ofDoubles: Tolerance = { absolute: 0, relative: 1e-9 };

/** A number with a point and its significant digits; undefined for any other text. */
const fractionDigits = (text: string): number | undefined => {
  if (!text.includes('.') || !isNumeral(text)) return undefined;
  let at = 0;
  while (at < text.length && (text.charCodeAt(at) < zeroUnit + 1 || !isDigit(text.charCodeAt(at)))) at += 1;
  let digits = 0;
  for (; at < text.length && !isExponent(text.charCodeAt(at)); at += 1) if (isDigit(text.charCodeAt(at))) digits += 1;
  return digits;
};

/**
 * Whether two texts differ by no more than the order of additions or another library's last digits: both are decimal fractions, and at
 * least one has all the digits of a double.
 */
export const fractionsClose = (expected: string, actual: string): boolean => {
  const [left, right] = [fractionDigits(expected), fractionDigits(actual)];
  if (left === undefined || right === undefined || Math.max(left, right) < doubleDigits) return false;
  return numbersClose(expected, actual, ofDoubles);
};

const specials = new Map<string, number>([
  ...['nan', '-nan'].map((text) => [text, Number.NaN] as const),
  ...['inf', '+inf', 'infinity', '+infinity'].map((text) => [text, Number.POSITIVE_INFINITY] as const),
  ...['-inf', '-infinity'].map((text) => [text, Number.NEGATIVE_INFINITY] as const),
]);
const longestSpecial = 9;

/** NaN or an infinity as the languages write it; undefined for any other text. */
export const specialNumber = (text: string): number | undefined =>
  text.length > longestSpecial || isDigit(text.charCodeAt(text.length - 1)) ? undefined : specials.get(text.toLowerCase());

/** Digits that exact arithmetic reads; longer numerals are compared as doubles. */
const longestExact = 400;

/** A numeral that a double reads as zero may have any exponent, and writing it out would take as many digits. */
const exactly = (numeral: string, value: number): Decimal =>
  value === 0 ? zero : decimal(numeral.startsWith('+') ? numeral.slice(1) : numeral);

/**
 * Doubles decide unless the error is so near the tolerance that their rounding could: then exact decimals do, so that 1.1 is within 0.1
 * of 1. A numeral beyond the doubles is equal only to its own text, which keeps `1e999999999` from being written out.
 */
const numeralsClose = (expected: string, actual: string, { absolute, relative }: Tolerance): boolean => {
  const e = Number(expected);
  const a = Number(actual);
  if (!Number.isFinite(e) || !Number.isFinite(a)) return false;
  const error = Math.abs(a - e);
  const allowed = Math.max(absolute, relative * Math.abs(e));
  const rounding = 4 * Number.EPSILON * (Math.abs(a) + Math.abs(e) + allowed);
  const near = Math.abs(error - allowed) <= rounding;
  if (!near || expected.length > longestExact || actual.length > longestExact) return error <= allowed;
  const exact = exactly(expected, e);
  const exactError = exact.minus(exactly(actual, a)).abs();
  return exactError.lte(absolute) || exactError.lte(exact.abs().times(relative));
};

/** Whether two texts are the same number within the tolerance. NaN is NaN, and an infinity is the infinity of the same sign. */
export const numbersClose = (expected: string, actual: string, tolerance: Tolerance): boolean => {
  if (expected === actual) return true;
  const special = specialNumber(expected);
  if (special !== undefined) return Object.is(special, specialNumber(actual));
  return isNumeral(expected) && isNumeral(actual) && numeralsClose(expected, actual, tolerance);
};
