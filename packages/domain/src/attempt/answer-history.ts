import { z } from 'zod';
import { type Answer, isFileAnswer } from './answer.ts';

const [whole, short] = [z.int(), z.union([z.string(), z.number(), z.null()])];

/** Revision, milliseconds since the start, size, what was picked or the number, characters pasted; what is missing at the end is none. */
const AllStored = z.array(
  z.union([z.tuple([whole, whole, whole]), z.tuple([whole, whole, whole, short]), z.tuple([whole, whole, whole, short, whole])]),
);

/** A change of an answer. `size`: characters, picked options, bytes of a file, or 1 for a number; 0 when it was cleared. */
export type AnswerChange = {
  readonly revision: number;
  /** Milliseconds since the attempt's start. */
  readonly at: number;
  readonly size: number;
  /** Ids of the options in one text, or the number; undefined for texts and programs. */
  readonly short?: string | number | undefined;
  /** Characters that were pasted into the field until then, as its page says. */
  readonly pasted?: number | undefined;
};

/** Characters of history of one question, beyond which it is thinned: about a hundred changes. */
export const longestHistory = 2_000;

const sizeOf = (answer: Answer): number => {
  if (answer === null) return 0;
  if (typeof answer === 'number') return 1;
  if (isFileAnswer(answer)) return answer.bytes;
  return typeof answer === 'string' || Array.isArray(answer) ? answer.length : answer.source.length;
};

type Saved = { readonly revision: number; readonly at: number; readonly pasted?: number | undefined };

/** The answer to a question; with `isPick` it is an option, which is short enough to be kept. */
export const changeOf = (answer: Answer, { isPick, revision, at, pasted = 0 }: Saved & { readonly isPick: boolean }): AnswerChange => {
  const change = { revision, at, size: isPick && typeof answer === 'string' ? 1 : sizeOf(answer), ...(pasted > 0 ? { pasted } : {}) };
  if (Array.isArray(answer)) return { ...change, short: answer.join('') };
  return typeof answer === 'number' || (typeof answer === 'string' && isPick) ? { ...change, short: answer } : change;
};

const storedOf = ({ revision, at, size, short, pasted }: AnswerChange) => {
  if (pasted !== undefined) return [revision, at, size, short ?? null, pasted];
  return short === undefined ? [revision, at, size] : [revision, at, size, short];
};

/** Changes as they are stored, one after the other with commas between, so that one more is appended without reading them. */
export const formatHistory = (changes: readonly AnswerChange[]): string =>
  changes.map((change) => JSON.stringify(storedOf(change))).join(',');

/** The changes of one answer, oldest first. */
export const parseHistory = (text: string): AnswerChange[] =>
  AllStored.parse(JSON.parse(`[${text.replace(/^,/, '')}]`)).map(([revision, at, size, short, pasted]) => ({
    revision,
    at,
    size,
    ...(short == null ? {} : { short }),
    ...(pasted === undefined ? {} : { pasted }),
  }));

/** Drops every second change of the older half, never the first one. */
export const thinHistory = (changes: readonly AnswerChange[]): AnswerChange[] =>
  changes.filter((_, index) => index % 2 === 0 || index >= changes.length / 2);
