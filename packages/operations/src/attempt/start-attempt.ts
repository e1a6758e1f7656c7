import { type AttemptState, decide, decodeBody, err, ok, refusal, SessionBody } from '@assay/domain';
import { invitations } from '@assay/store';
import type { Outcome } from '../support/context.ts';
import { apply, record, stateOf } from '../support/invitation-state.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { attemptState } from './attempt-state.ts';
import { accessOf, type Candidate, checkGeneration, openInvitation, readToken } from './open-invitation.ts';
import { requireOpen } from './wire-access.ts';

/**
 * Pending → In progress. Fixes the deadline and the version of the test. A running attempt is returned unchanged, also after its
 * link was closed or deactivated; from then on only this session may save.
 */
export const startAttempt = async ({
  candidate,
  input = { body: undefined },
}: {
  candidate: Candidate;
  input?: { body: unknown };
}): Outcome<AttemptState> => {
  const token = readToken(candidate);
  if (!token.ok) return token;
  const body = decodeBody(SessionBody, input.body ?? {});
  if (!body.ok) return body;
  const { sessionId } = body.value;
  const { assay } = candidate;
  return assay.store.write(async (tx) => {
    const now = await tx.now();
    const row = checkGeneration(await invitations.lock(tx, token.value), token.value);
    if (!row.ok) return row;
    const opened = await openInvitation(tx, row.value);
    const { status, is_current } = row.value;

    let windowEnd: number | null = null;
    if (status === 'Pending' || status === 'Reset') {
      // Resetting is deliberate, so a reset invitation may start beside a newer one.
      if (status === 'Pending' && is_current === 0)
        return err(refusal('take.superseded', 'There is a newer invitation to this test; use its address'));
      const open = requireOpen(accessOf(opened, now));
      if (!open.ok) return open;
      windowEnd = open.value;
    }
    const event = decide(stateOf(row.value), {
      type: 'start',
      now,
      graceMs: assay.timings.answerGraceMs,
      durationMinutes: opened.test.duration,
      windowEnd,
    });
    if (!event.ok) return event;
    if (event.value.type === 'attempt.started') {
      const also = { version: opened.test.version, session_id: sessionId ?? null };
      if (!(await apply(tx, row.value, event.value, now, also))) return changedMeanwhile;
    } else if (sessionId !== undefined && sessionId !== row.value.session_id) {
      if (!(await invitations.update(tx, row.value, { session_id: sessionId }))) return changedMeanwhile;
      if (row.value.session_id !== null) await record(tx, row.value, now, { type: 'attempt.taken-over' });
    }
    const started = await invitations.find(tx, token.value);
    return started === undefined ? changedMeanwhile : ok(await attemptState(assay, tx, { ...opened, row: started }, now));
  });
};
