import { checkAnswer, decide, err, ok, questionsOf, refusal, takeOperations } from '@assay/domain';
import { answers } from '@assay/store';
import { stateOf } from '../support/invitation-state.ts';
import { candidateWrite } from './candidate-operation.ts';
import { checkSession } from './session.ts';

/**
 * Saves an answer by revision and returns what is stored now: an older revision never overwrites a newer one. After the deadline
 * and its grace the answer is refused, and stored only for the timeline.
 */
export const saveAnswer = candidateWrite(takeOperations.saveAnswer, 'shared', async ({ assay, tx, row }, { questionId, body }) => {
  const session = row.status === 'In progress' ? checkSession(row, body.sessionId) : ok(undefined);
  if (!session.ok) return session;
  const { account_id, invitation_id, attempt, test_id, version } = row;
  const now = await tx.now();
  const event = decide(stateOf(row), { type: 'saveAnswer', now, graceMs: assay.timings.answerGraceMs });
  if (!event.ok && event.error.code !== 'take.deadline-passed') return event;
  if (version === null) throw new Error('a started attempt has no version');

  const { definition } = await assay.testVersions.load(tx, { accountId: account_id, testId: test_id, version });
  const question = questionsOf(definition)[questionId - 1];
  if (question === undefined) return err(refusal('resource.not-found', `No question ${questionId} in this test`));
  const answer = checkAnswer(question, body.answer);
  if (!answer.ok) return answer;

  const sent = {
    accountId: account_id,
    invitationId: invitation_id,
    attempt,
    questionId: question.questionId,
    answer: answer.value,
    revision: body.revision,
    now,
  };
  if (!event.ok) {
    await answers.saveLate(tx, sent);
    return event;
  }
  const { accepted, answer: saved, revision } = await answers.save(tx, sent);
  return ok({ accepted, answer: saved, revision });
});
