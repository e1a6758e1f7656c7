import type { RanCases } from '../../questions/kind.ts';
import { kindOf, type Question } from '../../questions/kinds.ts';

const voidWords = {
  'full-marks': 'nothing: it is void, and everybody has its marks',
  'not-counted': 'nothing: it is void, and counts for nobody',
} as const satisfies Record<NonNullable<Question['void']>, string>;

/**
 * What decides where no key does: `2 sample cases and 12 hidden cases`, `1 grader, by a rubric: Argument (0 to 4)`; null where a key does.
 * `ran`: the cases that a program was graded by, which a regrade may have changed.
 */
export const decidedBy = (question: Question, ran: RanCases = []): string | null => {
  if (question.void !== undefined) return voidWords[question.void];
  const kind = kindOf(question);
  return kind.gradedBy === 'key' ? null : kind.decidedBy(question, ran);
};
