import { GivenMarks } from '@assay/domain';
import { type Insertable, type Selectable, sql } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn } from '../../json-column.ts';
import { oneOfIds } from '../../one-of-ids.ts';
import { newReviewId } from '../../review-id.ts';
import { rowsOf } from '../../rows-of.ts';
import type { ReviewGradeRow, ReviewRow } from '../../schema.ts';

export type Review = Selectable<ReviewRow>;
type NewReview = Pick<Review, 'account_id' | 'invitation_id' | 'attempt' | 'question_id' | 'test_id' | 'version'>;

/** Inserts the reviews of an attempt that are not there yet. One whose random id another has gets the next one. */
export const insertNew = async (tx: Tx, rows: readonly NewReview[], now: number, newId = newReviewId): Promise<void> => {
  const fresh = { state: 'waiting', grades: 0, given: 0, claimed_until: 0, created_at: now } as const;
  let missing = rows;
  for (let first = missing[0]; first !== undefined; first = missing[0]) {
    await tx.kysely
      .insertInto('reviews')
      .values(missing.map((row): Insertable<ReviewRow> => ({ ...row, ...fresh, public_id: newId() })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const stored = await list(tx, { accountId: first.account_id, invitationId: first.invitation_id, attempt: first.attempt });
    const there = new Set(stored.map(({ question_id }) => question_id));
    missing = missing.filter(({ question_id }) => !there.has(question_id));
  }
};

/** The reviews of an attempt, in the order of the test. */
export const list = rowsOf('reviews', 'invitation_id', 'attempt').all('*', 'question_id');

const byPublicId = rowsOf('reviews', 'public_id');

export const find = byPublicId.one('*');

export const lock = byPublicId.locked('*', 'update');

type Graded = { readonly accountId: number; readonly testId: number; readonly after: number | undefined; readonly limit: number };

/** What is graded of a test, the newest first, `after` a counted id: for those who see whose it is. */
export const listGraded = (db: Db, { accountId, testId, after, limit }: Graded): Promise<Review[]> =>
  db.kysely
    .selectFrom('reviews')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('test_id', '=', testId)
    .where('state', '=', sql.lit('graded'))
    .$if(after !== undefined, (query) => query.where('review_id', '<', after ?? 0))
    .orderBy('review_id', 'desc')
    .limit(limit)
    .execute();

const unlessGraded = rowsOf('reviews', 'review_id').updateIf('state', 'grades');

type ReviewChange = Partial<Pick<Review, 'state' | 'grades' | 'given' | 'score' | 'claimed_by' | 'claimed_until' | 'closed_at'>>;

/** Writes only if nobody graded it after it was read. */
export const update = (tx: Tx, from: Review, change: ReviewChange): Promise<boolean> => unlessGraded(tx, from, change);

const marksColumn = jsonColumn('review_grades.marks', (value) => GivenMarks.parse(value));

type NewGrade = Omit<Selectable<ReviewGradeRow>, 'marks'> & { readonly marks: readonly number[] };

export const insertGrade = async (tx: Tx, { marks, ...row }: NewGrade): Promise<void> => {
  await tx.kysely
    .insertInto('review_grades')
    .values({ ...row, marks: marksColumn.write([...marks]) })
    .execute();
};

/** The grades of a review in the order in which they were given, those after a number, with the name of the key. */
export const listGrades = async (
  db: Db,
  { accountId, reviewId, after = 0 }: { readonly accountId: number; readonly reviewId: number; readonly after?: number },
) => {
  const rows = await db.kysely
    .selectFrom('review_grades as grade')
    .leftJoin('api_keys as key', (join) => join.onRef('key.account_id', '=', 'grade.account_id').onRef('key.key_id', '=', 'grade.grader'))
    .select([
      'grade.number',
      'grade.grader',
      'grade.type',
      'grade.marks',
      'grade.comment',
      'grade.reason',
      'grade.at',
      'key.name as key_name',
    ])
    .where('grade.account_id', '=', accountId)
    .where('grade.review_id', '=', reviewId)
    .where('grade.number', '>', after)
    .orderBy('grade.number')
    .execute();
  return rows.map((row) => ({ ...row, marks: marksColumn.read(row.marks, { accountId, reviewId, number: row.number }) }));
};

/** By review, with its first grade of the grader: as a join, PostgreSQL without statistics reads all grades of the account. */
const gradedBy = prepared<{ accountId: number; grader: number; ids: string }, { review_id: number }>((db, p, { engine }) =>
  db
    .selectFrom('reviews')
    .select('review_id')
    .where('account_id', '=', p('accountId'))
    .where('review_id', 'in', oneOfIds(p('ids'), engine))
    .where(
      (expression) =>
        expression
          .selectFrom('review_grades')
          .select('number')
          .whereRef('review_grades.account_id', '=', 'reviews.account_id')
          .whereRef('review_grades.review_id', '=', 'reviews.review_id')
          .where('grader', '=', p('grader'))
          .limit(1),
      'is not',
      null,
    ),
);

/** Those of these reviews that this grader has graded. */
export const listGradedBy = async (
  db: Db,
  { accountId, grader, reviewIds }: { accountId: number; grader: number; reviewIds: readonly number[] },
): Promise<Set<number>> => {
  const { rows } = await gradedBy(db, { accountId, grader, ids: JSON.stringify(reviewIds) });
  return new Set(rows.map(({ review_id }) => review_id));
};
