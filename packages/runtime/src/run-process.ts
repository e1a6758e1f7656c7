import { BackupError, MigrationError } from '@assay/store';
import type { Logger } from 'pino';
import { type Config, ConfigError, readConfig } from './config.ts';
import { describeError } from './describe-error.ts';
import { makeLogger } from './make-logger.ts';

type Running = { readonly stop: () => Promise<void> };

const explain = (error: unknown): string => {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'The port is in use: set ASSAY_PORT to another one (a worker: ASSAY_WORKER_PORT), or stop what listens there.';
  // The operator mends it; where in the program it was noticed says nothing.
  if (error instanceof BackupError || error instanceof MigrationError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

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
  try {
    const config = readConfig(process.env);
    const logger = makeLogger(config.ASSAY_LOG_LEVEL);
    stopOnSignal(await start(config, logger), logger);
  } catch (error) {
    const wrongEnvironment = error instanceof ConfigError;
    const reason = wrongEnvironment ? `the environment is wrong.\n${error.message}` : `\n${explain(error)}`;
    process.stderr.write(`${name} cannot start${wrongEnvironment ? ': ' : '.'}${reason}\n`);
    process.exit(wrongEnvironment ? 2 : 1);
  }
};
