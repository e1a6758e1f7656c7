import { parentPort, workerData } from 'node:worker_threads';
import type { TestTally } from '@assay/domain';
import { runInBackground } from '../background.ts';
import { type Batch, makeTallier } from './tally-attempt.ts';

/** Attempts are added, and answered with null; null asks for the tally. */
export type TallyMessage = Batch | null;

runInBackground('long');
const tally: TestTally = workerData;
const add = makeTallier(tally);

parentPort?.on('message', (batch: TallyMessage) => {
  if (batch !== null) add(batch);
  parentPort?.postMessage(batch === null ? tally : null);
});
