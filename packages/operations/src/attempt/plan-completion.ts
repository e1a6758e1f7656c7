import { completionPlan, hasWaitingKinds } from '@assay/domain';
import { gradings, type reports, reviews, type Tx } from '@assay/store';
import { givenAnswers } from '../support/given-answers.ts';
import type { Services } from '../support/operation.ts';

type Completed = Pick<reports.Report, 'account_id' | 'invitation_id' | 'attempt' | 'test_id' | 'version' | 'key_version'>;

/**
 * Inserts what the report of an attempt waits for, in the transaction that completes it: gradings of programs, reviews of what people grade.
 * Returns how many. A test without such questions costs a look at its cached version.
 */
export const planCompletion = async (assay: Services, tx: Tx, completed: Completed, now: number): Promise<number> => {
  const { account_id, invitation_id, attempt, test_id, version, key_version } = completed;
  const load = async (one: number) => ({
    version: one,
    definition: (await assay.testVersions.load(tx, { accountId: account_id, testId: test_id, version: one })).definition,
  });
  const paper = await load(version);
  if (!hasWaitingKinds(paper.definition)) return 0;
  const given = await givenAnswers(tx, { accountId: account_id, invitationId: invitation_id, attempt });
  const plan = completionPlan(paper, key_version === null ? undefined : await load(key_version), given);
  const of = { account_id, invitation_id, attempt, test_id };
  const programs = plan.programs.map((one) => ({ ...of, question_id: one.questionId, round: 1, version: one.version }));
  await gradings.insertPending(tx, programs, now);
  if (programs.length > 0) tx.afterCommit(() => assay.wake('gradings'));
  await reviews.insertNew(
    tx,
    plan.reviews.map((question_id) => ({ ...of, question_id, version })),
    now,
  );
  return programs.length + plan.reviews.length;
};
