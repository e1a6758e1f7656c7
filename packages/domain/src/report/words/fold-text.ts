import { westernDigits } from '../../wire/digits.ts';

/** Phones write `don’t` and `“x”` for what is typed as `don't` and `"x"`. */
const straightQuotes = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

// ß and ẞ equal SS.
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();

// Not `\s+`: U+FDFA has three spaces in its form, and replacing 60,000 by themselves takes 30 ms.
const foldSpaces = (text: string): string => text.trim().replace(/\s{2,}|[^\S ]/gu, ' ');

const withoutUnseen = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Version 1 of grading, of an `exact` question too. */
export const formerlyFolded = (text: string): string =>
  foldSpaces(straightQuotes(text).normalize('NFC')).toUpperCase().toLowerCase().normalize('NFC');

/**
 * Equal for texts that count as the same answer. NFKC makes at most 18 characters of one, so the bounds of answers and keys
 * (`bounds.textAnswer`) bound this too. `exact` leaves out only what nobody sees: zero-width characters, and whether `é` is one or two.
 */
export const foldText = (text: string, exact: boolean): string => {
  if (exact) return withoutUnseen(text).normalize('NFC');
  // Case last but for NFKC, which also composes what lost a zero-width character or changed its case.
  const plain = westernDigits(straightQuotes(withoutUnseen(text.normalize('NFKC'))));
  return foldSpaces(foldCase(plain).normalize('NFKC'));
};
