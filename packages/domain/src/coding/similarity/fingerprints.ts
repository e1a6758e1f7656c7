import type { CodeAnswer } from '../code-answer.ts';
import { type CodeToken, codeTokens } from './code-tokens.ts';

/**
 * Winnowing (Schleimer, Wilkerson, Aiken 2003): of each `runsInWindow` runs of `tokensInRun` tokens one is a fingerprint. The two figures,
 * and those that say what is alike, are chosen in docs/decisions/2026-11-22-similar-programs.md.
 */
export const tokensInRun = 10;
export const runsInWindow = 4;

/** What two programs share is found if it is this many tokens long. */
export const surelyFound = tokensInRun + runsInWindow - 1;

/** What is left of a program when it does not matter how its parts are called: one number for each token, and the line where it begins. */
export type Tokens = { readonly kinds: Uint32Array; readonly lines: Uint32Array };

/** The runs that were chosen: their hashes, and the token with which each begins. */
export type Fingerprints = { readonly hashes: Uint32Array; readonly starts: Uint32Array };

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
};

const kindOf = ({ kind, text }: CodeToken, language: CodeAnswer['language']): number | undefined => {
  // What a formatter adds and removes says nothing.
  if (kind === 'comment' || kind === 'space' || text === ';') return undefined;
  if (kind === 'keyword' || kind === 'sign') return hashOf(language === 'sql' ? text.toLowerCase() : text);
  return hashOf(kind);
};

const linesIn = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** Some milliseconds. */
const tokensAtOnce = 2_048;

/** Gives way every now and then: 64 KiB may be 65,536 tokens. */
export const comparableTokens = function* ({ language, source }: CodeAnswer): Generator<void, Tokens> {
  const kinds: number[] = [];
  const lines: number[] = [];
  let line = 1;
  let read = 0;
  for (const token of codeTokens(language, source.replace(/\r\n?/g, '\n'))) {
    const kind = kindOf(token, language);
    if (kind !== undefined) {
      kinds.push(kind);
      lines.push(line);
    }
    if (token.kind !== 'sign' && token.kind !== 'name') line += linesIn(token.text);
    read += 1;
    if (read % tokensAtOnce === 0) yield;
  }
  return { kinds: Uint32Array.from(kinds), lines: Uint32Array.from(lines) };
};

const base = 0x9e3779b1;

/** The last step of MurmurHash3: without it the least of a window would be chosen by its last tokens. */
const mixed = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
};

/** A hash of each run of tokens, rolled on from one to the next. */
const runHashes = (kinds: Uint32Array, k: number): Uint32Array => {
  const hashes = new Uint32Array(Math.max(0, kinds.length - k + 1));
  let power = 1;
  for (let index = 0; index < k; index += 1) power = Math.imul(power, base);
  let hash = 0;
  for (const [index, kind] of kinds.entries()) {
    hash = (Math.imul(hash, base) + kind) | 0;
    if (index >= k) hash = (hash - Math.imul(kinds[index - k] ?? 0, power)) | 0;
    if (index >= k - 1) hashes[index - k + 1] = mixed(hash);
  }
  return hashes;
};

/** The least hash of each window; of equal ones that which the window before had, so that a line repeated a hundred times is one or two. */
export const fingerprintsOf = ({ kinds }: Tokens, k = tokensInRun, w = runsInWindow): Fingerprints => {
  const hashes = runHashes(kinds, k);
  const starts: number[] = [];
  let least = -1;
  for (let end = Math.min(w, hashes.length) - 1; end >= 0 && end < hashes.length; end += 1) {
    const first = Math.max(0, end - w + 1);
    const before = least;
    if (least < first) {
      least = first;
      for (let at = first + 1; at <= end; at += 1) if ((hashes[at] ?? 0) <= (hashes[least] ?? 0)) least = at;
    } else if ((hashes[end] ?? 0) < (hashes[least] ?? 0)) least = end;
    if (least !== before) starts.push(least);
  }
  return { hashes: Uint32Array.from(starts, (at) => hashes[at] ?? 0), starts: Uint32Array.from(starts) };
};
