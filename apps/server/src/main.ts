#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { banner } from './banner.ts';
import { ConfigError, readConfig } from './config.ts';
import { describeError } from './plugins/describe-error.ts';
import { startServer } from './start-server.ts';

// The build copies them here, so that the published package has them too.
const samplesDirectory = fileURLToPath(new URL('samples', import.meta.url));

/** Exit codes: 0 stopped as asked, 1 could not start, 2 the environment is wrong. */
const main = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = pino({ level: config.ASSAY_LOG_LEVEL, redact: ['req.headers["x-api-key"]'] }, pino.destination(2));
  const server = await startServer(config, samplesDirectory, logger);
  console.log(banner(server));

  let stopping = false;
  const stop = (): void => {
    // A second signal means now: whatever was acknowledged is committed.
    if (stopping) process.exit(1);
    stopping = true;
    server.stop().then(
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

const explain = (error: unknown): string => {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'The port is in use: set ASSAY_PORT to another one, or stop what listens there.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

main().catch((error: unknown) => {
  if (error instanceof ConfigError) {
    console.error(`Assay cannot start: the environment is wrong.\n${error.message}`);
    process.exit(2);
  }
  console.error(`Assay cannot start.\n${explain(error)}`);
  process.exit(1);
});
