import type { Decimal } from '../../decimal.ts';
import type { QuestionOutcome } from '../report-status.ts';

type Marked = {
  readonly marks: Decimal | string;
  readonly score: Decimal | string;
  /** By the key alone. */
  readonly outcome: QuestionOutcome;
};

/**
 * What came of an answer, by its marks: all is right, some is partly right, none or less is wrong. A question that is worth nothing is judged by its key.
 * Marks and scores have at most two decimals, so doubles compare them as decimals do.
 */
export const outcomeOf = ({ marks, score, outcome }: Marked): QuestionOutcome => {
  if (outcome === 'blank' || outcome === 'right') return outcome;
  const [got, all] = [Number(score), Number(marks)];
  if (got <= 0) return 'wrong';
  return got >= all ? 'right' : 'partial';
};
