const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What a reader sees as one character, with its UTF-16 offsets. */
export type Cluster = { readonly text: string; readonly start: number; readonly end: number };

const plain = /^[ -~]*$/;

/** In reading order. The shortcut is worth some milliseconds a document: most words are ASCII. */
export const clustersOf = (text: string): readonly Cluster[] =>
  plain.test(text)
    ? Array.from(text, (character, index) => ({ text: character, start: index, end: index + 1 }))
    : Array.from(segmenter.segment(text), ({ segment, index }) => ({ text: segment, start: index, end: index + segment.length }));

// Joiners are among them, but shape the letters beside them.
const ignorable = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}]/gu;

/** Without the characters that have no form of their own: controls, variation selectors, bidi marks. */
export const drawable = (text: string): string => text.replace(ignorable, '');
