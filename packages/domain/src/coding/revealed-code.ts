/** A part of a program: its text, or the number of a character that nobody would see (`<U+202E>`). */
export type RevealedPart = { readonly text: string; readonly hidden: boolean };

// Joiners have a use between letters other than ASCII's, and a variation selector after a character; a long row of marks or selectors has
// none, and hides what it carries or draws over the lines above.
const unseen = new RegExp(
  [
    String.raw`(?<=[\p{M}\u200d]{4})[\p{M}\u200d]`,
    String.raw`(?<![^\p{C}\p{Z}])[\ufe0e\ufe0f]|(?<=[\ufe00-\ufe0f])[\ufe0e\ufe0f]`,
    String.raw`(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])`,
    String.raw`(?![\u200c\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}`,
    String.raw`(?!\t)[\p{Cc}\p{Cs}\p{Co}]|\p{Bidi_Control}|(?![ \u3000])\p{Z}`,
  ].join('|'),
  'gu',
);

/** `<U+202E>` */
export const codePointText = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/**
 * A line of a program as it is shown to people: control characters, direction marks, invisible characters and spaces that are no spaces to a
 * compiler stand there by number, so that a program reads as it runs. Tabs stay.
 */
export const revealedCode = (text: string): readonly RevealedPart[] => {
  if (/^[\t -~]*$/.test(text)) return text === '' ? [] : [{ text, hidden: false }];
  const parts: RevealedPart[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(unseen)) {
    if (index > from) parts.push({ text: text.slice(from, index), hidden: false });
    parts.push({ text: codePointText(character), hidden: true });
    from = index + character.length;
  }
  return from < text.length ? [...parts, { text: text.slice(from), hidden: false }] : parts;
};

export const revealed = (text: string): string =>
  revealedCode(text)
    .map((part) => part.text)
    .join('');
