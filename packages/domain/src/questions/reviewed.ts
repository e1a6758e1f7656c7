import { decimal, roundScore, zero } from '../decimal.ts';
import { outcomeOf } from '../report/grading/outcome.ts';
import type { ReviewRules } from '../review/rubric.ts';
import { counted } from './counted.ts';
import type { Grade } from './grade.ts';
import type { By, Stored } from './kind.ts';

/** What people grade has the score that its review came to. */
export const gradeReviewed = ({ questionId, marks, void: voided }: Stored<unknown>, { reviewed }: Pick<By, 'reviewed'>): Grade => {
  // Nobody need grade what has no score of its own.
  if (reviewed === undefined && voided !== undefined) return { outcome: 'wrong', score: zero };
  if (reviewed === undefined) throw new Error(`question ${questionId} has an answer that nobody graded`);
  return { outcome: outcomeOf({ marks: roundScore(decimal(marks)), score: reviewed, outcome: 'wrong' }), score: decimal(reviewed) };
};

/** `1 grader, by a rubric: Argument (0 to 4)` */
export const gradersInWords = ({ graders, rubric }: ReviewRules): string => {
  const criteria = rubric.map(({ criterion, levels }) => `${criterion} (${levels[0]?.marks} to ${levels.at(-1)?.marks})`);
  return `${counted(graders, 'grader')}, by a rubric: ${criteria.join(', ')}`;
};
