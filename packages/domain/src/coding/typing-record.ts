import { z } from 'zod';
import type { CodeAnswer } from './code-answer.ts';
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

/** The edits of one text, from the starter on. Each language of a question has a text of its own. */
export type TypedText = { readonly questionId: number; readonly language: CodeAnswer['language']; readonly edits: readonly Edit[] };
export type TypingRecord = readonly TypedText[];

export const typingBounds = {
  /** Of an attempt: one every two seconds for almost three hours. */
  edits: 5_000,
  /** Of an attempt; nobody writes in so many. */
  texts: 1_000,
  /** Of one text, replacements and characters that were inserted: four times the longest answer. */
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
const halved = (edits: readonly Edit[]): readonly Edit[] => {
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

const sizeOf = (edits: readonly Edit[]): number =>
  edits.reduce((total, { change }) => change.reduce((size, { inserted }) => size + 1 + inserted.length, total), 0);

const withinSize = (edits: readonly Edit[]): readonly Edit[] => {
  let thinned = edits;
  while (thinned.length > 1 && sizeOf(thinned) > typingBounds.size) thinned = halved(thinned);
  return thinned;
};

const countOf = (record: TypingRecord): number => record.reduce((count, { edits }) => count + edits.length, 0);

/** Thins the text with the most edits until all are within the bound: older edits have been joined more often, and say less of when. */
const withinCount = (record: TypingRecord): TypingRecord => {
  let thinned = record;
  while (countOf(thinned) > typingBounds.edits) {
    const longest = thinned.reduce((most, one) => (one.edits.length > most.edits.length ? one : most));
    if (longest.edits.length < 2) return thinned;
    thinned = thinned.map((one) => (one === longest ? { ...one, edits: halved(one.edits) } : one));
  }
  return thinned;
};

const extended = (edits: readonly Edit[], more: readonly Edit[]): readonly Edit[] => {
  const all = [...edits];
  for (const edit of more) {
    const last = all.at(-1);
    const isBurst = last?.pasted === undefined && edit.pasted === undefined && edit.at - (last?.at ?? 0) < typingBounds.burstMs;
    if (last && isBurst) all[all.length - 1] = together(last, edit);
    else all.push({ ...edit, at: Math.max(edit.at, last?.at ?? 0) });
  }
  return all;
};

/** The record with more edits of one text. It gives the same texts, however much it had to be thinned. */
export const recordEdits = (record: TypingRecord, { questionId, language, edits }: TypedText): TypingRecord => {
  const isSame = (one: TypedText) => one.questionId === questionId && one.language === language;
  const known = record.find(isSame);
  if (!known && record.length >= typingBounds.texts) return record;
  const text = { questionId, language, edits: withinSize(extended(known?.edits ?? [], edits)) };
  return withinCount(known ? record.map((one) => (isSame(one) ? text : one)) : [...record, text]);
};
