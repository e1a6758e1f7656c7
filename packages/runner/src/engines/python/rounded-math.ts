/**
 * Functions of `math` as CPython on glibc gives them. glibc rounds the result correctly in nearly all cases, the C library of the binary
 * only to about one unit in the last place, so that a tenth of all results would end in another digit. A value is computed here as the
 * sum of two doubles, with about 100 bits, and then rounded. What glibc computes by the older formulas of fdlibm is computed by those.
 */

/** A value as the sum of two doubles; the second is less than half a unit of the first. */
type Pair = readonly [high: number, low: number];

const splitter = 134_217_729;

const sum = (a: number, b: number): Pair => {
  const high = a + b;
  const part = high - a;
  return [high, a - (high - part) + (b - part)];
};

const product = (a: number, b: number): Pair => {
  const high = a * b;
  const [ta, tb] = [splitter * a, splitter * b];
  const [ah, bh] = [ta - (ta - a), tb - (tb - b)];
  const [al, bl] = [a - ah, b - bh];
  return [high, ah * bh - high + ah * bl + al * bh + al * bl];
};

const add = (a: Pair, b: Pair): Pair => {
  const [high, low] = sum(a[0], b[0]);
  const [more, rest] = sum(a[1], b[1]);
  const [top, under] = sum(high, low + more);
  return sum(top, under + rest);
};

const multiply = (a: Pair, b: Pair): Pair => {
  const [high, low] = product(a[0], b[0]);
  return sum(high, low + (a[0] * b[1] + a[1] * b[0]));
};

const negative = (a: Pair): Pair => [-a[0], -a[1]];

const divide = (a: Pair, b: Pair): Pair => {
  const first = a[0] / b[0];
  const rest = add(a, negative(multiply(b, [first, 0])));
  const second = rest[0] / b[0];
  const last = add(rest, negative(multiply(b, [second, 0])))[0] / b[0];
  return add(sum(first, second), [last, 0]);
};

const scaled = (a: Pair, by: number): Pair => [a[0] * by, a[1] * by];
const value = (a: Pair): number => a[0] + a[1];
/** In two steps where one power of two would overflow or be zero. */
const shifted = (a: Pair, by: number): number => {
  const half = Math.trunc(by / 2);
  return value(scaled(a, 2 ** half)) * 2 ** (by - half);
};

const one: Pair = [1, 0];
const ln2: Pair = [Math.LN2, 2.3190468138462996e-17];
/** The first part has few bits, so that its product with a small integer is exact. */
const ln2Parts = [0.6931471804855391, 7.440617109802979e-11, 2.0941744292700725e-21] as const;
const halfPi = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32] as const;

const inverseFactorials: readonly Pair[] = [one];
for (let n = 1; n <= 30; n++) (inverseFactorials as Pair[]).push(divide(inverseFactorials[n - 1] as Pair, [n, 0]));
const halfPiDigits = BigInt(
  `0x${[
    '1921fb54442d18469898cc51701b839a252049c1114cf98e804177d4c76273644a29410f31c6809bbdf2a33679a748636605',
    '614dbe4be286e9fc26adadaa3848bc90b6aecc4bcfd8de89885d34c6fdad617feb96de80d6fdbdc70d7f6b5133f4b5d3e482',
    '2f8963fcc9250cca3d9c8b67b8400f97142c77e0b31b4906c38aba734d22c7f51fa499ebf06caba47b9475b2c38c5e6ac410',
    'aa577',
  ].join('')}`,
);
/** halfPiDigits is π/2 times this power of two: enough for the largest double. */
const halfPiBits = 1216n;

const toPair = (digits: bigint): Pair => {
  const high = Number(digits);
  return [high, Number(digits - BigInt(high))];
};

/** The last terms of a series are so small that one double holds all of them that counts. */
const horner = ([x]: Pair, terms: readonly number[]): Pair => {
  let found = 0;
  for (const n of terms) found = found * x + (inverseFactorials[n] as Pair)[0];
  return [found, 0];
};

/** e^x - 1, for small x. */
const smallExpm1 = (x: Pair): Pair => {
  const part = scaled(x, 1 / 256);
  let found = horner(part, [10, 9, 8, 7, 6]);
  for (let n = 5; n >= 1; n--) found = add(inverseFactorials[n] as Pair, multiply(found, part));
  found = multiply(found, part);
  for (let n = 0; n < 8; n++) found = add(scaled(found, 2), multiply(found, found));
  return found;
};

/** e^x as a pair times a power of two. */
const exponential = (x: Pair): { pair: Pair; power: number } => {
  const power = Math.round(x[0] / Math.LN2);
  let rest = add(x, [-power * ln2Parts[0], 0]);
  rest = add(rest, [-power * ln2Parts[1], 0]);
  rest = add(rest, negative(product(power, ln2Parts[2])));
  return { pair: add(one, smallExpm1(rest)), power };
};

const tooLarge = 710;
const tooSmall = -746;

