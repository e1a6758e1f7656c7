import { parentPort, workerData } from 'node:worker_threads';
import { type Niceness, runInBackground } from '../background.ts';
import type { RenderJob } from './render-job.ts';
import { renderShared } from './render-version.ts';

/** `at`: section and question, for who watches. */
export type RenderThreadData = { readonly at: Int32Array; readonly niceness: Niceness };

const { at, niceness }: RenderThreadData = workerData;
runInBackground(niceness);

parentPort?.on('message', (job: RenderJob) => {
  parentPort?.postMessage(renderShared(job, { onQuestion: (section, question) => at.set([section, question]) }));
});
