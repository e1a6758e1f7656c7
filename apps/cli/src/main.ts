#!/usr/bin/env node
import { run } from './program.ts';
import type { Context } from './support/context.ts';

const interrupt = new AbortController();
// `once`: a second Ctrl-C has no handler and ends the process at once.
process.once('SIGINT', () => interrupt.abort());
process.once('SIGTERM', () => interrupt.abort());

// `assay tests list | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const context: Context = {
  args: process.argv.slice(2),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupt,
  fetch: (...request) => globalThis.fetch(...request),
  now: () => Date.now(),
  configDirectory: async () => (await import('env-paths')).default('assay', { suffix: '' }).config,
  openScreens: async ({ url, apiKey, profile }) => {
    const { runTui } = await import('./tui/run-tui.tsx');
    const connect = async () => (await import('./commands/common/session.ts')).clientFor(context, { url, apiKey });
    await runTui({ connect, profile: profile ?? url, signal: interrupt.signal });
  },
};
process.exitCode = await run(context);
