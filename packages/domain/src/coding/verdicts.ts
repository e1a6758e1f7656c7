/**
 * What a run of a submission against a case came to. `not-run`: our side failed, and nothing is known of the program; it is never
 * scored.
 */
export const verdicts = [
  'accepted',
  'wrong-answer',
  'time-limit-exceeded',
  'memory-limit-exceeded',
  'output-limit-exceeded',
  'runtime-error',
  'compile-error',
  'not-run',
] as const;
export type Verdict = (typeof verdicts)[number];

/** How a run ended, in the names of the runner; whether the result of one that `ended` is right is for the comparison to say. */
export type End = 'ended' | Exclude<Verdict, 'accepted' | 'wrong-answer'>;
