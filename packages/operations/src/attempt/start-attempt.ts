import { type AttemptState, decide, ok, takeOperations } from '@assay/domain';
import { invitations } from '@assay/store';
import { apply, record, stateOf } from '../support/invitation-state.ts';
import { admitCandidate } from '../support/quotas.ts';
import { reserveRecords } from '../support/recording.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { attemptState, renderedState } from './attempt-state.ts';
import { type CandidateRunnable, type OnRow, onLockedRow } from './candidate-operation.ts';
import { accessOf, inviteOnly, openInvitation } from './open-invitation.ts';
import { sessionAfterStart } from './session.ts';
import { recordSeen } from './ticket.ts';
import { requireOpen } from './wire-access.ts';

/** Whether the attempt may start now, or goes on. */
const acceptStart = async ({ assay, tx, row, now }: OnRow) => {
  const opened = await openInvitation(tx, row);
  let windowEnd: number | null = null;
  if (row.status === 'Pending' || row.status === 'Reset') {
    // Resetting is deliberate, so a reset invitation starts although its link is invite-only now.
    if (row.status === 'Pending' && row.origin === 'link' && opened.link?.invite_candidate_only === 1) return inviteOnly;
    const open = requireOpen(accessOf(opened, now));
    if (!open.ok) return open;
    windowEnd = open.value;
  }
  const { answerGraceMs: graceMs } = assay.timings;
  const event = decide(stateOf(row), { type: 'start', now, graceMs, durationMinutes: opened.test.duration, windowEnd });
  return event.ok ? ok({ opened, event: event.value }) : event;
};

const start = onLockedRow(
  takeOperations.startAttempt,
  { lock: 'exclusive', accept: acceptStart },
  async ({ assay, tx, row, now, accepted: { opened, event } }, { body: { sessionId } }) => {
    const session_id = sessionAfterStart(row, sessionId);
    if (event.type === 'attempt.started') {
      const room = await admitCandidate(tx, row.account_id, now);
      if (!room.ok) return room;
      const also = { version: opened.test.version, session_id };
      if (!(await apply(tx, row, event, now, also))) return changedMeanwhile;
    } else if (session_id !== row.session_id) {
      if (!(await invitations.update(tx, row, { session_id }))) return changedMeanwhile;
      if (row.session_id !== null && (await reserveRecords(tx, row, { kind: 'takeovers', amount: 1, now })) > 0)
        await record(tx, row, now, { type: 'attempt.taken-over' });
    }
    await recordSeen({ assay, tx, row, now });
    const started = await invitations.find(tx, { accountId: row.account_id, invitationId: row.invitation_id });
    return started === undefined ? changedMeanwhile : ok(await attemptState(assay, tx, { ...opened, row: started }, now));
  },
);

type Start = CandidateRunnable<typeof takeOperations.startAttempt, AttemptState>;

/**
 * Pending → In progress. Fixes the deadline and the version of the test. A running attempt is returned unchanged, also after its
 * link was closed or deactivated; from then on only this client may save.
 */
export const startAttempt: Start = Object.assign(
  async (call: Parameters<Start>[0]) => {
    const started = await start(call);
    return started.ok ? ok(await renderedState(call.candidate.assay, started.value)) : started;
  },
  { contract: takeOperations.startAttempt },
);
