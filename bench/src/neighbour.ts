// The neighbour of `neighbours.ts`, in a thread of its own so that the load does not hold it up.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Neighbour } from './neighbour-case.ts';

type Data = { readonly neighbour: Neighbour; readonly headers: Record<string, string> };

const { neighbour, headers } = workerData as Data;
const { urls, body, isKeyed = false, atOnce = 1, every = 0 } = neighbour;
let [sent, answered, faults, longest] = [0, 0, 0, 0];
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());

const send = async (): Promise<void> => {
  const url = urls[sent % urls.length] ?? '';
  sent += 1;
  const from = performance.now();
  const response = await fetch(url, {
    headers: { ...headers, 'content-type': 'application/json', ...(isKeyed ? { 'idempotency-key': randomUUID() } : {}) },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  for await (const _ of response.body ?? []);
  longest = Math.max(longest, performance.now() - from);
  if (response.status >= 500) faults += 1;
  else if (!response.ok) throw new Error(`${url}: ${response.status}`);
  answered += 1;
};

while (!stopping.signal.aborted) {
  const rest = pause(every, undefined, { signal: stopping.signal }).catch(() => undefined);
  await Promise.all(Array.from({ length: atOnce }, send));
  await rest;
}
parentPort?.postMessage({ answered, faults, longest });
