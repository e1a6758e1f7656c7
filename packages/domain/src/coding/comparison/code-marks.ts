import { type Decimal, decimal, roundScore, sum, zero } from '../../decimal.ts';
import type { CodingQuestion } from '../../questions/coding/question.ts';
import type { SqlQuestion } from '../../questions/sql/question.ts';
import type { QuestionOutcome } from '../../report/report-status.ts';
import type { Verdict } from '../verdicts.ts';

/** `undecided`: a case was not run, so there is no score yet, not even 0. */
export type CodeGrade =
  | { readonly outcome: Exclude<QuestionOutcome, 'blank'>; readonly score: Decimal }
  | { readonly outcome: 'undecided' };

type Worth = { readonly marks: number; readonly penalty: number };

/** The weight of each run; a harness and an SQL question give all marks or none. */
const weightsOf = (question: CodingQuestion | SqlQuestion): { readonly weights: readonly number[]; readonly allOrNothing: boolean } => {
  if (question.kind === 'sql') return { weights: question.data.map(() => 1), allOrNothing: true };
  if (question.io === 'harness') return { weights: [1], allOrNothing: true };
  return { weights: question.cases.map(({ weight }) => weight), allOrNothing: question.allOrNothing };
};

/** Whether one case that fails loses the marks of all: what the others come to changes nothing then. */
export const isLostByOne = (question: CodingQuestion | SqlQuestion): boolean => weightsOf(question).allOrNothing;

/**
 * The marks for the verdicts of a submission, in the order of the cases: the share of the weights that were accepted, rounded half-even to
 * two decimals once, as picks of a multiple choice are. Two submissions with the same weight accepted get the same. Nothing accepted
 * costs the penalty.
 */
export const gradeCode = ({ marks, penalty }: Worth, question: CodingQuestion | SqlQuestion, found: readonly Verdict[]): CodeGrade => {
  const { weights, allOrNothing } = weightsOf(question);
  if (found.length !== weights.length) throw new Error(`${found.length} verdicts for ${weights.length} cases`);
  if (found.includes('not-run')) return { outcome: 'undecided' };
  if (found.every((verdict) => verdict === 'accepted')) return { outcome: 'right', score: roundScore(decimal(marks)) };
  const accepted = sum(weights.filter((_, index) => found[index] === 'accepted').map(decimal));
  if (allOrNothing || accepted.eq(0)) return { outcome: 'wrong', score: roundScore(zero.minus(penalty)) };
  return {
    outcome: 'partial',
    score: decimal(marks)
      .times(accepted)
      .div(sum(weights.map(decimal))),
  };
};
