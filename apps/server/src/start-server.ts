import { ApiKeyRefused, api, ensureFirstAccount, type FirstAccount } from '@assay/operations';
import { openHub } from '@assay/runner';
import { type Config, ConfigError, describeReadiness, type Log, openAssay, watchEventLoop } from '@assay/runtime';
import { addClockMetrics, addLogMetrics, addRunnerMetrics, makeOutbound, startWorker } from '@assay/worker';
import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import { buildApp } from './app.ts';
import { languagesInTime } from './languages-in-time.ts';
import { listenOn } from './listen-on.ts';
import { probePort } from './probe-port.ts';
import type { ImportedSample } from './samples.ts';

export type RunningServer = {
  readonly url: string;
  readonly dataLocation: string;
  readonly account: FirstAccount;
  readonly samples: readonly ImportedSample[];
  /** Which languages programs may be in, in a line of words. Never rejects. */
  readonly languages: Promise<string>;
  /** Stops accepting requests, waits for running ones and for the worker, and closes the database. */
  readonly stop: () => Promise<void>;
};

/** The tests that the banner shows: the imported samples at the first start, the newest tests later. */
const testsToTry = async (
  account: FirstAccount,
  samplesDirectory: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<readonly ImportedSample[]> => {
  if (account.created) {
    // Loaded here, because only the first start needs the YAML parser.
    const { importSamples } = await import('./samples.ts');
    return importSamples(account.context, samplesDirectory, (refused) => log.warn(refused, 'a sample test was not imported'));
  }
  const listed = await api.listTests({ ctx: account.context, input: { query: { page_size: '5' } } });
  return listed.ok ? listed.value.tests : [];
};

/** Files that the build puts beside the program. */
export type Built = {
  readonly samplesDirectory: string;
  readonly candidatePage: string;
  readonly largeBodyThread: URL;
  readonly tallyThread: URL;
  readonly renderThread: URL;
  readonly cleanThread: URL;
  readonly runnerChild: URL;
};

/** Starts the process: database, account, routes, worker. Listens only after everything before has succeeded. */
export const startServer = async (config: Config, built: Built, { logger: log, droppedLines }: Log): Promise<RunningServer> => {
  await probePort(config.ASSAY_PORT, config.ASSAY_HOST);
  const { outbound, prepareMails, close: closeOutbound } = makeOutbound(config);
  const { ASSAY_RUNNER_KEY: runnerKey } = config;
  // A server that has another one run its programs sends the key; it takes no runners of its own.
  const hub = runnerKey === undefined || config.ASSAY_RUNNER.kind === 'assay' ? undefined : openHub();
  const { assay, dataLocation, setPublicUrl, setWake, runner, close } = await openAssay(config, outbound, {
    ...{ log, hub, serves: true },
    runnerChild: built.runnerChild,
    tallyThread: built.tallyThread,
    renderThread: built.renderThread,
    cleanThread: built.cleanThread,
  });
  // It is ready by the time that the samples are imported and the banner is shown.
  const opening = runner.open();
  // Before an account is made: a start that fails would not show its API key.
  await prepareMails(assay);
  const account = await ensureFirstAccount({
    assay,
    settings: {
      name: config.ASSAY_ACCOUNT_NAME,
      email: config.ASSAY_ACCOUNT_EMAIL,
      timeZoneId: config.ASSAY_ACCOUNT_TIMEZONE,
      support: config.ASSAY_ACCOUNT_SUPPORT,
      privacy: config.ASSAY_ACCOUNT_PRIVACY,
      apiKey: config.ASSAY_API_KEY,
    },
  }).catch((error: unknown) => {
    throw error instanceof ApiKeyRefused ? new ConfigError(error.message) : error;
  });
  if (account.endedKey)
    log.warn(
      'ASSAY_API_KEY was revoked or rotated, or has expired: it opens nothing; set another key or none (`assay-server keys create` makes one)',
    );
  const samples = await testsToTry(account, built.samplesDirectory, log);

  const loop = watchEventLoop();
  const registry = new Registry();
  addLogMetrics(registry, droppedLines);
  addRunnerMetrics(registry, runner);
  addClockMetrics(registry, assay.store);
  const { ASSAY_V2_HTTP_STATUS: v2HttpStatus, ASSAY_TRUST_PROXY: trustProxy, ASSAY_METRICS_TOKEN: metricsToken } = config;
  const app = await buildApp({
    assay,
    v2HttpStatus,
    trustProxy,
    logger: log,
    registry,
    metricsToken,
    corsOrigins: config.ASSAY_CORS_ORIGINS,
    largeBodyThread: built.largeBodyThread,
    candidatePage: built.candidatePage,
    readiness: () => describeReadiness(assay, runner, loop),
    runnerRoutes: runnerKey === undefined || hub === undefined ? undefined : { key: runnerKey, hub },
  });
  const url = await listenOn(app, { port: config.ASSAY_PORT, host: config.ASSAY_HOST });
  // With port 0 the URL is known only after listening.
  if (config.ASSAY_PORT === 0 && config.ASSAY_PUBLIC_URL === undefined) setPublicUrl(url);

  const worker = config.ASSAY_WORKER === 'embedded' ? startWorker({ assay, log, registry }) : undefined;
  if (worker !== undefined) setWake(worker.wake);
  return {
    url: assay.publicUrl,
    dataLocation,
    account,
    samples,
    languages: languagesInTime(opening, config.ASSAY_RUNNER),
    stop: async () => {
      // Requests that wait for a program get their response: it was not run. What was being graded is graded later.
      await Promise.all([app.close(), worker?.stop(), runner.close()]);
      loop.close();
      await closeOutbound();
      await close();
    },
  };
};
