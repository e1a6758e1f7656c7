import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { addRunnerMetrics } from './runner-metrics.ts';

it('the metrics of programs are those of the runner whenever they are read', async () => {
  const registry = new Registry();
  const none = {
    'queue-full': 0,
    'account-limit': 0,
    'attempt-limit': 0,
    'not-offered': 0,
    untested: 0,
    invalid: 0,
    closed: 0,
    aborted: 1,
  };
  const runs = {
    ...{ ended: 4, 'compile-error': 0, 'runtime-error': 0, 'time-limit-exceeded': 2 },
    ...{ 'memory-limit-exceeded': 0, 'output-limit-exceeded': 0, 'not-run': 0 },
  };
  let programs = 0;
  addRunnerMetrics(registry, {
    metrics: () => ({
      counters: {
        programs,
        refused: none,
        runs,
        runSeconds: 1.5,
        waitSeconds: 0,
        childStarts: 1,
        childDeaths: 0,
        threadsReplaced: 2,
      },
      gauges: { waiting: 3, running: 1, accountsWaiting: 1, size: 1, sizeOfOthers: 1, untested: 4 },
    }),
  });
  expect(await registry.metrics()).toContain('assay_runner_programs_total 0');
  programs = 6;
  expect(await registry.metrics()).toContain('assay_runner_programs_total 6');
  programs = 7;
  const text = await registry.metrics();
  for (const line of [
    'assay_runner_programs_total 7',
    'assay_runner_runs_total{end="time-limit-exceeded"} 2',
    'assay_runner_refusals_total{reason="aborted"} 1',
    'assay_runner_run_seconds_total 1.5',
    'assay_runner_threads_replaced_total 2',
    'assay_runner_programs_waiting 3',
    'assay_runner_programs_untested 4',
    'assay_runner_size 1',
  ])
    expect(text.split('\n')).toContain(line);
});
