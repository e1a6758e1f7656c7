#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runProcess } from '@assay/runtime';
import { banner } from './banner.ts';
import { startServer } from './start-server.ts';

// The build copies them here, so that the published package has them too.
const samplesDirectory = fileURLToPath(new URL('samples', import.meta.url));

const args = process.argv.slice(2);
if (args.length > 0) {
  const { runOperatorCommand } = await import('./operator/commands.ts');
  process.exitCode = await runOperatorCommand(args);
} else {
  await runProcess('Assay', async (config, logger) => {
    const server = await startServer(config, samplesDirectory, logger);
    console.log(banner(server));
    return server;
  });
}
