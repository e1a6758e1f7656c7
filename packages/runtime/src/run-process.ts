import { type Config, ConfigError, readConfig } from './config.ts';
import { describeError } from './describe-error.ts';
import { explainStart } from './explain-start.ts';
import { type Log, openLog } from './log/index.ts';

type Running = { readonly stop: () => Promise<void> };

const stopOnSignal = (running: Running, log: Log): void => {
  let stopping = false;
  const stop = (): void => {
    // A second signal exits at once. Nothing is lost: everything acknowledged is committed.
    if (stopping) process.exit(1);
    stopping = true;
    const exit = async (code: 0 | 1): Promise<void> => {
      await log.end();
      process.exit(code);
    };
    running.stop().then(
      () => exit(0),
      (error: unknown) => {
        log.logger.error({ err: describeError(error) }, 'stopping failed');
        return exit(1);
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
export const runProcess = async (name: string, start: (config: Config, log: Log) => Promise<Running>): Promise<void> => {
  const fail = (reason: string, exitCode: 1 | 2): void => {
    process.stderr.write(`${name} cannot start${reason}\n`);
    process.exit(exitCode);
  };
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    const log = openLog(config.ASSAY_LOG_LEVEL);
    stopOnSignal(await start(config, log), log);
  } catch (error) {
    if (error instanceof ConfigError) return fail(`: the environment is wrong.\n${error.message}`, 2);
    const reason = config === undefined ? undefined : explainStart(error, config);
    if (reason !== undefined) return fail(`: ${reason}`, 1);
    fail(`.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, 1);
  }
};
