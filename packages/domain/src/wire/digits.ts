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
