import { checkAnswer, decide, decodeBody, err, ok, questionsOf, refusal, SaveAnswerBody, type SaveAnswerResult } from '@assay/domain';
import { answers, invitations } from '@assay/store';
import type { Outcome } from '../support/context.ts';
import { stateOf } from '../support/invitation-state.ts';
import { pathId } from '../support/refusals.ts';
import { type Candidate, checkGeneration, readToken } from './open-invitation.ts';
import { checkSession } from './session.ts';

type Input = { questionId: string; body: unknown };

/**
 * Saves an answer by revision and returns what is stored now: an older revision never overwrites a newer one. After the deadline
 * and its grace the answer is refused, and stored only for the timeline.
 */
export const saveAnswer = async ({ candidate, input }: { candidate: Candidate; input: Input }): Outcome<SaveAnswerResult> => {
  const token = readToken(candidate);
  if (!token.ok) return token;
  const questionId = pathId(input.questionId, 'questionId', 'question');
  if (!questionId.ok) return questionId;
  const body = decodeBody(SaveAnswerBody, input.body);
  if (!body.ok) return body;
  return candidate.assay.store.write(async (tx) => {
    const now = await tx.now();
    // Shared: saves do not wait for each other, but completing the attempt waits for them and they see whether it is completed.
    const row = checkGeneration(await invitations.lockShared(tx, token.value), token.value);
    if (!row.ok) return row;
    const session = row.value.status === 'In progress' ? checkSession(row.value, body.value.sessionId) : ok(undefined);
    if (!session.ok) return session;
    const { account_id, invitation_id, attempt, test_id, version } = row.value;
    const event = decide(stateOf(row.value), { type: 'saveAnswer', now, graceMs: candidate.assay.timings.answerGraceMs });
    if (!event.ok && event.error.code !== 'take.deadline-passed') return event;
    if (version === null) throw new Error('a started attempt has no version');

    const { definition } = await candidate.assay.testVersions.load(tx, { accountId: account_id, testId: test_id, version });
    const question = questionsOf(definition)[questionId.value - 1];
    if (question === undefined) return err(refusal('resource.not-found', `No question ${questionId.value} in this test`));
    const answer = checkAnswer(question, body.value.answer);
    if (!answer.ok) return answer;

    const { revision } = body.value;
    const sent = {
      accountId: account_id,
      invitationId: invitation_id,
      attempt,
      questionId: question.questionId,
      answer: answer.value,
      revision,
      now,
    };
    if (!event.ok) {
      await answers.saveLate(tx, sent);
      return event;
    }
    const stored = await answers.save(tx, sent);
    return ok({
      accepted: stored.accepted,
      answer: stored.answer,
      revision: stored.revision,
    });
  });
};
