const isDigit = /\p{Nd}/u;

/** The same text with 0 to 9 in place of the digits of other scripts: full width, Arabic-Indic, Devanagari and all others. */
export const westernDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
    // Unicode has the digits of a script in their order, and some scripts side by side.
    return String((code - first) % 10);
  });

/** The number that a text is in the digits of another script. Everything else is left as it is, text in 0 to 9 too. */
export const numberInDigits = (value: string): string | number => {
  const plain = westernDigits(value.normalize('NFKC'))
    .replace(/^[\u2212\u30fc]/, '-')
    .replace('\u066b', '.');
  return plain !== value && /^[+-]?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : value;
};
