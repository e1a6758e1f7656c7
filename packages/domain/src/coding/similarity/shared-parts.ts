import { type Fingerprints, type Tokens, tokensInRun } from './fingerprints.ts';

type Lines = { readonly from: number; readonly to: number };

/** Tokens that two programs have in the same order, and where. */
export type SharedPart = { readonly tokens: number; readonly left: Lines; readonly right: Lines };

/** A run that stands in the other program more often is looked at in these many places. */
const mostPlaces = 16;

const lengthFrom = (left: Uint32Array, right: Uint32Array, atLeft: number, atRight: number): number => {
  let length = 0;
  while (atLeft + length < left.length && atRight + length < right.length && left[atLeft + length] === right[atRight + length]) length += 1;
  return length;
};

const lengthBefore = (left: Uint32Array, right: Uint32Array, atLeft: number, atRight: number, first: number): number => {
  let length = 0;
  while (atLeft - length > first && atRight - length > 0 && left[atLeft - length - 1] === right[atRight - length - 1]) length += 1;
  return length;
};

const linesOf = ({ lines }: Tokens, start: number, tokens: number): Lines => ({
  from: lines[start] ?? 1,
  to: lines[start + tokens - 1] ?? 1,
});

export type ComparedSide = { readonly tokens: Tokens; readonly prints: Fingerprints };

/**
 * What two programs share, in the order of the left one: from each fingerprint that both have and that counts, as far as tokens are the
 * same in both directions. No token of the left program is in two parts.
 */
export const sharedParts = (left: ComparedSide, right: ComparedSide, counts: (hash: number) => boolean): readonly SharedPart[] => {
  const places = new Map<number, number[]>();
  for (const [index, hash] of right.prints.hashes.entries()) {
    const known = places.get(hash) ?? [];
    places.set(hash, known);
    if (known.length < mostPlaces) known.push(right.prints.starts[index] ?? 0);
  }
  const [a, b] = [left.tokens.kinds, right.tokens.kinds];
  const parts: SharedPart[] = [];
  let first = 0;
  for (const [index, hash] of left.prints.hashes.entries()) {
    const start = left.prints.starts[index] ?? 0;
    if (start < first || !counts(hash)) continue;
    let longest = { tokens: 0, left: 0, right: 0 };
    for (const place of places.get(hash) ?? []) {
      const before = lengthBefore(a, b, start, place, first);
      const tokens = before + lengthFrom(a, b, start, place);
      if (tokens > longest.tokens) longest = { tokens, left: start - before, right: place - before };
    }
    // Two runs may have the same hash by chance.
    if (longest.tokens < tokensInRun) continue;
    first = longest.left + longest.tokens;
    const { tokens } = longest;
    parts.push({ tokens, left: linesOf(left.tokens, longest.left, tokens), right: linesOf(right.tokens, longest.right, tokens) });
  }
  return parts;
};
