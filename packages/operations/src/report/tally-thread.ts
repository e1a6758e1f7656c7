import { parentPort, workerData } from 'node:worker_threads';
import type { TestTally } from '@assay/domain';
import { type StoredAttempt, tallyAttempt } from './tally-attempt.ts';

/** Attempts are added, and answered with null; null asks for the tally. */
export type TallyMessage = readonly StoredAttempt[] | null;

const tally: TestTally = workerData;

parentPort?.on('message', (attempts: TallyMessage) => {
  for (const attempt of attempts ?? []) tallyAttempt(tally, attempt);
  parentPort?.postMessage(attempts === null ? tally : null);
});
