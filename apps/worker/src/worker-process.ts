import { describeReadiness, openAssay, runProcess } from '@assay/runtime';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { addClockMetrics } from './clock-metrics.ts';
import { serveHealth } from './health.ts';
import { addLogMetrics } from './log-metrics.ts';
import { makeOutbound } from './outbound.ts';
import { addRunnerMetrics } from './runner-metrics.ts';
import { startWorker } from './worker.ts';

/** @param runnerChild the program of the processes that run candidates' programs */
export const runWorker = (runnerChild: URL): Promise<void> =>
  runProcess('The worker', async (config, { logger: log, droppedLines }) => {
    const sending = makeOutbound(config);
    const options = { log, serves: true, runnerChild };
    const { assay, dataLocation, setWake, runner, close } = await openAssay(config, sending.outbound, options);
    await sending.prepareMails(assay);
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    addLogMetrics(registry, droppedLines);
    addRunnerMetrics(registry, runner);
    addClockMetrics(registry, assay.store);
    const worker = startWorker({ assay, log, registry });
    setWake(worker.wake);
    const health = await serveHealth({
      assay,
      registry,
      readiness: () => describeReadiness(assay, runner),
      metricsToken: config.ASSAY_METRICS_TOKEN,
      port: config.ASSAY_WORKER_PORT,
      host: config.ASSAY_HOST,
    });
    log.info({ health: health.url, data: dataLocation }, 'the worker runs; SIGTERM stops it');
    return {
      stop: async () => {
        await Promise.all([worker.stop(), health.close()]);
        await sending.close();
        await close();
        log.info('the worker has stopped');
      },
    };
  });
