import { ok, takeOperations } from '@assay/domain';
import { record } from '../support/invitation-state.ts';
import { reserveRecords } from '../support/recording.ts';
import { acceptRunning, candidateWrite } from './candidate-operation.ts';

/** Records the state of the webcam in the timeline. A denied or lost camera never ends the test. */
export const recordCamera = candidateWrite(
  takeOperations.recordCamera,
  { lock: 'shared', accept: acceptRunning },
  async ({ tx, row, now }, { body }) => {
    const recorded = (await reserveRecords(tx, row, { kind: 'cameraStates', amount: 1, now })) > 0;
    if (recorded) await record(tx, row, now, { type: `camera.${body.state}`, attempt: row.attempt });
    return ok({ recorded });
  },
);
