import { isBlank, type Question, type ReportPlan, type ReviewedQuestion, reviewedQuestionsOf, standingOf } from '@assay/domain';
import { answers, type reports, reviews, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { gradedPaper } from './graded-paper.ts';

type Attempted = Pick<reports.Report, 'account_id' | 'invitation_id' | 'attempt' | 'test_id' | 'version' | 'key_version'>;

/** What a void question is worth does not depend on its answer. */
const isVoid = ({ void: voided }: Pick<Question, 'void'>): boolean => voided !== undefined;

/** The questions of a completed attempt whose answers people have to grade. */
export const neededReviews = async (
  assay: Pick<Assay, 'testVersions'>,
  tx: Tx,
  attempted: Attempted,
): Promise<(Question & ReviewedQuestion)[]> => {
  const questions = reviewedQuestionsOf(await gradedPaper(assay, tx, attempted)).filter((question) => !isVoid(question));
  if (questions.length === 0) return [];
  const { account_id: accountId, invitation_id: invitationId, attempt } = attempted;
  const stored = await answers.list(tx, { accountId, invitationId, attempt });
  const given = new Map(stored.map(({ question_id, answer }) => [question_id, answer]));
  return questions.filter(({ questionId }) => !isBlank(given.get(questionId) ?? null));
};

const insert = (tx: Tx, { account_id, invitation_id, attempt, test_id, version }: Attempted, missing: readonly number[], now: number) =>
  reviews.insertNew(
    tx,
    missing.map((question_id) => ({ account_id, invitation_id, attempt, question_id, test_id, version })),
    now,
  );

/** Puts the answers of an attempt that people grade into the queue, in the transaction that completes it. Returns how many. */
export const openReviews = async (assay: Pick<Assay, 'testVersions'>, tx: Tx, completed: Attempted, now: number): Promise<number> => {
  const needed = await neededReviews(assay, tx, completed);
  await insert(
    tx,
    completed,
    needed.map(({ questionId }) => questionId),
    now,
  );
  return needed.length;
};

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
