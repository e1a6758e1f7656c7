import { decide, ok, takeOperations } from '@assay/domain';
import { record, stateOf } from '../support/invitation-state.ts';
import { candidateWrite } from './candidate-operation.ts';

/** Records the state of the webcam in the timeline. A denied or lost camera never ends the test. */
export const recordCamera = candidateWrite(takeOperations.recordCamera, 'shared', async ({ tx, row }, { body }) => {
  const event = decide(stateOf(row), { type: 'recordEvents' });
  if (!event.ok) return event;
  await record(tx, row, await tx.now(), { type: `camera.${body.state}`, attempt: row.attempt });
  return ok({ recorded: true });
});
