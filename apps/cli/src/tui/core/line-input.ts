import { oneLine, splitGraphemes } from '../../output/text.ts';

/** One line that is being typed. `cursor` counts graphemes before it. */
export type LineInput = { readonly text: string; readonly cursor: number };

export type Edit = 'erase' | 'erase-next' | 'erase-word' | 'clear' | 'left' | 'right' | 'start' | 'end';

export const lineOf = (text: string): LineInput => ({ text, cursor: splitGraphemes(text).length });

export const typeInto = (input: LineInput, typed: string): LineInput => {
  const graphemes = splitGraphemes(input.text);
  const before = graphemes.slice(0, input.cursor).join('') + oneLine(typed);
  return { text: before + graphemes.slice(input.cursor).join(''), cursor: splitGraphemes(before).length };
};

export const editLine = (input: LineInput, edit: Edit): LineInput => {
  const graphemes = splitGraphemes(input.text);
  const { cursor } = input;
  const cut = (from: number, to: number): LineInput => ({
    text: [...graphemes.slice(0, from), ...graphemes.slice(to)].join(''),
    cursor: from,
  });
  switch (edit) {
    case 'erase':
      return cut(Math.max(0, cursor - 1), cursor);
    case 'erase-next':
      return cut(cursor, cursor + 1);
    case 'erase-word': {
      const before = graphemes.slice(0, cursor).join('');
      return cut(splitGraphemes(before.replace(/\S*\s*$/u, '')).length, cursor);
    }
    case 'clear':
      return lineOf('');
    case 'left':
      return { ...input, cursor: Math.max(0, cursor - 1) };
    case 'right':
      return { ...input, cursor: Math.min(graphemes.length, cursor + 1) };
    case 'start':
      return { ...input, cursor: 0 };
    case 'end':
      return lineOf(input.text);
  }
};
