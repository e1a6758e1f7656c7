import { fileWords, type Review, type ReviewSummary } from '@assay/domain';
import { oneLine } from './text.ts';

/** Where an answer stands, for the person whose key it is. */
export const stateInWords = ({ state, graders, given, mine, claimedUntil }: ReviewSummary): string => {
  if (state === 'reconcile') return 'graders differ: decide';
  if (state !== 'waiting') return state;
  if (claimedUntil !== null) return 'somebody grades it';
  if (mine) return 'waits for another grader';
  return graders === 1 ? 'waits' : `waits, ${given} of ${graders} graded`;
};

/** `120, asked for 100 to 300` */
export const wordsInWords = ({ count, min, max }: Review['words']): string => {
  if (min === null && max === null) return String(count);
  const asked = min === null ? `at most ${max}` : max === null ? `at least ${min}` : `${min} to ${max}`;
  return `${count}, asked for ${asked}`;
};

/** The file that is the answer; null for an essay, which has words. */
export const fileInWords = ({ file }: ReviewSummary): string | null => (file === null ? null : oneLine(fileWords(file)));

/** Whose answer it is; null where graders are not told. */
export const candidateInWords = ({ candidate }: Review): string | null =>
  candidate === null ? null : oneLine(`${candidate.fullName} <${candidate.emailId}>`);
