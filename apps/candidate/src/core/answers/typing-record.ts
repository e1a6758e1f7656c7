import { type Change, type CodeAnswer, changeBetween, codingBounds, composed, utf8Length } from '@assay/domain/take';
import type { TypedEdit } from '../server/protocol.ts';
import type { StoredTyping } from './answer-store.ts';

/** `at`: ms since the attempt's start. `isPasted`: the change came by pasting or dropping. */
export type Written = {
  readonly questionId: number;
  readonly language: CodeAnswer['language'];
  readonly before: string;
  readonly text: string;
  readonly isPasted: boolean;
  readonly at: number;
};

// What is typed within two seconds is one edit.
const burstMs = 2_000;

// As many as the service keeps of an attempt. Without a network for longer the rest becomes one edit.
const mostEdits = 5_000;

// Of one edit; the server accepts 100.
const mostReplacements = 50;

/** A longer text is no answer. What was typed meanwhile is recorded as one edit once the text is an answer again. */
const isRecorded = (text: string): boolean => text.length <= codingBounds.source && utf8Length(text) <= codingBounds.source;

const sizeOf = (change: Change): number => change.reduce((size, { inserted }) => size + inserted.length, 0);

/** Whether `next` goes on with `last`. A paste is an edit of its own, and what is being sent stays as it is. */
const isBurst = (last: TypedEdit, { questionId, language, at, isPasted }: Written): boolean =>
  last.questionId === questionId &&
  last.language === language &&
  !isPasted &&
  last.pasted === undefined &&
  at - last.at < burstMs &&
  last.change.length < mostReplacements;

/** The record with one more change of a text. */
export const recordWritten = (typing: StoredTyping, written: Written): Pick<StoredTyping, 'edits' | 'recorded'> => {
  const { edits, trying, recorded } = typing;
  const { questionId, language, text, isPasted, at } = written;
  const key = `${questionId} ${language}`;
  const before = recorded[key] ?? written.before;
  const known = { ...recorded, [key]: before };
  const change: Change = isRecorded(text) && isRecorded(before) ? changeBetween(before, text) : [];
  if (change.length === 0) return { edits, recorded: known };
  const last = edits.length > trying ? edits.at(-1) : undefined;
  const next = { ...known, [key]: text };
  if (last !== undefined && isBurst(last, written)) {
    return { edits: [...edits.slice(0, -1), { ...last, change: composed(last.change, change) }], recorded: next };
  }
  if (edits.length >= mostEdits) return { edits, recorded: known };
  const edit = { questionId, language, at: Math.max(at, last?.at ?? 0), change, ...(isPasted && { pasted: sizeOf(change) }) };
  return { edits: [...edits, edit], recorded: next };
};
