// What one client's requests cost everybody else: their requests alone against those beside it, in alternation; on SQLite, and on
// PostgreSQL where it is installed. `pnpm bench:neighbours [seconds [connections [case]]]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { findPostgres } from '@assay/testing';
import { type Measured, measure } from './load.ts';
import type { Case, Cases, Neighbour } from './neighbour-case.ts';
import { onSqlite } from './neighbour-cases.ts';
import { onPostgres } from './postgres-neighbour-cases.ts';
import { headers } from './workload.ts';

const seconds = Number(process.argv[2] ?? 4);
const connections = Number(process.argv[3] ?? 64);
const only = process.argv[4] ?? '';
const rounds = 5;
/** Everybody else waits at most this many times longer. */
const goal = 2;

type Outcome = { readonly answered: number; readonly faults: number; readonly longest: number };

const startNeighbour = (neighbour: Neighbour) => {
  const worker = new Worker(new URL('neighbour.ts', import.meta.url), { workerData: { neighbour, headers } });
  worker.on('error', (error) => {
    throw error;
  });
  return (): Promise<Outcome> => {
    const outcome = new Promise<Outcome>((resolve) => worker.once('message', resolve));
    worker.postMessage('stop');
    return outcome;
  };
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const compare = async <Seeded>(seeded: Seeded, one: Case<Seeded>): Promise<void> => {
  const others = one.others(seeded);
  const measureAll = () =>
    Promise.all(others.map(({ load, of }) => measure(load, { connections: Math.ceil(connections / others.length), seconds, of })));
  await measureAll();
  const alone: Measured[][] = [];
  const beside: Measured[][] = [];
  const outcomes: Outcome[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await measureAll());
    const release = await one.hold?.(seeded);
    const stop = startNeighbour(one.neighbour(seeded));
    beside.push(await measureAll());
    const outcome = stop();
    await release?.();
    outcomes.push(await outcome);
  }
  const answered = outcomes.reduce((sum, outcome) => sum + outcome.answered, 0);
  const faults = outcomes.reduce((sum, outcome) => sum + outcome.faults, 0);
  const longest = median(outcomes.map((outcome) => outcome.longest));
  console.log(
    `${one.name}: ${(answered / (rounds * seconds)).toFixed(1)} of the neighbour's per second, ${faults} × 5xx, longest ${longest.toFixed(0)} ms`,
  );
  for (const [index, { name }] of others.entries()) {
    const of = (all: readonly Measured[][], figure: 'milliseconds' | 'p50' | 'p99') =>
      median(all.map((each) => each[index]?.[figure] ?? 0));
    const ratio = of(beside, 'milliseconds') / of(alone, 'milliseconds');
    console.log(
      `  ${name.padEnd(14)} mean ${of(alone, 'milliseconds').toFixed(2)} → ${of(beside, 'milliseconds').toFixed(2)} ms  ratio ${ratio.toFixed(2)}` +
        `  p50 ${of(alone, 'p50')} → ${of(beside, 'p50')} ms  p99 ${of(alone, 'p99')} → ${of(beside, 'p99')} ms  ${ratio <= goal ? 'OK' : 'over'}`,
    );
  }
};

const compareAll = async <Seeded>({ cases, open }: Cases<Seeded>): Promise<void> => {
  const wanted = cases.filter(({ name }) => name.includes(only));
  if (wanted.length === 0) return;
  const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  try {
    const { seeded, close } = await open(directory);
    for (const one of wanted) await compare(seeded, one);
    await close();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

await compareAll(onSqlite);
if (findPostgres() === undefined) console.log('PostgreSQL is not installed: its cases are left out');
else await compareAll(onPostgres);
