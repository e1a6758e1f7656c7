import { randomUUID } from 'node:crypto';
import { decide, ok, placeEvent, takeOperations } from '@assay/domain';
import { windowEvents } from '@assay/store';
import { stateOf } from '../support/invitation-state.ts';
import { candidateWrite } from './candidate-operation.ts';

/** No candidate leaves the window this often; a script that reports more is not stored without end. */
const mostEvents = 20_000;

/** Records that the candidate left the test window or returned, by the server's time. A repeated event id is dropped. */
export const recordEvents = candidateWrite(takeOperations.recordEvents, 'shared', async ({ tx, row }, { body: { events, sentAt } }) => {
  const { account_id, invitation_id, attempt } = row;
  const state = stateOf(row);
  const event = decide(state, { type: 'recordEvents' });
  if (!event.ok) return event;
  const serverTime = await tx.now();
  const startedAt = state.status === 'In progress' ? state.startedAt : serverTime;
  const before = await windowEvents.count(tx, { accountId: account_id, invitationId: invitation_id, attempt });
  if (before + events.length > mostEvents) return ok({ recorded: 0 });
  const recorded = await windowEvents.insertNew(
    tx,
    events.map(({ eventId, type, at }) => ({
      account_id,
      invitation_id,
      attempt,
      event_id: eventId ?? randomUUID(),
      type,
      at: placeEvent({ at, sentAt, serverTime, startedAt }),
    })),
  );
  return ok({ recorded });
});
