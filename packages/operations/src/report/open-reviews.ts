import { isBlank, reviewedQuestionsOf } from '@assay/domain';
import { answers, gradings, reports, reviews, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { waitForReviews } from './report-state.ts';

type Completed = Pick<reports.Report, 'account_id' | 'invitation_id' | 'attempt' | 'test_id' | 'version'>;

/**
 * Puts the answers of a completed attempt that people grade into the queue, and lets its report wait for them. What is in the queue already
 * stays: an attempt that a server of an earlier version completed gets its reviews from the worker.
 */
export const openReviews = async (
  assay: Pick<Assay, 'testVersions'>,
  tx: Tx,
  { account_id, invitation_id, attempt, test_id, version }: Completed,
  now: number,
): Promise<void> => {
  const { definition } = await assay.testVersions.load(tx, { accountId: account_id, testId: test_id, version });
  const questions = reviewedQuestionsOf(definition);
  if (questions.length === 0) return;
  const key = { accountId: account_id, invitationId: invitation_id, attempt };
  const given = new Map((await answers.list(tx, key)).map((one) => [one.question_id, one]));
  const answered = questions.filter(({ questionId }) => !isBlank(given.get(questionId)?.answer ?? null));
  await reviews.insertNew(
    tx,
    answered.map(({ questionId }) => ({ account_id, invitation_id, attempt, question_id: questionId, test_id, version })),
    now,
  );
  // While programs are graded, the report waits for those.
  if (answered.length === 0 || (await gradings.areWaiting(tx, key))) return;
  const report = await reports.find(tx, key);
  if (report === undefined) throw new Error('a completed attempt has no report');
  await waitForReviews(tx, report, now);
};
