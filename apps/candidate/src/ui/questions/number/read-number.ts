import { westernDigits } from '@assay/domain/take';

/** Text typed as a number: empty, a number, the beginning of one (`-`, `1e`), or invalid. */
export type NumberReading =
  | { readonly type: 'blank' }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'unfinished' }
  | { readonly type: 'invalid' };

const toAscii = (text: string): string =>
  westernDigits(text)
    // A Japanese keyboard writes the mark of a long vowel where others have the hyphen.
    .replace(/[\u2212\u2013\uff0d\u30fc]/g, '-')
    .replace(/[\uff0b]/g, '+')
    .replace(/[\uff0e]/g, '.')
    .replace(/[\uff0c]/g, ',')
    // The Arabic decimal and thousands separators are unambiguous.
    .replace(/\u066b/g, '.')
    .replace(/[\u066c\p{Default_Ignorable_Code_Point}\s'\u2019_]/gu, '');

/** The decimal separator of `locale`, `,` or `.` (the Arabic one counts as a point). */
const decimalOf = (locale: string): ',' | '.' =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';

// Groups of three digits, or Indian grouping: 12,34,567.
const isGrouped = (whole: string, group: string): boolean =>
  new RegExp(`^\\d{1,3}(\\${group}\\d{2,3})*\\${group}\\d{3}$`).test(whole) && !whole.startsWith('0');

/** Splits at the decimal separator: the last one if both point and comma occur; if only one does, its position and the locale decide. */
const splitDecimals = (digits: string, locale: string): readonly [whole: string, decimals: string, group: ',' | '.'] => {
  const at = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  if (at < 0) return [digits, '', ','];
  const sign = digits[at] === ',' ? ',' : '.';
  const other = sign === ',' ? '.' : ',';
  const isGroup = !digits.includes(other) && isGrouped(digits, sign) && (decimalOf(locale) !== sign || digits.indexOf(sign) !== at);
  return isGroup ? [digits, '', sign] : [digits.slice(0, at), digits.slice(at + 1), other];
};

/**
 * Parses a number as people write it: decimal comma or point (`1,5` is 1.5 everywhere; `1,234` depends on `locale`), grouped thousands,
 * digits of other scripts, `1e3`. Numbers too large for a double are invalid.
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

/** The number in the format of the locale with all decimals and no grouping, which shows how the separators were read. */
export const writeNumber = (value: number, locale: string): string =>
  Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-9)
    ? String(value)
    : new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(String(value) as Intl.StringNumericLiteral);
