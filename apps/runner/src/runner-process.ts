import { openRunnerFrom, workForServer } from '@assay/runner';
import { openLog } from '@assay/runtime/log';
import { readEnvironment } from './environment.ts';

const quit = (code: number, message: string): never => {
  process.stderr.write(`The runner cannot start: ${message}\n`);
  process.exit(code);
};

/**
 * Claims programs of a server and runs them here, until SIGINT or SIGTERM: what is not finished then is given back. Exit codes: 0 stopped
 * by a signal, 1 could not start, 2 the environment is wrong.
 */
export const runRunner = async (files: { readonly child: URL; readonly assets: URL }): Promise<void> => {
  const environment = readEnvironment(process.env);
  if ('wrong' in environment) return quit(2, `the environment is wrong.\n${environment.wrong.join('\n')}`);
  const { url, key, setting, logLevel } = environment;
  const { logger: log, end } = openLog(logLevel);

  const stopping = new AbortController();
  const stop = (): void => {
    // A second signal exits at once: the lease of what runs ends, and another runner has it.
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  // The server's queue has the limits; a program that comes again at once may meet the end of the one before.
  const limits = { waiting: Number.POSITIVE_INFINITY, perAccount: Number.POSITIVE_INFINITY, perAttempt: Number.POSITIVE_INFINITY };
  const runner = await openRunnerFrom(setting, { ...files, limits });
  for (const { engine, refusal, warnings } of await runner.settled) {
    if (refusal !== null) log.warn({ engine }, refusal);
    for (const warning of warnings) log.warn({ engine }, warning);
  }
  const offers = runner.offers();
  if (offers.length === 0) return quit(1, 'no engine works on this machine; the log says why');
  const { size } = runner.metrics().gauges;
  log.info(
    { size, languages: offers.map(({ language, version, engine }) => `${language} (${engine} ${version})`) },
    'the runner is ready; SIGTERM stops it',
  );
  await workForServer({ url, key, runner, signal: stopping.signal, log: (message) => log.info(message) });
  await runner.close();
  log.info('the runner has stopped');
  await end();
  process.exit(0);
};
