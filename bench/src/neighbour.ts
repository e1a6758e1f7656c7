// The neighbour of `neighbours.ts`, in a thread of its own so that the load does not hold it up.
import { parentPort, workerData } from 'node:worker_threads';

const { urls, headers } = workerData as { urls: readonly string[]; headers: Record<string, string> };
let answered = 0;
let stopped = false;
const stopping = new AbortController();
parentPort?.once('message', () => {
  stopped = true;
  stopping.abort();
});
for (let index = 0; !stopped; index += 1) {
  try {
    const response = await fetch(urls[index % urls.length] ?? '', { headers, signal: stopping.signal });
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    for await (const _ of response.body ?? []);
    answered += 1;
  } catch (error) {
    if (!stopped) throw error;
  }
}
parentPort?.postMessage(answered);
