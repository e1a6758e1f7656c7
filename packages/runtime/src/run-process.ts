import type { Logger } from 'pino';
import { type Config, ConfigError, readConfig } from './config.ts';
import { describeError } from './describe-error.ts';
import { explainStart } from './explain-start.ts';
import { makeLogger } from './make-logger.ts';

type Running = { readonly stop: () => Promise<void> };

const stopOnSignal = (running: Running, logger: Logger): void => {
  let stopping = false;
  const stop = (): void => {
    // A second signal exits at once. Nothing is lost: everything acknowledged is committed.
    if (stopping) process.exit(1);
    stopping = true;
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: describeError(error) }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
};

/**
 * Runs a process until SIGINT or SIGTERM: environment, logger, `start`, stop. Exit codes: 0 stopped by a signal, 1 could not start,
 * 2 the environment is wrong.
 */
export const runProcess = async (name: string, start: (config: Config, logger: Logger) => Promise<Running>): Promise<void> => {
  const fail = (reason: string, exitCode: 1 | 2): void => {
    process.stderr.write(`${name} cannot start${reason}\n`);
    process.exit(exitCode);
  };
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    const logger = makeLogger(config.ASSAY_LOG_LEVEL);
    stopOnSignal(await start(config, logger), logger);
  } catch (error) {
    if (error instanceof ConfigError) return fail(`: the environment is wrong.\n${error.message}`, 2);
    const reason = config === undefined ? undefined : explainStart(error, config);
    if (reason !== undefined) return fail(`: ${reason}`, 1);
    fail(`.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, 1);
  }
};
