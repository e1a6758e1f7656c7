const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A grapheme cluster with its UTF-16 offsets. */
export type Cluster = { readonly text: string; readonly start: number; readonly end: number };

const plain = /^[ -~]*$/;

/** In reading order. Most words are ASCII; the shortcut for them saves some milliseconds per document. */
export const clustersOf = (text: string): readonly Cluster[] =>
  plain.test(text)
    ? Array.from(text, (character, index) => ({ text: character, start: index, end: index + 1 }))
    : Array.from(segmenter.segment(text), ({ segment, index }) => ({ text: segment, start: index, end: index + segment.length }));

// Except joiners, which change the form of the letters beside them.
const ignorable = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}]/gu;

/** Removes characters without a glyph: controls, variation selectors, bidi marks. */
export const drawable = (text: string): string => text.replace(ignorable, '');