const expOf = (x: Pair): number => {
  if (!(x[0] < tooLarge)) return x[0] + Infinity;
  if (x[0] < tooSmall) return 0;
  const { pair, power } = exponential(x);
  return shifted(pair, power);
};

/** Of a positive finite number. */
const logarithm = (x: number): Pair => {
  const isTiny = x < 2 ** -1022;
  const normal = isTiny ? x * 2 ** 54 : x;
  let power = Math.floor(Math.log2(normal));
  let part = power > 1000 ? normal / 2 ** 1000 / 2 ** (power - 1000) : normal / 2 ** power;
  if (part > Math.SQRT2) {
    part /= 2;
    power += 1;
  }
  if (part < Math.SQRT1_2) {
    part *= 2;
    power -= 1;
  }
  const guess = Math.log(part);
  const shrunk = smallExpm1([-guess, 0]);
  const rest = add(sum(part, -1), multiply(shrunk, [part, 0]));
  const close = add([guess, 0], add(rest, [(-rest[0] * rest[0]) / 2, 0]));
  if (isTiny) power -= 54;
  if (power === 0) return close;
  const whole = add(add([power * ln2Parts[0], 0], [power * ln2Parts[1], 0]), product(power, ln2Parts[2]));
  return add(whole, close);
};

const logOf = (x: number): number => (x > 0 && x < Infinity ? value(logarithm(x)) : Math.log(x));

/** x less the nearest multiple of π/2, and the last two bits of that multiple. */
const reduced = (x: number): { rest: Pair; quarter: number } => {
  if (Math.abs(x) < 2 ** 20) {
    const times = Math.round(x / (Math.PI / 2));
    let rest: Pair = sum(x, -times * halfPi[0]);
    for (const part of [halfPi[1], halfPi[2]]) rest = add(rest, [-times * part, 0]);
    rest = add(rest, negative(product(times, halfPi[3])));
    return { rest, quarter: times & 3 };
  }
  const power = Math.floor(Math.log2(Math.abs(x))) - 52;
  const digits = BigInt(Math.abs(x) / 2 ** power) << (halfPiBits + BigInt(power));
  let times = digits / halfPiDigits;
  let left = digits - times * halfPiDigits;
  if (left * 2n > halfPiDigits) {
    times += 1n;
    left -= halfPiDigits;
  }
  const [high, low] = toPair(left >> (halfPiBits - 216n));
  const rest: Pair = [high * 2 ** -216, low * 2 ** -216];
  const quarter = Number(times & 3n);
  return x < 0 ? { rest: negative(rest), quarter: -quarter & 3 } : { rest, quarter };
};

/** The terms of x^n / n! with alternating signs, from the first. */
const series = (x: Pair, first: 0 | 1): Pair => {
  const square = negative(multiply(x, x));
  let found = horner(square, [first + 26, first + 24, first + 22, first + 20, first + 18, first + 16]);
  for (let n = first + 14; n >= first; n -= 2) found = add(inverseFactorials[n] as Pair, multiply(found, square));
  return first === 1 ? multiply(found, x) : found;
};

const sineAndCosine = (x: number): [sine: Pair, cosine: Pair] => {
  const { rest, quarter } = reduced(x);
  const [sine, cosine] = [series(rest, 1), series(rest, 0)];
  switch (quarter) {
    case 0:
      return [sine, cosine];
    case 1:
      return [cosine, negative(sine)];
    case 2:
      return [negative(sine), negative(cosine)];
    default:
      return [negative(cosine), sine];
  }
};

/** Below this, rounding gives x itself. */
const isTiny = (x: number): boolean => Math.abs(x) < 2 ** -27;

const sin = (x: number): number => (Number.isFinite(x) && !isTiny(x) ? value(sineAndCosine(x)[0]) : x - (x - x));
const cos = (x: number): number => (Number.isFinite(x) ? value(sineAndCosine(x)[1]) : Number.NaN);
const tan = (x: number): number => (Number.isFinite(x) && !isTiny(x) ? value(divide(...sineAndCosine(x))) : x - (x - x));

/** The angle whose sine and cosine stand as y to x, from one that is right to 50 bits. */
const corrected = (guess: number, y: Pair, x: Pair): number => {
  const [sine, cosine] = sineAndCosine(guess);
  const across = add(multiply(y, cosine), negative(multiply(x, sine)));
  const along = add(multiply(x, cosine), multiply(y, sine));
  return value(add([guess, 0], divide(across, along)));
};

const atan = (x: number): number => (Math.abs(x) < 2 ** 60 && !isTiny(x) ? corrected(Math.atan(x), [x, 0], one) : Math.atan(x));

/** The other side of a right triangle whose hypotenuse is 1. */
const side = (x: number): Pair => {
  const square = multiply(sum(1, -x), sum(1, x));
  const root = Math.sqrt(square[0]);
  return add([root, 0], divide(add(square, negative(product(root, root))), [2 * root, 0]));
};
const asin = (x: number): number => (Math.abs(x) < 1 && !isTiny(x) ? corrected(Math.asin(x), [x, 0], side(x)) : Math.asin(x));
const acos = (x: number): number => (Math.abs(x) < 1 ? corrected(Math.acos(x), side(x), [x, 0]) : Math.acos(x));

