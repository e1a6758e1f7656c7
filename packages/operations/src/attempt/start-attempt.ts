import { decide, err, ok, refusal, takeOperations } from '@assay/domain';
import { invitations } from '@assay/store';
import { apply, record, stateOf } from '../support/invitation-state.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { attemptState } from './attempt-state.ts';
import { candidateWrite } from './candidate-operation.ts';
import { accessOf, openInvitation } from './open-invitation.ts';
import { requireOpen } from './wire-access.ts';

/**
 * Pending → In progress. Fixes the deadline and the version of the test. A running attempt is returned unchanged, also after its
 * link was closed or deactivated; from then on only this session may save.
 */
export const startAttempt = candidateWrite(
  takeOperations.startAttempt,
  'exclusive',
  async ({ assay, tx, row }, { body: { sessionId } }) => {
    const now = await tx.now();
    const opened = await openInvitation(tx, row);
    const { status, is_current } = row;

    let windowEnd: number | null = null;
    if (status === 'Pending' || status === 'Reset') {
      // Resetting is deliberate, so a reset invitation may start beside a newer one.
      if (status === 'Pending' && is_current === 0)
        return err(refusal('take.superseded', 'There is a newer invitation to this test; use its address'));
      const open = requireOpen(accessOf(opened, now));
      if (!open.ok) return open;
      windowEnd = open.value;
    }
    const event = decide(stateOf(row), {
      type: 'start',
      now,
      graceMs: assay.timings.answerGraceMs,
      durationMinutes: opened.test.duration,
      windowEnd,
    });
    if (!event.ok) return event;
    if (event.value.type === 'attempt.started') {
      const also = { version: opened.test.version, session_id: sessionId ?? null };
      if (!(await apply(tx, row, event.value, now, also))) return changedMeanwhile;
    } else if (sessionId !== undefined && sessionId !== row.session_id) {
      if (!(await invitations.update(tx, row, { session_id: sessionId }))) return changedMeanwhile;
      if (row.session_id !== null) await record(tx, row, now, { type: 'attempt.taken-over' });
    }
    const started = await invitations.find(tx, { accountId: row.account_id, invitationId: row.invitation_id });
    return started === undefined ? changedMeanwhile : ok(await attemptState(assay, tx, { ...opened, row: started }, now));
  },
);
