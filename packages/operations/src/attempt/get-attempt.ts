import { type AttemptState, ok } from '@assay/domain';
import { invitations } from '@assay/store';
import type { Outcome } from '../support/context.ts';
import { attemptState } from './attempt-state.ts';
import { type Candidate, checkGeneration, openInvitation, readToken } from './open-invitation.ts';

/** The state of an attempt, from any device that has the address. */
export const getAttempt = async ({ candidate }: { candidate: Candidate }): Outcome<AttemptState> => {
  const token = readToken(candidate);
  if (!token.ok) return token;
  const { assay } = candidate;
  return assay.store.read(async (db) => {
    const row = checkGeneration(await invitations.find(db, token.value), token.value);
    if (!row.ok) return row;
    return ok(await attemptState(assay, db, await openInvitation(db, row.value), await db.now()));
  });
};
