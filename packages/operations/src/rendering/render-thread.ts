import { parentPort, workerData } from 'node:worker_threads';
import type { RenderJob } from './render-job.ts';
import { renderShared } from './render-version.ts';

/** Section and question, for who watches. */
const at: Int32Array = workerData;

parentPort?.on('message', (job: RenderJob) => {
  parentPort?.postMessage(renderShared(job, { onQuestion: (section, question) => at.set([section, question]) }));
});
