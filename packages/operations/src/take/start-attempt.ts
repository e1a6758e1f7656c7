import { type AttemptState, decide, err, ok, refusal } from '@assay/domain';
import { invitations } from '@assay/store';
import type { Outcome } from '../support/context.ts';
import { apply, stateOf } from '../support/invitation-state.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { attemptState } from './attempt-state.ts';
import { accessOf, type Candidate, checkGeneration, openInvitation, readToken } from './open-invitation.ts';
import { requireOpen } from './wire-access.ts';

/**
 * Pending → In progress. Fixes the deadline and the version of the test; a running attempt is answered as it is, also after its
 * link was closed or deactivated.
 */
export const startAttempt = async ({ candidate }: { candidate: Candidate }): Outcome<AttemptState> => {
  const token = readToken(candidate);
  if (!token.ok) return token;
  const { assay } = candidate;
  return assay.store.write(async (tx) => {
    const now = await tx.now();
    const row = checkGeneration(await invitations.lock(tx, token.value), token.value);
    if (!row.ok) return row;
    const opened = await openInvitation(tx, row.value);
    const { status, is_current } = row.value;

    let windowEnd: number | null = null;
    if (status === 'Pending' || status === 'Reset') {
      // One that was reset starts again, also beside a newer one: whoever reset it meant it.
      if (status === 'Pending' && is_current === 0)
        return err(refusal('take.superseded', 'There is a newer invitation to this test; use its address'));
      const open = requireOpen(accessOf(opened, now));
      if (!open.ok) return open;
      windowEnd = open.value;
    }
    const event = decide(stateOf(row.value), { type: 'start', now, durationMinutes: opened.test.duration, windowEnd });
    if (!event.ok) return event;
    if (event.value.type === 'attempt.started') {
      if (!(await apply(tx, row.value, event.value, now, { version: opened.test.version }))) return changedMeanwhile;
    }
    const started = await invitations.find(tx, token.value);
    return started === undefined ? changedMeanwhile : ok(await attemptState(assay, tx, { ...opened, row: started }, now));
  });
};
