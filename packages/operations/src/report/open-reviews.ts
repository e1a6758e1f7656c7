import { isBlank, type Question, type ReviewedQuestion, reviewedQuestionsOf, standingOf } from '@assay/domain';
import { answers, gradings, invitations, reports, reviews, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { gradedPaper } from './graded-paper.ts';
import { releaseReport, waitForReviews } from './report-state.ts';

type Completed = Pick<reports.Report, 'account_id' | 'invitation_id' | 'attempt' | 'test_id' | 'version' | 'key_version'>;

/** What a void question is worth does not depend on its answer. */
const needsGrade = ({ void: voided }: Pick<Question, 'void'>): boolean => voided === undefined;

/** Puts reviews back that ended because their question was void, which it is no more; those of an attempt that was reset stay ended. */
const reopen = async (tx: Tx, key: Parameters<typeof reviews.list>[1], questions: readonly ReviewedQuestion[]): Promise<void> => {
  const withdrawn = (await reviews.list(tx, key)).filter(({ state }) => state === 'withdrawn');
  const invitation = withdrawn.length === 0 ? undefined : await invitations.find(tx, key);
  if (invitation?.attempt !== key.attempt || invitation.status !== 'Completed') return;
  for (const row of withdrawn) {
    const question = questions.find(({ questionId }) => questionId === row.question_id);
    if (question === undefined) continue;
    const { state } = standingOf(question, await reviews.listGrades(tx, { accountId: key.accountId, reviewId: row.review_id }));
    if (state !== 'graded') await reviews.update(tx, row, { state, closed_at: null });
  }
};

/**
 * Puts the answers of a completed attempt that people grade into the queue, and lets its report wait for them. What is in the queue already
 * stays: an attempt that a server of an earlier version completed gets its reviews from the worker.
 */
export const openReviews = async (assay: Pick<Assay, 'testVersions'>, tx: Tx, completed: Completed, now: number): Promise<void> => {
  const { account_id, invitation_id, attempt, test_id, version } = completed;
  const questions = reviewedQuestionsOf(await gradedPaper(assay, tx, completed)).filter(needsGrade);
  if (questions.length === 0) return;
  const key = { accountId: account_id, invitationId: invitation_id, attempt };
  const given = new Map((await answers.list(tx, key)).map((one) => [one.question_id, one]));
  const answered = questions.filter(({ questionId }) => !isBlank(given.get(questionId)?.answer ?? null));
  await reviews.insertNew(
    tx,
    answered.map(({ questionId }) => ({ account_id, invitation_id, attempt, question_id: questionId, test_id, version })),
    now,
  );
  await reopen(tx, key, answered);
  // While programs are graded, the report waits for those.
  if (answered.length === 0 || (await gradings.areWaiting(tx, key))) return;
  const report = await reports.find(tx, key);
  if (report === undefined) throw new Error('a completed attempt has no report');
  await waitForReviews(tx, report, now);
};

/** After a regrade: open reviews of questions that are void now end, and the report is due if it waited for nothing else. */
export const endVoidReviews = async (
  assay: Pick<Assay, 'testVersions' | 'wake'>,
  tx: Tx,
  report: reports.Report,
  now: number,
): Promise<void> => {
  const key = { accountId: report.account_id, invitationId: report.invitation_id, attempt: report.attempt };
  const open = (await reviews.list(tx, key)).filter(({ closed_at }) => closed_at === null);
  if (open.length === 0) return;
  const needed = new Set(
    reviewedQuestionsOf(await gradedPaper(assay, tx, report))
      .filter(needsGrade)
      .map(({ questionId }) => questionId),
  );
  const ended = open.filter(({ question_id }) => !needed.has(question_id));
  for (const row of ended) await reviews.update(tx, row, { state: 'withdrawn', closed_at: now, claimed_by: null, claimed_until: 0 });
  if (ended.length < open.length || (await gradings.areWaiting(tx, key))) return;
  if ((await releaseReport(tx, report, now)).ok) tx.afterCommit(() => assay.wake('reports'));
};