const atan2 = (y: number, x: number): number => {
  const guess = Math.atan2(y, x);
  const [high, low] = [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))];
  if (!(low > 0 && high < Infinity) || low / high < 2 ** -60) return guess;
  const by = 2 ** Math.min(1000, -Math.floor(Math.log2(high)));
  return corrected(guess, [y * by, 0], [x * by, 0]);
};

const exp = (x: number): number => expOf([x, 0]);
const exp2 = (x: number): number => {
  if (!(Math.abs(x) < 1100)) return 2 ** x;
  const power = Math.round(x);
  return shifted(add(one, smallExpm1(multiply([x - power, 0], ln2))), power);
};

const log10Parts = [0.30102999566361177, 3.694239077158931e-13] as const;
/** By the formula of fdlibm, in which glibc uses its own logarithm. */
const log10 = (x: number): number => {
  if (!(x > 0 && x < Infinity)) return Math.log10(x);
  const isSmall = x < 2 ** -1022;
  const normal = isSmall ? x * 2 ** 54 : x;
  let power = Math.floor(Math.log2(normal));
  if (2 ** power > normal) power -= 1;
  else if (power < 1023 && 2 ** (power + 1) <= normal) power += 1;
  const part = power > 0 ? normal / 2 ** power : normal * 2 ** -power;
  const whole = power + (isSmall ? -54 : 0);
  const below = whole < 0 ? 1 : 0;
  const y = whole + below;
  return y * log10Parts[1] + Math.LOG10E * logOf(below ? part / 2 : part) + y * log10Parts[0];
};
const log2 = (x: number): number => {
  if (!(x > 0 && x < Infinity)) return Math.log2(x);
  return value(divide(logarithm(x), ln2));
};

const cosh = (x: number): number => {
  const size = Math.abs(x);
  if (!(size < 710)) return Math.cosh(x);
  if (size < 0.5 * Math.LN2) {
    const grown = Math.expm1(size);
    return size < 2 ** -55 ? 1 + grown : 1 + (grown * grown) / (2 * (1 + grown));
  }
  const grown = exp(size);
  return size < 22 ? 0.5 * grown + 0.5 / grown : 0.5 * grown;
};
const sinh = (x: number): number => {
  const size = Math.abs(x);
  if (!(size >= 22 && size < 709)) return Math.sinh(x);
  return (x < 0 ? -0.5 : 0.5) * exp(size);
};
const asinh = (x: number): number => {
  const size = Math.abs(x);
  if (!(size > 2 && size < Infinity)) return Math.asinh(x);
  const found = size > 2 ** 28 ? logOf(size) + Math.LN2 : logOf(2 * size + 1 / (Math.sqrt(size * size + 1) + size));
  return x < 0 ? -found : found;
};
const acosh = (x: number): number => {
  if (!(x > 2 && x < Infinity)) return Math.acosh(x);
  return x > 2 ** 28 ? logOf(x) + Math.LN2 : logOf(2 * x - 1 / (x + Math.sqrt(x * x - 1)));
};

/** By the formula of Borges, "An Improved Algorithm for hypot(a,b)", as glibc since 2.35: a root, less what rounding made of it. */
const hypot = (x: number, y: number): number => {
  const [high, low] = [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))];
  if (!(low > 0 && high < Infinity)) return Math.hypot(x, y);
  if (low <= high * 2 ** -54) return high + low;
  const by = high > 2 ** 511 ? 2 ** -600 : low < 2 ** -459 ? 2 ** 600 : 1;
  const [a, b] = [high * by, low * by];
  const root = Math.sqrt(a * a + b * b);
  let over: number;
  if (root <= 2 * b) {
    const more = root - b;
    over = a * (2 * more - a) + (more - 2 * (a - b)) * more;
  } else {
    const more = root - a;
    over = 2 * more * (a - 2 * b) + ((4 * more - b) * b + more * more);
  }
  return (root - over / (2 * root)) / by;
};

/** x ** y, for values where neither is special. */
const pow = (x: number, y: number): number => {
  const guess = Math.abs(x) ** y;
  if (x === 0 || y === 0 || Math.abs(x) === 1 || !Number.isFinite(x) || !Number.isFinite(y) || (x < 0 && !Number.isInteger(y)))
    return x ** y;
  if (!(guess > 0 && guess < Infinity)) return x ** y;
  const found = expOf(multiply(logarithm(Math.abs(x)), [y, 0]));
  return x < 0 && y % 2 !== 0 ? -found : found;
};

/** The functions by their names in `math`, in the order in which the binary has them. */
export const roundedMath = {
  acos,
  acosh,
  asin,
  asinh,
  atan,
  atanh: Math.atanh,
  atan2,
  cos,
  cosh,
  exp,
  exp2,
  expm1: Math.expm1,
  hypot,
  log: logOf,
  log1p: Math.log1p,
  log10,
  log2,
  pow,
  sin,
  sinh,
  tan,
  tanh: Math.tanh,
} as const;
