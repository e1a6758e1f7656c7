import { CameraBody, decide, decodeBody, ok } from '@assay/domain';
import { invitations } from '@assay/store';
import type { Outcome } from '../support/context.ts';
import { record, stateOf } from '../support/invitation-state.ts';
import { type Candidate, checkGeneration, readToken } from './open-invitation.ts';

/** Records the state of the webcam in the timeline. A denied or lost camera never ends the test. */
export const recordCamera = async ({
  candidate,
  input,
}: {
  candidate: Candidate;
  input: { body: unknown };
}): Outcome<{ recorded: boolean }> => {
  const token = readToken(candidate);
  if (!token.ok) return token;
  const body = decodeBody(CameraBody, input.body);
  if (!body.ok) return body;
  return candidate.assay.store.write(async (tx) => {
    const row = checkGeneration(await invitations.lockShared(tx, token.value), token.value);
    if (!row.ok) return row;
    const event = decide(stateOf(row.value), { type: 'recordEvents' });
    if (!event.ok) return event;
    await record(tx, row.value, await tx.now(), { type: `camera.${body.value.state}`, attempt: row.value.attempt });
    return ok({ recorded: true });
  });
};
