import { type CodeQuestion, casesFor, codeQuestionsOf, isBlank, isCodeAnswer, isStillFor } from '@assay/domain';
import { answers, gradings, type reports, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';

type Completed = Pick<reports.Report, 'account_id' | 'invitation_id' | 'attempt' | 'test_id' | 'version' | 'key_version'>;

/**
 * Inserts the gradings of a completed attempt, in the transaction that completes it. Returns how many. A test without such questions costs
 * a look at its cached version.
 */
export const startGrading = async (
  assay: Pick<Assay, 'testVersions' | 'wake'>,
  tx: Tx,
  completed: Completed,
  now: number,
): Promise<number> => {
  const { account_id, invitation_id, attempt, test_id, version, key_version } = completed;
  const test = { accountId: account_id, testId: test_id };
  const { definition } = await assay.testVersions.load(tx, { ...test, version });
  const questions = codeQuestionsOf(definition);
  if (questions.length === 0) return 0;
  const key = { accountId: account_id, invitationId: invitation_id, attempt };
  const given = new Map((await answers.list(tx, key)).map(({ question_id, answer }) => [question_id, answer]));
  const programs = questions.filter(({ questionId }) => !isBlank(given.get(questionId) ?? null));
  if (programs.length === 0) return 0;
  const later = key_version === null ? undefined : (await assay.testVersions.load(tx, { ...test, version: key_version })).definition;
  const versionFor = (question: CodeQuestion): number => {
    const answer = given.get(question.questionId) ?? null;
    const cases = later && casesFor(definition, later, question.questionId);
    return cases && key_version !== null && isCodeAnswer(answer) && isStillFor(question, cases, answer.language) ? key_version : version;
  };
  const rows = programs.map((question) => ({
    account_id,
    invitation_id,
    attempt,
    question_id: question.questionId,
    round: 1,
    test_id,
    version: versionFor(question),
  }));
  await gradings.insertPending(tx, rows, now);
  tx.afterCommit(() => assay.wake('gradings'));
  return rows.length;
};
