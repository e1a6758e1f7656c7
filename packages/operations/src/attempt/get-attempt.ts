import { ok, takeOperations } from '@assay/domain';
import { invitations } from '@assay/store';
import { attemptState, renderedState } from './attempt-state.ts';
import { candidateOperation } from './candidate-operation.ts';
import { checkGeneration, openInvitation } from './open-invitation.ts';

/** The state of an attempt, from any device that has the address. */
export const getAttempt = candidateOperation(takeOperations.getAttempt, async ({ assay, token }) => {
  const read = await assay.store.read(async (db) => {
    const row = checkGeneration(await invitations.find(db, token), token);
    return row.ok ? ok(await attemptState(assay, db, await openInvitation(db, row.value), await db.now())) : row;
  });
  return read.ok ? ok(await renderedState(assay, read.value)) : read;
});
