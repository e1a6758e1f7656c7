import { parentPort, workerData } from 'node:worker_threads';
import type { RenderJob } from './render-job.ts';
import { renderVersion } from './render-version.ts';

/** Section and question, for who watches. */
const at: Int32Array = workerData;

parentPort?.on('message', (job: RenderJob) => {
  parentPort?.postMessage(renderVersion(job, { onQuestion: (section, question) => at.set([section, question]) }));
});
