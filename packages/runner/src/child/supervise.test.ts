import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { Run } from '../program.ts';
import { stdio } from '../testing/run-one.ts';
import { supervise } from './supervise.ts';
import type { Thread } from './threads.ts';

const writing = (file: string) => `
  const { parentPort } = require('node:worker_threads');
  parentPort.once('message', async ({ output }) => {
    const { boundedOutput } = await import(${JSON.stringify(file)});
    parentPort.postMessage({ kind: 'running', index: 0, cpu: 0 });
    const written = boundedOutput(100, output, 0);
    written.write(1, Buffer.from('seen €').subarray(0, 7));
    written.write(2, Buffer.from('why'));
    process.exit(1);
  });`;

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

test('what a task had written is reported when its thread dies twice, and a character that was cut is left out', async () => {
  const file = new URL('../engines/bounded-output.ts', import.meta.url).href;
  const threads = {
    take: async () => ({ engine: 'x', worker: new Worker(writing(file), { eval: true }), id: null }),
    lower: () => undefined,
    give: () => expect.unreachable(),
  };
  const program = { language: 'ruby', source: '', tasks: [stdio(), stdio()], limits: { seconds: 60, memory: 1, output: 100 } } as const;
  const runs: Run[] = [];
  await supervise(
    threads,
    { engine: 'x', program, stuck: { stuckSeconds: 600, slowest: 100 } },
    (_index, run) => runs.push(run),
    () => undefined,
    new AbortController().signal,
  );
  expect(runs).toMatchObject([
    { end: 'not-run', stdout: 'seen ', stderr: 'why\nthe engine died\n' },
    { end: 'not-run', stdout: '', stderr: 'the engine died\n' },
  ]);
});
