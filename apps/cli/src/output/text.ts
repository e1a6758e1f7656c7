import stringWidth from 'string-width';

// Names and error texts come from outside: escape sequences, line breaks and direction overrides would redraw the terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not pass.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** One line that is safe to print in a terminal. */
export const oneLine = (text: string): string => text.replace(unsafe, ' ');

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not pass.
const unsafeInParagraph = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;

/** Text of several lines that is safe to print in a terminal. */
export const paragraph = (text: string): string => text.replaceAll('\r\n', '\n').replace(unsafeInParagraph, ' ');

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The characters of a text as people count them: an emoji of several code points is one. */
export const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Columns that a terminal uses for the text. */
export const widthOf = (text: string): number => stringWidth(text);

/** The text cut to at most `width` columns, with `…` where something was left out. */
export const truncate = (text: string, width: number): string => {
  const shown = oneLine(text);
  if (widthOf(shown) <= width) return shown;
  let kept = '';
  let used = 0;
  for (const grapheme of splitGraphemes(shown)) {
    const next = widthOf(grapheme);
    if (used + next > width - 1) break;
    kept += grapheme;
    used += next;
  }
  return width < 1 ? '' : `${kept}…`;
};

const pad = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + space : space + text;
};

/** A cell of exactly `width` columns. */
export const cell = (text: string, width: number, align: 'left' | 'right' = 'left'): string => pad(truncate(text, width), width, align);

/** The text in lines of at most `width` columns, cut anywhere: for URLs, which have no spaces. */
export const chop = (text: string, width: number): string[] => {
  const lines: string[] = [''];
  let used = 0;
  for (const grapheme of splitGraphemes(oneLine(text))) {
    const next = widthOf(grapheme);
    if (used + next > Math.max(1, width)) {
      lines.push('');
      used = 0;
    }
    lines[lines.length - 1] += grapheme;
    used += next;
  }
  return lines;
};

/** The text in lines of at most `width` columns, cut at spaces where that is possible. */
export const wrap = (text: string, width: number): string[] => {
  const words = oneLine(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  const lines: string[] = [];
  for (const word of words.flatMap((one) => (widthOf(one) > width ? chop(one, width) : [one]))) {
    const last = lines.at(-1);
    if (last === undefined || widthOf(last) + 1 + widthOf(word) > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
};

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A bar of `width` columns, filled by `share` (0 to 1; less is empty, more is full). */
export const bar = (share: number, width: number): string => {
  const steps = Math.round(Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * width * 8);
  const filled = '█'.repeat(Math.floor(steps / 8)) + eighths[steps % 8];
  return filled + ' '.repeat(Math.max(0, width - filled.length));
};

/** A share, 0 to 1, as `75%`. */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** `1 candidate`, `2 candidates`, with thousands apart. */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${amount.toLocaleString('en-US')} ${amount === 1 ? one : many}`;
