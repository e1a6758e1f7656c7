import { type Answer, isBlank } from '../../attempt/answer.ts';
import type { QuestionOutcome } from '../report-status.ts';
import { foldText, formerlyFolded } from '../words/fold-text.ts';
import { outcomeOf } from './outcome.ts';

/** What differs between the versions of grading. */
export type GraderRules = {
  readonly isBlank: (answer: Answer) => boolean;
  /** Equal for texts that count as the same answer. */
  readonly fold: (text: string, exact: boolean) => string;
  readonly outcome: (graded: Parameters<typeof outcomeOf>[0]) => QuestionOutcome;
};

const wasBlank = (answer: Answer): boolean => (typeof answer === 'string' ? answer.trim() === '' : isBlank(answer));

/** Every version that graded a report: bundles name theirs and are checked by it. */
const versions: ReadonlyMap<number, GraderRules> = new Map([
  // An answer with a right pick was partly right, although wrong picks took its marks. Full-width letters were others, and zero-width ones a text.
  [1, { isBlank: wasBlank, fold: formerlyFolded, outcome: ({ outcome }) => outcome }],
  [2, { isBlank, fold: foldText, outcome: outcomeOf }],
]);

/** Raised when an answer that was graded before would get another score or outcome. */
export const graderVersion = 2;

export const isGraderKnown = (version: number): boolean => versions.has(version);

export const rulesOf = (version: number): GraderRules => {
  const rules = versions.get(version);
  if (rules === undefined) throw new Error(`there is no grader of version ${version}`);
  return rules;
};
