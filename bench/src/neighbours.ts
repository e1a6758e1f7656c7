// What one client's requests cost everybody else: GETs alone against GETs beside it, in alternation. `pnpm bench:neighbours [seconds [connections [case]]]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Load, type Measured, measure } from './load.ts';
import { type Case, cases, type Seeded, seed } from './neighbour-cases.ts';
import { type Started, start } from './processes.ts';
import { environmentOf, headers, serverOf } from './workload.ts';

const seconds = Number(process.argv[2] ?? 4);
const connections = Number(process.argv[3] ?? 64);
const only = process.argv[4] ?? '';
const rounds = 5;
/** Everybody else waits at most this many times longer. */
const goal = 2;

/** One client that sends a request as soon as the one before it is answered. */
const startNeighbour = (url: string, paths: readonly string[]) => {
  const worker = new Worker(new URL('neighbour.ts', import.meta.url), { workerData: { urls: paths.map((path) => url + path), headers } });
  worker.on('error', (error) => {
    throw error;
  });
  return async (): Promise<number> => {
    const answered = new Promise<number>((resolve) => worker.once('message', resolve));
    worker.postMessage('stop');
    return answered;
  };
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const compare = async (of: Started, { name, paths }: Case, load: Load): Promise<void> => {
  const run = { connections, seconds, of };
  const alone: Measured[] = [];
  const beside: Measured[] = [];
  let answered = 0;
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await measure(load, run));
    const stop = startNeighbour(of.url, paths);
    beside.push(await measure(load, run));
    answered += await stop();
  }
  const p50 = (all: readonly Measured[]): number => median(all.map((one) => one.milliseconds));
  const p99 = (all: readonly Measured[]): number => median(all.map((one) => one.p99));
  const ratio = p50(beside) / p50(alone);
  console.log(
    `${name.padEnd(52)} mean ${p50(alone).toFixed(2)} → ${p50(beside).toFixed(2)} ms  ratio ${ratio.toFixed(2)}  p99 ${p99(alone)} → ${p99(beside)} ms` +
      `  ${(answered / (rounds * seconds)).toFixed(1)} of the neighbour's per second  ${ratio <= goal ? 'OK' : 'over'}`,
  );
};

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const environment = environmentOf(directory);
try {
  await (await start(serverOf(), environment)).stop();
  const seeded: Seeded = await seed(join(directory, 'assay.db'));
  const of = await start(serverOf(), environment);
  const load: Load = { url: of.url, headers, next: () => ({ path: seeded.gets[Math.floor(Math.random() * seeded.gets.length)] ?? '/' }) };
  await measure(load, { connections, seconds: 2, of });
  for (const one of cases(seeded).filter(({ name }) => name.includes(only))) await compare(of, one, load);
  await of.stop();
} finally {
  await rm(directory, { recursive: true, force: true });
}
