import type { OpenedRunner } from '@assay/runtime';
import { Counter, Gauge, type Registry } from 'prom-client';

type Metrics = ReturnType<OpenedRunner['metrics']>;
type Series = readonly (readonly [Readonly<Record<string, string>>, number])[];

const each = (label: string, values: Readonly<Record<string, number>>): Series =>
  Object.entries(values).map(([key, value]) => [{ [label]: key }, value]);
const one = (value: number): Series => [[{}, value]];

/** The runner counts by itself: each value is read when somebody reads `/metrics`. */
const counters: readonly (readonly [name: string, help: string, label: string | undefined, read: (metrics: Metrics) => Series])[] = [
  ['assay_runner_programs_total', 'Programs accepted to be run', undefined, ({ counters }) => one(counters.programs)],
  ['assay_runner_refusals_total', 'Programs refused, by reason', 'reason', ({ counters }) => each('reason', counters.refused)],
  ['assay_runner_runs_total', 'Runs of programs, by how they ended', 'end', ({ counters }) => each('end', counters.runs)],
  ['assay_runner_run_seconds_total', 'Processor time of runs', undefined, ({ counters }) => one(counters.runSeconds)],
  [
    'assay_runner_wait_seconds_total',
    'Time that programs waited for their first run',
    undefined,
    ({ counters }) => one(counters.waitSeconds),
  ],
  ['assay_runner_child_starts_total', 'Child processes started', undefined, ({ counters }) => one(counters.childStarts)],
  ['assay_runner_child_deaths_total', 'Child processes that died', undefined, ({ counters }) => one(counters.childDeaths)],
  [
    'assay_runner_threads_replaced_total',
    'Threads replaced, most after a time limit',
    undefined,
    ({ counters }) => one(counters.threadsReplaced),
  ],
];

const gauges: readonly (readonly [name: string, help: string, read: (metrics: Metrics) => number])[] = [
  ['assay_runner_programs_waiting', 'Programs that wait', ({ gauges }) => gauges.waiting],
  ['assay_runner_programs_running', 'Programs that run', ({ gauges }) => gauges.running],
  ['assay_runner_accounts_waiting', 'Accounts whose programs wait', ({ gauges }) => gauges.accountsWaiting],
  ['assay_runner_programs_untested', 'Programs that wait for the self-test of their engine', ({ gauges }) => gauges.untested],
  ['assay_runner_size', 'Programs that can run at the same time', ({ gauges }) => gauges.size],
];

/** The part of `/metrics` that tells of candidates' programs. */
export const addRunnerMetrics = (registry: Registry, runner: Pick<OpenedRunner, 'metrics'>): void => {
  const registers = [registry];
  for (const [name, help, label, read] of counters)
    new Counter({
      ...{ name, help, registers },
      labelNames: label === undefined ? [] : [label],
      collect() {
        this.reset();
        for (const [labels, value] of read(runner.metrics())) this.inc(labels, value);
      },
    });
  for (const [name, help, read] of gauges)
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read(runner.metrics()));
      },
    });
};
