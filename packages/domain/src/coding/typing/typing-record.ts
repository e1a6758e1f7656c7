import { z } from 'zod';
import { codingBounds } from '../question-bounds.ts';
import { applyChange, type Change, composed } from './text-change.ts';

/** `at`: milliseconds since the attempt's start, when the edit began. `pasted`: how many of its characters came by pasting. */
export type Edit = { readonly at: number; readonly change: Change; readonly pasted?: number | undefined };

/** The same as it is stored. */
export const Edits = z.array(
  z.object({
    at: z.int(),
    change: z.array(z.object({ from: z.int(), removed: z.int(), inserted: z.string() })),
    pasted: z.int().optional(),
  }),
);

export const typingBounds = {
  /** Of an attempt: one every two seconds for almost three hours. */
  edits: 5_000,
  /** Of an attempt; nobody writes in so many. */
  texts: 1_000,
  /** Of one text, about the characters of its JSON: four times the longest answer. */
  size: 262_144,
  /** What is typed within two seconds is one edit. */
  burstMs: 2_000,
} as const;

/** The text that the edits give, from the text that the candidate began with; undefined if one is missing. */
export const applyEdits = (start: string, edits: readonly Edit[]): string | undefined => {
  let text: string | undefined = start;
  for (const { change } of edits) {
    text = applyChange(text, change);
    if (text === undefined) return undefined;
  }
  return text;
};

const together = (first: Edit, second: Edit): Edit => {
  const pasted = (first.pasted ?? 0) + (second.pasted ?? 0);
  return { at: first.at, change: composed(first.change, second.change), ...(pasted === 0 ? {} : { pasted }) };
};

/** Every two neighbours become one; where one is a paste both stay, unless nothing else can give way. */
export const thinEdits = (edits: readonly Edit[]): readonly Edit[] => {
  const pairs = (mayJoin: (first: Edit, second: Edit) => boolean): readonly Edit[] => {
    const kept: Edit[] = [];
    for (let index = 0; index < edits.length; index += 1) {
      const [first, second] = [edits[index], edits[index + 1]];
      if (first && second && mayJoin(first, second)) {
        kept.push(together(first, second));
        index += 1;
      } else if (first) kept.push(first);
    }
    return kept;
  };
  const typed = pairs((first, second) => first.pasted === undefined && second.pasted === undefined);
  return typed.length < edits.length ? typed : pairs(() => true);
};

/** Characters of a replacement in JSON, without its text. */
const perReplacement = 32;

const sizeOf = (edits: readonly Edit[]): number =>
  edits.reduce((total, { change }) => change.reduce((size, { inserted }) => size + perReplacement + inserted.length, total), 0);

/** Undefined if what is left is too large even as one edit: nobody changes one text in thousands of places. */
const withinBounds = (edits: readonly Edit[]): readonly Edit[] | undefined => {
  let thinned = edits;
  while (thinned.length > typingBounds.edits || sizeOf(thinned) > typingBounds.size) {
    if (thinned.length === 1) return undefined;
    thinned = thinEdits(thinned);
  }
  return thinned;
};

/** Replacements of an edit that a burst is joined to: joining costs as much as both have. */
const mostInBurst = 20;

const isBurst = (last: Edit, edit: Edit): boolean =>
  last.pasted === undefined &&
  edit.pasted === undefined &&
  edit.at - last.at < typingBounds.burstMs &&
  last.change.length + edit.change.length <= mostInBurst;

const extended = (edits: readonly Edit[], more: readonly Edit[]): readonly Edit[] => {
  const all = [...edits];
  for (const edit of more) {
    const last = all.at(-1);
    if (last && isBurst(last, edit)) all[all.length - 1] = together(last, edit);
    else all.push({ ...edit, at: Math.max(edit.at, last?.at ?? 0) });
  }
  return all;
};

/** The length of a text after a change; undefined if the change is of a shorter text, or makes one that no answer may have. */
const lengthAfter = (length: number, change: Change): number | undefined => {
  let [at, after] = [0, length];
  for (const { from, removed, inserted } of change) {
    if (from < at || removed < 0 || from + removed > length) return undefined;
    at = from + removed;
    after += inserted.length - removed;
  }
  return after <= codingBounds.source ? after : undefined;
};

/** Those of `more` that can follow. Lengths are enough to know, and cost nothing to compute for a long text. */
const fitting = (start: string, edits: readonly Edit[], more: readonly Edit[]): readonly Edit[] => {
  let length: number | undefined = start.length;
  for (const { change } of edits) length = length === undefined ? undefined : lengthAfter(length, change);
  return more.filter(({ change }) => {
    const after = length === undefined ? undefined : lengthAfter(length, change);
    length = after ?? length;
    return after !== undefined;
  });
};

/** The record of one text, of which `recorded` edits are new. */
export type Recorded = { readonly edits: readonly Edit[]; readonly recorded: number };

/**
 * The record of a text with more edits, from the starter on. Those that do not fit the text are left out; it gives the same text, however
 * much it had to be thinned.
 */
export const recordEdits = (start: string, edits: readonly Edit[], more: readonly Edit[]): Recorded => {
  const fit = fitting(start, edits, more);
  const within = withinBounds(extended(edits, fit));
  return within === undefined ? { edits, recorded: 0 } : { edits: within, recorded: fit.length };
};

type Counted = { readonly count: number };

/**
 * The text to thin next, with `thinEdits`, when the texts of an attempt have too many edits together: the one with the most, whose older
 * edits say less of when. Undefined if they are within the bound.
 */
export const textToThin = <Text extends Counted>(texts: readonly Text[]): Text | undefined => {
  const total = texts.reduce((sum, { count }) => sum + count, 0);
  if (total <= typingBounds.edits) return undefined;
  const most = texts.reduce((longest, one) => (one.count > longest.count ? one : longest));
  return most.count > 1 ? most : undefined;
};
