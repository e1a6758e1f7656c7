/** What a candidate typed as a number: nothing, a number, the beginning of one (`-`, `1e`), or something else. */
export type NumberReading =
  | { readonly type: 'blank' }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'unfinished' }
  | { readonly type: 'invalid' };

// The first digit of each set that candidates type: Arabic-Indic, extended Arabic-Indic, Devanagari, full width.
const zeros = [0x0660, 0x06f0, 0x0966, 0xff10];

const toAsciiDigit = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? character : String(code - zero);
};

const toAscii = (text: string): string =>
  [...text]
    .map(toAsciiDigit)
    .join('')
    .replace(/[\u2212\u2013\uff0d]/g, '-')
    .replace(/[\uff0b]/g, '+')
    .replace(/[\uff0e]/g, '.')
    .replace(/[\uff0c]/g, ',')
    // Arabic decimal and thousands separators: no other reading is possible.
    .replace(/\u066b/g, '.')
    .replace(/[\u066c\u200e\u200f\u061c\s'\u2019_]/g, '');

/** `,` or `.`: what `locale` writes before decimals (the Arabic one counts as a point). */
const decimalOf = (locale: string): ',' | '.' =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';

// Thousands in groups of three, or the Indian way: 12,34,567.
const isGrouped = (whole: string, group: string): boolean =>
  new RegExp(`^\\d{1,3}(\\${group}\\d{2,3})*\\${group}\\d{3}$`).test(whole) && !whole.startsWith('0');

/** Finds which of point and comma stands before the decimals: the last of two kinds; of one kind, by its place and the locale. */
const splitDecimals = (digits: string, locale: string): readonly [whole: string, decimals: string, group: ',' | '.'] => {
  const at = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  if (at < 0) return [digits, '', ','];
  const sign = digits[at] === ',' ? ',' : '.';
  const other = sign === ',' ? '.' : ',';
  const isGroup = !digits.includes(other) && isGrouped(digits, sign) && (decimalOf(locale) !== sign || digits.indexOf(sign) !== at);
  return isGroup ? [digits, '', sign] : [digits.slice(0, at), digits.slice(at + 1), other];
};

/**
 * Reads a number as people write it: comma or point before the decimals (`1,5` is 1.5 everywhere; `1,234` is what `locale` makes of
 * it), thousands in groups, digits of other scripts, `1e3`. Numbers too large for a double are invalid.
 */
export const readNumber = (text: string, locale: string): NumberReading => {
  const ascii = toAscii(text.trim());
  if (ascii === '') return { type: 'blank' };
  const [, sign = '', digits = '', exponent = ''] = /^([+-]?)([\d.,]*)(?:e([+-]?\d*))?$/i.exec(ascii) ?? [];
  if (digits === '') return /^[+-]$/.test(ascii) ? { type: 'unfinished' } : { type: 'invalid' };
  const [whole, decimals, group] = splitDecimals(digits, locale);
  if (!/^\d*$/.test(decimals) || !(/^\d*$/.test(whole) || isGrouped(whole, group))) return { type: 'invalid' };
  if (whole === '' && decimals === '') return { type: 'unfinished' };
  if (/e[+-]?$/i.test(ascii)) return { type: 'unfinished' };
  const value = Number(`${sign}${whole.replaceAll(group, '')}.${decimals}e${exponent || '0'}`);
  return Number.isFinite(value) ? { type: 'number', value: value === 0 ? 0 : value } : { type: 'invalid' };
};

/** The number in the locale's way, all its decimals and no thousands signs, so that it shows which sign was read as what. */
export const writeNumber = (value: number, locale: string): string =>
  Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-9)
    ? String(value)
    : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(String(value) as Intl.StringNumericLiteral);
