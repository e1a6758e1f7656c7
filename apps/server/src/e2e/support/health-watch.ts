import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// A thread of its own: the test that makes the load would measure its own pauses.
const times: number[] = [];
let watching = true;
parentPort?.once('message', () => {
  watching = false;
});
while (watching) {
  const start = performance.now();
  await (await fetch(`${workerData}/healthz`)).arrayBuffer();
  times.push(performance.now() - start);
  await pause(10);
}
parentPort?.postMessage(times.sort((one, other) => one - other));
