import { err, ok, refusal, takeOperations } from '@assay/domain';
import { places } from '@assay/store';
import { acceptRunning, candidateWrite } from './candidate-operation.ts';
import { checkSession } from './session.ts';
import { sinceStart } from './since-start.ts';

/** Saves where the candidate is, so that another device goes on there. */
export const savePlace = candidateWrite(
  takeOperations.savePlace,
  { lock: 'shared', accept: acceptRunning },
  async ({ assay, tx, row, now }, { body: { questionId, flags, sessionId } }) => {
    const session = checkSession(row, sessionId);
    if (!session.ok) return session;
    const { account_id: accountId, invitation_id: invitationId, attempt, test_id: testId, version } = row;
    if (version === null) throw new Error('a started attempt has no version');
    const { questions } = await assay.testVersions.load(tx, { accountId, testId, version });
    const unknown = [questionId, ...flags].find((one) => one > questions);
    if (unknown !== undefined) return err(refusal('resource.not-found', `No question ${unknown} in this test`));
    await places.save(tx, {
      accountId,
      invitationId,
      attempt,
      questionId,
      flags: [...new Set(flags)],
      now,
      from: sinceStart(row, now),
    });
    return ok({ recorded: true });
  },
);
