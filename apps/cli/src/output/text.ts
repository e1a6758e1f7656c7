import { styleText } from 'node:util';
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

/** Terminal cells that the text takes: wide characters and emoji take two. */
export const widthOf = (text: string): number => stringWidth(text);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** At most `width` cells; what is cut off is shown as `…`. */
export const cut = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const wide = widthOf(segment);
    if (used + wide > width - 1) break;
    kept += segment;
    used += wide;
  }
  return `${kept}…`;
};

export const pad = (text: string, width: number, right = false): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? space + text : text + space;
};

export type Tone = 'good' | 'bad' | 'waiting' | 'strong' | 'quiet';
const formats = { good: 'green', bad: 'red', waiting: 'yellow', strong: 'bold', quiet: 'dim' } as const satisfies Record<Tone, string>;

export type Paint = (tone: Tone, text: string) => string;

/** Paints only what goes to a terminal whose person has not asked for none (NO_COLOR). */
export const painter = (screen: { readonly isTTY?: boolean | undefined }, env: Readonly<Record<string, string | undefined>>): Paint => {
  const coloured = screen.isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
  return coloured ? (tone, text) => styleText(formats[tone], text, { validateStream: false }) : (_, text) => text;
};
