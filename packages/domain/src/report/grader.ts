import { outcomeOf } from './outcome.ts';
import type { QuestionOutcome } from './report-status.ts';

/** What differs between the versions of grading. */
export type GraderRules = { readonly outcome: (graded: Parameters<typeof outcomeOf>[0]) => QuestionOutcome };

/** Every version that graded a report: bundles name theirs and are checked by it. */
const versions: ReadonlyMap<number, GraderRules> = new Map([
  // An answer with a right pick was partly right, although wrong picks took its marks.
  [1, { outcome: ({ outcome }) => outcome }],
  [2, { outcome: outcomeOf }],
]);

/** Raised when an answer that was graded before would get another score or outcome. */
export const graderVersion = 2;

export const isGraderKnown = (version: number): boolean => versions.has(version);

export const rulesOf = (version: number): GraderRules => {
  const rules = versions.get(version);
  if (rules === undefined) throw new Error(`there is no grader of version ${version}`);
  return rules;
};
