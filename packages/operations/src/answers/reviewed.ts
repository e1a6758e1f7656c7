import { type AnsweredReview, formatInstant, mostGradesShown, type Review, type ReviewedQuestion, scoreOfGrade } from '@assay/domain';
import { type Db, reviews } from '@assay/store';

type Grade = Awaited<ReturnType<typeof reviews.listGrades>>[number];

export const wireGrade = (one: Grade): Omit<Review['grades'][number], 'mine'> => ({
  type: one.type,
  keyName: one.key_name,
  marks: [...one.marks],
  score: scoreOfGrade(one),
  comment: one.comment,
  reason: one.reason,
  at: formatInstant(one.at),
});

export const wireRubric = ({ rubric }: ReviewedQuestion): Review['rubric'] =>
  rubric.map(({ criterion, levels }) => ({ criterion, levels: levels.map((level) => ({ ...level })) }));

/** Nobody is led by the first grade of two: who reads answers may be the second grader. */
const areShown = ({ state }: reviews.Review): boolean => state === 'graded' || state === 'reconcile';

/** How people grade an answer, for those who may read it. `row`: undefined where nobody need. */
export const reviewedOf = async (db: Db, question: ReviewedQuestion, row: reviews.Review | undefined): Promise<AnsweredReview> => {
  const { graders, reconcile } = question;
  const listed =
    row === undefined || !areShown(row)
      ? []
      : await reviews.listGrades(db, { accountId: row.account_id, reviewId: row.review_id, after: row.grades - mostGradesShown });
  return {
    state: row?.state ?? null,
    graders,
    given: row?.given ?? 0,
    reconcile,
    rubric: wireRubric(question),
    grades: listed.map(wireGrade),
  };
};
