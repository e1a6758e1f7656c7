import { checkAnswer, decide, err, ok, questionsOf, refusal, takeOperations } from '@assay/domain';
import { answers } from '@assay/store';
import { record, stateOf } from '../support/invitation-state.ts';
import { candidateWrite, type OnRow } from './candidate-operation.ts';
import { checkSession } from './session.ts';

/** The decision to save, or to refuse it as too late. */
const acceptAnswer = ({ assay, row, now }: OnRow) => {
  const event = decide(stateOf(row), { type: 'saveAnswer', now, graceMs: assay.timings.answerGraceMs });
  return event.ok || event.error.code === 'take.deadline-passed' ? ok(event) : event;
};

/**
 * Saves an answer by revision and returns what is stored now: an older revision never overwrites a newer one. After the deadline
 * and its grace the answer is refused, and stored only for the timeline.
 */
export const saveAnswer = candidateWrite(takeOperations.saveAnswer, { lock: 'shared', accept: acceptAnswer }, async (call, input) => {
  const { assay, tx, row, now, accepted: event } = call;
  const { questionId, body } = input;
  const session = checkSession(row, body.sessionId);
  if (!session.ok) return session;
  const { account_id, invitation_id, attempt, test_id, version } = row;
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
    if (await answers.saveLate(tx, sent)) await record(tx, row, now, { type: 'answer.late', attempt, questionId: question.questionId });
    return event;
  }
  const { accepted, answer: saved, revision } = await answers.save(tx, sent);
  return ok({ accepted, answer: saved, revision });
});
