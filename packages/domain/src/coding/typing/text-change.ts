import { beforePair, firstDifference } from '../code-units.ts';

/**
 * A change of a text. Positions count UTF-16 units of the text before it, as editors do; the parts stand in their order and do not
 * overlap.
 */
export type Replacement = { readonly from: number; readonly removed: number; readonly inserted: string };
export type Change = readonly Replacement[];

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
