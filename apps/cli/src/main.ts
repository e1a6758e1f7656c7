import { printFailure, run } from './program.ts';
import type { Context } from './support/context.ts';
import { envFetch } from './support/env-proxy.ts';

const interrupt = new AbortController();
// `once`: a second Ctrl-C has no handler and ends the process at once.
process.once('SIGINT', () => interrupt.abort());
process.once('SIGTERM', () => interrupt.abort());
// The window was closed.
process.once('SIGHUP', () => interrupt.abort());

const context: Context = {
  args: process.argv.slice(2),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupt,
  fetch: envFetch(process.env),
  now: () => Date.now(),
  configDirectory: async () => (await import('env-paths')).default('assay', { suffix: '' }).config,
  openScreens: async ({ url, apiKey, profile }, route) => {
    const { runTui } = await import('./tui/run-tui.tsx');
    const connect = async () => (await import('./commands/common/session.ts')).clientFor(context, { url, apiKey }, { quiet: true });
    await runTui({ connect, profile: profile ?? url, route, signal: interrupt.signal });
  },
};

process.stdout.on('error', async (error: NodeJS.ErrnoException) => {
  // `assay tests list | head` closes the pipe early, which is not an error.
  process.exit(error.code === 'EPIPE' ? 0 : await printFailure(context, Object.assign(error, { path: 'standard output' })));
});
// What cannot be said there cannot be said elsewhere.
process.stderr.on('error', () => undefined);

process.exitCode = await run(context);
