import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { Run } from '../program.ts';
import { stdio } from '../testing/run-one.ts';
import { supervise } from './supervise.ts';
import type { Thread } from './threads.ts';

const spinning = `
  const { parentPort } = require('node:worker_threads');
  parentPort.once('message', () => {
    parentPort.postMessage({ kind: 'running', index: 0, cpu: 0 });
    for (;;);
  });`;

test('a time limit holds although a thread once does not tell how much time it used', async () => {
  const worker = new Worker(spinning, { eval: true });
  const usage = worker.cpuUsage.bind(worker);
  let looks = 0;
  worker.cpuUsage = async () => {
    looks += 1;
    if (looks === 1) throw new Error('the thread does not tell');
    return usage();
  };
  const given: Thread[] = [];
  const threads = {
    take: async () => ({ engine: 'x', worker, id: null }),
    lower: () => undefined,
    give: (thread: Thread) => void given.push(thread),
  };
  const program = { language: 'ruby', source: '', tasks: [stdio()], limits: { seconds: 0.05, memory: 1, output: 1 } } as const;
  const runs: Run[] = [];
  await supervise(
    threads,
    { engine: 'x', program, stuck: { stuckSeconds: 600, slowest: 100 } },
    (_index, run) => runs.push(run),
    () => undefined,
    new AbortController().signal,
  );
  expect(runs).toMatchObject([{ end: 'time-limit-exceeded' }]);
  expect(looks).toBeGreaterThan(1);
  expect(given).toEqual([]);
});
