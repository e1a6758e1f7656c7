import { randomUUID } from 'node:crypto';
import { ok, placeEvent, takeOperations } from '@assay/domain';
import { recordings, windowEvents } from '@assay/store';
import { reserveRecords } from '../support/recording.ts';
import { acceptRunning, candidateWrite } from './candidate-operation.ts';
import { checkSession } from './session.ts';

/** Records that the candidate left the test window or returned, by the server's time. A repeated event id is dropped. */
export const recordEvents = candidateWrite(
  takeOperations.recordEvents,
  { lock: 'shared', accept: acceptRunning },
  async ({ tx, row, now: serverTime }, { body: { events, sentAt, sessionId } }) => {
    const session = checkSession(row, sessionId);
    if (!session.ok) return session;
    const { account_id, invitation_id, attempt } = row;
    const startedAt = row.started_at ?? serverTime;
    const granted = await reserveRecords(tx, row, { kind: 'windowEvents', amount: events.length, now: serverTime });
    if (granted === 0) return ok({ recorded: 0 });
    const recorded = await windowEvents.insertNew(
      tx,
      events.slice(0, granted).map(({ eventId, type, at }) => ({
        account_id,
        invitation_id,
        attempt,
        event_id: eventId ?? randomUUID(),
        type,
        at: placeEvent({ at, sentAt, serverTime, startedAt }),
      })),
    );
    const key = { accountId: account_id, invitationId: invitation_id, attempt };
    // A page that was offline sends events again; they are not counted a second time.
    if (recorded < granted) await recordings.giveBack(tx, { ...key, kind: 'windowEvents', amount: granted - recorded });
    return ok({ recorded });
  },
);
