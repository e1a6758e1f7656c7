import {
  type Assay,
  addRegrades,
  addToSearchIndex,
  closeOverdueAttempts,
  forgetAuditEntries,
  forgetIdempotencyKeys,
  forgetQuotaUses,
  forgetStagedTexts,
  freeReports,
  generateReports,
  type RenderWalk,
  renderVersions,
  sweepImages,
} from '@assay/operations';
import { describeError } from '@assay/runtime';
import type { BaseLogger } from 'pino';
import type { Registry } from 'prom-client';
import { Deliverer } from './delivery/deliverer.ts';
import { Grader } from './grading/grader.ts';
import { type Loop, startLoops } from './loops.ts';
import { makeWorkerMetrics } from './metrics.ts';
import { SubmitBurst } from './submit-burst.ts';

const hour = 60 * 60_000;

const loopNames = [
  'reports',
  'waiting-reports',
  'gradings',
  'overdue',
  'deliveries',
  'search',
  'rendering',
  'idempotency-keys',
  'audit',
  'quota-uses',
  'staged-texts',
  'images',
] as const;

type Options = { readonly assay: Assay; readonly log: Pick<BaseLogger, 'error' | 'warn' | 'debug'>; readonly registry: Registry };

export type Worker = {
  readonly wake: Assay['wake'];
  /** Starts nothing new, waits for what runs, and releases the leases of what takes too long. */
  readonly stop: () => Promise<void>;
};

/** Starts the loops. Any number of workers share a database. */
export const startWorker = ({ assay, log, registry }: Options): Worker => {
  const { timings } = assay;
  const metrics = makeWorkerMetrics(registry, assay, loopNames);
  const deliverer = new Deliverer({
    assay,
    onAttempt: (attempt) => {
      metrics.countDelivery(attempt);
      const { error, ...rest } = attempt;
      if (error === null) log.debug(rest, 'delivered');
      else log.warn({ ...rest, error }, 'a delivery could not be made');
    },
    onFault: ({ error, deliveryId }) => log.error({ err: describeError(error), deliveryId }, 'a delivery broke off'),
  });
  const grader = new Grader({
    assay,
    onOutcome: metrics.countGrading,
    onFailure: ({ error, ...ids }) => log.error({ err: describeError(error), ...ids }, 'a submission could not be graded'),
  });
  /** Where the next slice of the watch begins. */
  let after: Parameters<typeof freeReports>[0]['after'];
  let rendered: RenderWalk | undefined;
  const burst = new SubmitBurst();
  const waits = () => burst.left();
  const loops: (Loop & { readonly name: (typeof loopNames)[number] })[] = [
    {
      name: 'reports',
      every: timings.reportPollMs,
      waits,
      run: async () => {
        const claimed = await generateReports({
          assay,
          onFailure: ({ error, ...ids }) => {
            metrics.countReportFailure();
            log.error({ err: describeError(error), ...ids }, 'report generation failed');
          },
        });
        metrics.countReports(claimed);
        return claimed;
      },
    },
    {
      name: 'waiting-reports',
      every: timings.reportWatchMs,
      waits,
      run: async () => {
        const { freed, next } = await freeReports({ assay, after });
        after = next;
        metrics.countFreed(freed.length);
        for (const ids of freed) log.warn(ids, 'a report waited for nothing, and was freed');
        return next === undefined ? 0 : 1;
      },
    },
    { name: 'gradings', every: timings.gradingPollMs, waits, run: async () => (await addRegrades({ assay })) + (await grader.run()) },
    { name: 'overdue', every: timings.overduePollMs, run: () => closeOverdueAttempts({ assay }) },
    { name: 'deliveries', every: timings.deliveryPollMs, waits, run: () => deliverer.run() },
    { name: 'search', every: timings.searchPollMs, waits, run: () => addToSearchIndex({ assay }) },
    {
      name: 'rendering',
      every: hour,
      waits,
      run: async () => {
        const { next } = await renderVersions({ assay, after: rendered });
        rendered = next;
        return next === undefined ? 0 : 1;
      },
    },
    { name: 'idempotency-keys', every: hour, run: () => forgetIdempotencyKeys({ assay }) },
    { name: 'audit', every: hour, run: () => forgetAuditEntries({ assay }) },
    { name: 'quota-uses', every: hour, run: () => forgetQuotaUses({ assay }) },
    { name: 'staged-texts', every: hour, run: () => forgetStagedTexts({ assay }) },
    {
      name: 'images',
      every: hour,
      run: async () => {
        const { accounts, removed } = await sweepImages({ assay });
        if (removed > 0) log.warn({ removed }, 'image files without a row, or rows without a file, were removed');
        return accounts;
      },
    },
  ];
  const running = startLoops(loops, log, metrics);
  return {
    wake: (loop) => {
      // Each completed attempt wakes them.
      if (loop === 'reports') burst.submitted();
      running.wake(loop);
    },
    stop: async () => {
      await running.stop();
      await grader.stop();
      await deliverer.drain(timings.drainMs);
    },
  };
};
