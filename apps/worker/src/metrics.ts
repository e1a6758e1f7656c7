import { deliveryKinds, deliveryOutcomes } from '@assay/domain';
import {
  type Assay,
  countWaitingDeliveries,
  countWaitingGradings,
  type GradingOutcome,
  gradingOutcomes,
  mostCounted,
} from '@assay/operations';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptSummary } from './delivery/deliverer.ts';
import { kept } from './kept.ts';
import { addQuotaMetrics } from './quota-metrics.ts';

/** The worker's part of `/metrics`. Every series exists from the start: an alert does not see the first event of one that begins with it. */
export const makeWorkerMetrics = (registry: Registry, assay: Assay, loops: readonly string[]) => {
  const registers = [registry];
  const runs = new Counter({ name: 'assay_loop_runs_total', help: 'Runs of a loop', labelNames: ['loop', 'outcome'] as const, registers });
  const failing = new Gauge({
    name: 'assay_loop_failures',
    help: 'Failures of a loop since it last succeeded; above 0 it is backing off',
    labelNames: ['loop'] as const,
    registers,
  });
  const reports = new Counter({
    name: 'assay_report_generations_total',
    help: 'Report generations, by outcome',
    labelNames: ['outcome'] as const,
    registers,
  });
  const freed = new Counter({
    name: 'assay_reports_freed_total',
    help: 'Reports that were found to wait for nothing, and were freed',
    registers,
  });
  const deliveries = new Histogram({
    name: 'assay_delivery_seconds',
    help: 'Attempts to deliver callbacks and emails, and the time they took',
    labelNames: ['kind', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  // When the database fails, an operator needs the other metrics most.
  const countWaiting = kept(() => countWaitingDeliveries({ assay }).catch(() => []));
  new Gauge({
    name: 'assay_deliveries_pending',
    help: `Deliveries of all processes that are due or wait for a retry; ${mostCounted} stands for so many or more`,
    labelNames: ['kind'] as const,
    registers,
    async collect() {
      const waiting = await countWaiting();
      this.reset();
      for (const { kind, count } of waiting) this.set({ kind }, count);
    },
  });
  addQuotaMetrics(registry, assay);
  const gradings = new Counter({
    name: 'assay_gradings_total',
    help: "Runs of a submission on all cases of its question, by outcome: postponed found the runner's queue full; untested found the engine in its self-test; lost is another worker's, or this one stopped",
    labelNames: ['outcome'] as const,
    registers,
  });
  const countUngraded = kept(() => countWaitingGradings({ assay }).catch(() => undefined));
  new Gauge({
    name: 'assay_gradings_waiting',
    help: `Submissions of all processes that are not graded; ${mostCounted} stands for so many or more`,
    registers,
    async collect() {
      const waiting = await countUngraded();
      this.remove();
      if (waiting !== undefined) this.set(waiting);
    },
  });
  for (const loop of loops) {
    for (const outcome of ['ok', 'failed']) runs.inc({ loop, outcome }, 0);
    failing.set({ loop }, 0);
  }
  for (const outcome of ['claimed', 'failed']) reports.inc({ outcome }, 0);
  for (const kind of deliveryKinds) for (const outcome of deliveryOutcomes) deliveries.zero({ kind, outcome });
  for (const outcome of gradingOutcomes) gradings.inc({ outcome }, 0);
  return {
    loopSucceeded: (loop: string): void => {
      runs.inc({ loop, outcome: 'ok' });
      failing.set({ loop }, 0);
    },
    loopFailed: (loop: string, failures: number): void => {
      runs.inc({ loop, outcome: 'failed' });
      failing.set({ loop }, failures);
    },
    countReportFailure: (): void => reports.inc({ outcome: 'failed' }),
    countReports: (claimed: number): void => reports.inc({ outcome: 'claimed' }, claimed),
    countFreed: (reports: number): void => freed.inc(reports),
    countGrading: (outcome: GradingOutcome): void => gradings.inc({ outcome }),
    countDelivery: ({ kind, outcome, durationMilliseconds }: AttemptSummary): void =>
      deliveries.observe({ kind, outcome }, durationMilliseconds / 1000),
  };
};
