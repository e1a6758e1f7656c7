import { codeQuestionsOf, isBlank } from '@assay/domain';
import { answers, gradings, reports, type Tx } from '@assay/store';
import { waitForGradings } from '../report/report-state.ts';
import type { Assay } from '../support/context.ts';

type Completed = Pick<reports.Report, 'account_id' | 'invitation_id' | 'attempt' | 'test_id' | 'version'>;

/**
 * Inserts the gradings of a completed attempt, and lets its report wait for them, in the transaction that completes it. A test without
 * such questions costs a look at its cached version.
 */
export const startGrading = async (
  assay: Pick<Assay, 'testVersions' | 'timings' | 'wake'>,
  tx: Tx,
  completed: Completed,
  now: number,
): Promise<void> => {
  const { account_id, invitation_id, attempt, test_id, version } = completed;
  const { definition } = await assay.testVersions.load(tx, { accountId: account_id, testId: test_id, version });
  const questions = codeQuestionsOf(definition);
  if (questions.length === 0) return;
  const key = { accountId: account_id, invitationId: invitation_id, attempt };
  const answered = new Set((await answers.list(tx, key)).filter(({ answer }) => !isBlank(answer)).map((one) => one.question_id));
  const programs = questions.filter(({ questionId }) => answered.has(questionId));
  if (programs.length === 0) return;
  const report = await reports.find(tx, key);
  if (report === undefined) throw new Error('a completed attempt has no report');
  await waitForGradings(tx, report, { now, waitMs: assay.timings.gradingWaitMs });
  const rows = programs.map(({ questionId }) => ({
    account_id,
    invitation_id,
    attempt,
    question_id: questionId,
    round: 1,
    test_id,
    version,
  }));
  await gradings.insertPending(tx, rows, now);
  tx.afterCommit(() => assay.wake('gradings'));
};
