import type { CodeAnswer } from './code-answer.ts';
import { beforePair, firstDifference } from './code-units.ts';

/**
 * What was typed over time. Positions count UTF-16 units of the text before the change, as editors do; the parts of a change stand in
 * their order and do not overlap.
 */
export type Replacement = { readonly from: number; readonly removed: number; readonly inserted: string };
export type Change = readonly Replacement[];

/** `at`: milliseconds since the attempt's start, when the edit began. `pasted`: how many of its characters came by pasting. */
export type Edit = { readonly at: number; readonly change: Change; readonly pasted?: number | undefined };

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

/** The text after a change; undefined if the change is of another text. */
export const applyChange = (text: string, change: Change): string | undefined => {
  const parts: string[] = [];
  let at = 0;
  for (const { from, removed, inserted } of change) {
    if (from < at || removed < 0 || from + removed > text.length) return undefined;
    parts.push(text.slice(at, from), inserted);
    at = from + removed;
  }
  return parts.join('') + text.slice(at);
};

/** The text that the edits give, from the text that the candidate began with; undefined if one is missing. */
export const applyEdits = (start: string, edits: readonly Edit[]): string | undefined => {
  let text: string | undefined = start;
  for (const { change } of edits) {
    text = applyChange(text, change);
    if (text === undefined) return undefined;
  }
  return text;
};

/** The one replacement that makes `after` of `before`; it parts no surrogate pair. */
export const changeBetween = (before: string, after: string): Change => {
  if (before === after) return [];
  const differs = firstDifference(before, after);
  const from = Math.min(beforePair(before, differs), beforePair(after, differs));
  let same = 0;
  const most = Math.min(before.length, after.length) - from;
  while (same < most && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)) same += 1;
  // A pair whose second half is the same in both is replaced whole.
  const isParted = same > 0 && beforePair(after, after.length - same) < after.length - same;
  const kept = isParted || beforePair(before, before.length - same) < before.length - same ? same - 1 : same;
  return [{ from, removed: before.length - kept - from, inserted: after.slice(from, after.length - kept) }];
};

/** Keeps, removals and insertions one after the other: a change in the form in which two of them become one. */
type Step = { readonly does: 'keep' | 'remove'; readonly length: number } | { readonly does: 'insert'; readonly text: string };

const stepsOf = (change: Change): readonly Step[] => {
  let at = 0;
  return change.flatMap(({ from, removed, inserted }) => {
    const keep = from - at;
    at = from + removed;
    return [
      { does: 'keep', length: keep } as const,
      { does: 'remove', length: removed } as const,
      { does: 'insert', text: inserted } as const,
    ];
  });
};

const lengthOf = (step: Step): number => (step.does === 'insert' ? step.text.length : step.length);

/** Reads steps in pieces. After the last everything is kept. */
const reader = (steps: readonly Step[]) => {
  let index = 0;
  let used = 0;
  const skipEmpty = () => {
    for (let step = steps[index]; step && lengthOf(step) === used; step = steps[index]) {
      index += 1;
      used = 0;
    }
  };
  skipEmpty();
  return {
    does: () => steps[index]?.does ?? 'end',
    left: () => {
      const step = steps[index];
      return step ? lengthOf(step) - used : Number.POSITIVE_INFINITY;
    },
    /** The text of the next piece; empty unless it is inserted. */
    take: (length: number): string => {
      const step = steps[index];
      const text = step?.does === 'insert' ? step.text.slice(used, used + length) : '';
      if (step) used += length;
      skipEmpty();
      return text;
    },
  };
};

const writer = () => {
  const change: { from: number; removed: number; inserted: string }[] = [];
  let at = 0;
  /** The replacement that ends where the next step begins. */
  const open = () => {
    const last = change.at(-1);
    if (last && last.from + last.removed === at) return last;
    const next = { from: at, removed: 0, inserted: '' };
    change.push(next);
    return next;
  };
  return {
    keep: (length: number) => {
      at += length;
    },
    remove: (length: number) => {
      open().removed += length;
      at += length;
    },
    insert: (text: string) => {
      open().inserted += text;
    },
    change: (): Change => change.filter(({ removed, inserted }) => removed > 0 || inserted !== ''),
  };
};

/** One change that does what two do one after the other; what the second removes of the first's insertions is gone. */
export const composed = (first: Change, second: Change): Change => {
  const before = reader(stepsOf(first));
  const after = reader(stepsOf(second));
  const written = writer();
  for (;;) {
    if (after.does() === 'insert') written.insert(after.take(after.left()));
    else if (before.does() === 'remove') {
      const length = before.left();
      before.take(length);
      written.remove(length);
    } else if (before.does() === 'end' && after.does() === 'end') return written.change();
    else {
      const length = Math.min(before.left(), after.left());
      const isInserted = before.does() === 'insert';
      const isRemoved = after.does() === 'remove';
      const text = before.take(length);
      after.take(length);
      if (isInserted && !isRemoved) written.insert(text);
      if (!isInserted && isRemoved) written.remove(length);
      if (!isInserted && !isRemoved) written.keep(length);
    }
  }
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
