import { type ReportPlan, type ReviewedQuestion, standingOf } from '@assay/domain';
import { type reports, reviews, type Tx } from '@assay/store';

type Attempted = Pick<reports.Report, 'account_id' | 'invitation_id' | 'attempt' | 'test_id' | 'version'>;

const insert = (tx: Tx, { account_id, invitation_id, attempt, test_id, version }: Attempted, missing: readonly number[], now: number) =>
  reviews.insertNew(
    tx,
    missing.map((question_id) => ({ account_id, invitation_id, attempt, question_id, test_id, version })),
    now,
  );

/** Changes the reviews of an attempt as it is planned, under the lock of its report. */
export const changeReviews = async (
  tx: Tx,
  attempted: Attempted,
  { missing, reopened, withdrawn }: Pick<ReportPlan<reviews.Review>, 'missing' | 'reopened' | 'withdrawn'>,
  { needed, now }: { readonly needed: readonly ReviewedQuestion[]; readonly now: number },
): Promise<void> => {
  await insert(tx, attempted, missing, now);
  for (const row of withdrawn) await reviews.update(tx, row, { state: 'withdrawn', closed_at: now, claimed_by: null, claimed_until: 0 });
  for (const row of reopened) {
    const question = needed.find(({ questionId }) => questionId === row.question_id);
    if (question === undefined) continue;
    const grades = await reviews.listGrades(tx, { accountId: row.account_id, reviewId: row.review_id });
    const { state } = standingOf(question, grades);
    if (state !== 'graded') await reviews.update(tx, row, { state, closed_at: null });
  }
};
