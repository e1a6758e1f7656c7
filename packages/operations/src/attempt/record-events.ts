import { randomUUID } from 'node:crypto';
import { decide, decodeBody, EventsBody, ok, placeEvent } from '@assay/domain';
import { invitations, windowEvents } from '@assay/store';
import type { Outcome } from '../support/context.ts';
import { stateOf } from '../support/invitation-state.ts';
import { type Candidate, checkGeneration, readToken } from './open-invitation.ts';

/** No candidate leaves the window this often; a script that reports more is not stored without end. */
const mostEvents = 20_000;

/** Records that the candidate left the test window or returned, by the server's time. A repeated event id is dropped. */
export const recordEvents = async ({
  candidate,
  input,
}: {
  candidate: Candidate;
  input: { body: unknown };
}): Outcome<{ recorded: number }> => {
  const token = readToken(candidate);
  if (!token.ok) return token;
  const body = decodeBody(EventsBody, input.body);
  if (!body.ok) return body;
  const { events, sentAt } = body.value;
  return candidate.assay.store.write(async (tx) => {
    const serverTime = await tx.now();
    const row = checkGeneration(await invitations.lockShared(tx, token.value), token.value);
    if (!row.ok) return row;
    const { account_id, invitation_id, attempt } = row.value;
    const state = stateOf(row.value);
    const event = decide(state, { type: 'recordEvents' });
    if (!event.ok) return event;
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
};
