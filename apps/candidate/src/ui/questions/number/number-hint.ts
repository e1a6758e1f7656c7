import { readNumber } from './read-number.ts';

/** What to write instead of text that is not a number. `share`: what a percentage is of one. */
type NumberHint =
  | { readonly type: 'only' | 'fraction'; readonly number: number }
  | { readonly type: 'percent'; readonly number: number; readonly share: number };

const minus = '[-−–]';

/** One number, and what stands before and after it. */
const alone = /^(\D*?)([-−–+]?[.,٫]?\p{Nd}(?:[\p{Nd}.,٫٬'’\s]*\p{Nd})?)(\P{Nd}*)$/u;

/** `$`, `-$`, `USD`, `x =`, `ca.`: nothing that makes another number of the one behind it, as `minus` and `√` do. */
const before = new RegExp(`^(?:(${minus})?\\s*(?:\\p{Sc}|[A-Z]{3})\\s*|(?:\\p{L}\\s*)?=\\s*|ca\\.?\\s*)?$`, 'u');

/** One unit or currency: letters, and the signs between and behind them. */
const after = /^\s*(?:[\p{L}\p{M}\p{Sc}°²³·.]+(?:\s?\/\s?[\p{L}\p{M}²³]+)?)?\s*$/u;

/** Unknowns, thousands and halves, which are no units: `5k`, `2π`, `3 million`, `12時間半`. */
const multiplier =
  /^[kKMGTeixyznπ]$|[mM]il|[mM]io|[mM]rd|mld|thous|tausend|hund[re]|[dD]o[zc]|[dD]utz|douz|hal[bf]|lakh|crore|लाख|करोड़|करोड़|हज़ार|हज़ार|[أآ]ل[اف]|[千万億百半]/u;

const numberOf = (text: string, locale: string): number | null => {
  const reading = readNumber(text, locale);
  return reading.type === 'number' ? reading.value : null;
};

const percentOf = (text: string, locale: string): NumberHint | null => {
  const number = /^[%٪％]|[%٪％]$/.test(text) ? numberOf(text.replace(/[%٪％]/, ''), locale) : null;
  return number === null ? null : { type: 'percent', number, share: Number((number / 100).toPrecision(15)) };
};

const fractionOf = (text: string, locale: string): NumberHint | null => {
  const written = text.replace(/[¼-¾⅐-⅞]/g, (sign) => ` ${sign.normalize('NFKC')}`).trim();
  const [, sign = '', whole = '0', top = '', bottom = ''] = /^([-−–]?)\s*(?:(\S+)\s+)?([^\s/⁄÷]+)\s*[/⁄÷]\s*([^/⁄÷]+)$/.exec(written) ?? [];
  const [add, over, under] = [whole, top, bottom].map((part) => numberOf(part, locale));
  if (add == null || over == null || under == null || under === 0) return null;
  return { type: 'fraction', number: Number((((sign === '' ? 1 : -1) * (add * under + over)) / under).toPrecision(6)) };
};

const onlyOf = (text: string, locale: string): NumberHint | null => {
  const [, prefix = '', digits = '', suffix = ''] = alone.exec(text) ?? [];
  const [fits, sign] = before.exec(prefix) ?? [];
  const number = numberOf(digits, locale);
  if (fits === undefined || number === null || !after.test(suffix) || multiplier.test(suffix.trim())) return null;
  return { type: 'only', number: sign === undefined ? number : -number };
};

/** What a candidate meant who wrote a unit, a currency, a percentage or a fraction; null where that is not plain. */
export const numberHint = (text: string, locale: string): NumberHint | null => {
  const trimmed = text.trim();
  return percentOf(trimmed, locale) ?? fractionOf(trimmed, locale) ?? onlyOf(trimmed, locale);
};
