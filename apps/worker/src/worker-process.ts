import { describeReadiness, openAssay, runProcess, watchEventLoop } from '@assay/runtime';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { addClockMetrics } from './clock-metrics.ts';
import { serveHealth } from './health.ts';
import { addLogMetrics } from './log-metrics.ts';
import { makeOutbound } from './outbound.ts';
import { addRunnerMetrics } from './runner-metrics.ts';
import { startWorker } from './worker.ts';

/** Files that the build puts beside the program: of the processes that run candidates' programs, and of the thread that renders tests. */
type Built = { readonly runnerChild: URL; readonly renderThread: URL };

export const runWorker = (built: Built): Promise<void> =>
  runProcess('The worker', async (config, { logger: log, droppedLines }) => {
    const sending = makeOutbound(config);
    const options = { log, serves: true, ...built };
    const { assay, dataLocation, setWake, runner, close } = await openAssay(config, sending.outbound, options);
    await sending.prepareMails(assay);
    const loop = watchEventLoop();
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
      readiness: () => describeReadiness(assay, runner, loop),
      metricsToken: config.ASSAY_METRICS_TOKEN,
      port: config.ASSAY_WORKER_PORT,
      host: config.ASSAY_HOST,
    });
    log.info({ health: health.url, data: dataLocation }, 'the worker runs; SIGTERM stops it');
    return {
      stop: async () => {
        await Promise.all([worker.stop(), health.close()]);
        loop.close();
        await sending.close();
        await close();
        log.info('the worker has stopped');
      },
    };
  });
