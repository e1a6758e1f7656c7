type Token = { readonly text: string; readonly at: number };

const isBlank = (text: string | undefined): boolean => text !== undefined && /^[ \t\r\f\v]/.test(text);
const isEdge = (token: Token | undefined): boolean => token === undefined || token.text === '\n';

/** Characters, with the spaces between words as one, and without those at the ends of lines or lines that are empty at the end. */
const tokensOf = (text: string): readonly Token[] => {
  const all = [...text.matchAll(/[ \t\r\f\v]+|[^ \t\r\f\v]/gu)].map((found): Token => ({ text: found[0], at: found.index }));
  const kept = all.filter((token, index) => !isBlank(token.text) || !(isEdge(all[index - 1]) || isEdge(all[index + 1])));
  const last = kept.findLastIndex(({ text: one }) => one !== '\n');
  return kept.slice(0, last + 1).map(({ text: one, at }) => ({ text: isBlank(one) ? ' ' : one, at }));
};

/** Where they differ first: in more than spaces if they do, as most comparisons do not look at these. Undefined if they are the same. */
const placesOf = (expected: string, actual: string): readonly [number, number] | undefined => {
  const left = tokensOf(expected);
  const right = tokensOf(actual);
  const first = Array.from({ length: Math.max(left.length, right.length) }).findIndex(
    (_, index) => left[index]?.text !== right[index]?.text,
  );
  // Where one has ended, what the other has beyond the line end is what is missing.
  const placeIn = (own: readonly Token[], other: readonly Token[], text: string): number =>
    own.slice(first).find((token) => other[first] !== undefined || token.text !== '\n')?.at ?? text.length;
  if (first >= 0) return [placeIn(left, right, expected), placeIn(right, left, actual)];
  if (expected === actual) return undefined;
  let at = 0;
  while (expected[at] === actual[at]) at += 1;
  return [at, at];
};

const signs: Readonly<Record<string, string>> = { ' ': '·', '\t': '→', '\r': '⟨CR⟩', '\n': '↵' };

/** With a sign for each character that is not seen. */
export const visible = (text: string): string =>
  text.replace(/[\p{Z}\p{C}]/gu, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return signs[one] ?? `⟨U+${code}⟩`;
  });

const most = 30;

export type Excerpt = { readonly before: string; readonly differs: string; readonly after: string };

/** The end of the text is a sign too. */
const excerptOf = (text: string, at: number): Excerpt => {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const [differs = ''] = text.slice(at);
  const rest = text.slice(at + differs.length);
  const lineEnd = differs === '\n' ? 0 : rest.indexOf('\n') + 1 || rest.length;
  const before = [...text.slice(start, at)];
  const after = [...rest.slice(0, lineEnd)];
  return {
    before: `${before.length > most ? '…' : ''}${visible(before.slice(-most).join(''))}`,
    differs: differs === '' ? '■' : visible(differs),
    after: `${visible(after.slice(0, most).join(''))}${after.length > most ? '…' : ''}`,
  };
};

export type FirstDifference = {
  /** Of what came, from 1. */
  readonly line: number;
  readonly column: number;
  readonly expected: Excerpt;
  readonly actual: Excerpt;
};

export const firstDifference = (expected: string, actual: string): FirstDifference | undefined => {
  const places = placesOf(expected, actual);
  if (places === undefined) return undefined;
  const [ofExpected, ofActual] = places;
  const lines = actual.slice(0, ofActual).split('\n');
  return {
    line: lines.length,
    column: [...(lines.at(-1) ?? '')].length + 1,
    expected: excerptOf(expected, ofExpected),
    actual: excerptOf(actual, ofActual),
  };
};
