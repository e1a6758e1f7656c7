import type { ReviewState } from '../../review/review.ts';

/** What the report of a completed attempt waits for. `withdrawn`: for an answer that nobody grades, as its attempt was reset. */
export type ReportWait = 'gradings' | 'reviews' | 'withdrawn' | 'nothing';

type ReviewOf = { readonly question_id: number; readonly state: ReviewState };

type Attempt<Row extends ReviewOf> = {
  /** Questions whose answer a person has to grade: it is not blank, and the question is not void by the keys that grade it. */
  readonly needed: readonly number[];
  /** The reviews that there are. */
  readonly reviews: readonly Row[];
  /** Whether it is the invitation's present one. People grade nothing of one that was reset. */
  readonly isPresent: boolean;
  /** Whether a program has no verdict yet. */
  readonly hasPrograms: boolean;
};

/** What becomes of the reviews of a completed attempt, and what its report waits for then. */
export type ReportPlan<Row> = {
  /** Questions that get a review. */
  readonly missing: readonly number[];
  readonly reopened: readonly Row[];
  readonly withdrawn: readonly Row[];
  readonly wait: ReportWait;
};

const isOpen = ({ state }: ReviewOf): boolean => state === 'waiting' || state === 'reconcile';

/** Every change of what a report waits for is decided here, under the lock of the report. */
export const planReport = <Row extends ReviewOf>({ needed, reviews, isPresent, hasPrograms }: Attempt<Row>): ReportPlan<Row> => {
  const wanted = new Set(isPresent ? needed : []);
  const states = new Map(reviews.map((one) => [one.question_id, one.state]));
  const ungraded = needed.filter((questionId) => states.get(questionId) !== 'graded');
  const wait = ungraded.length === 0 ? 'nothing' : isPresent ? 'reviews' : 'withdrawn';
  return {
    missing: [...wanted].filter((questionId) => !states.has(questionId)),
    reopened: reviews.filter((one) => one.state === 'withdrawn' && wanted.has(one.question_id)),
    withdrawn: reviews.filter((one) => isOpen(one) && !wanted.has(one.question_id)),
    wait: hasPrograms ? 'gradings' : wait,
  };
};
