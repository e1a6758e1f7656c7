#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Beside the program: whoever may write there may change the program too, which a directory under /tmp would not ensure. Where it
// cannot be written there is no cache and a start takes longer.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

// The build copies them here, so that the published package has them too.
const samplesDirectory = fileURLToPath(new URL('samples', import.meta.url));

const args = process.argv.slice(2);
if (args.length > 0) {
  const { runOperatorCommand } = await import('./operator/commands.ts');
  process.exitCode = await runOperatorCommand(args);
} else {
  const { runProcess } = await import('@assay/runtime');
  await runProcess('Assay', async (config, logger) => {
    // Loaded only now: a command and a wrong environment need none of it.
    const [{ banner }, { startServer }] = await Promise.all([import('./banner.ts'), import('./start-server.ts')]);
    const server = await startServer(config, samplesDirectory, logger);
    console.log(banner(server));
    return server;
  });
}
