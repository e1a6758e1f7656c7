import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// V8 runs cached code unchecked, so the cache must be as hard to write as the program itself: it lies beside it and not under /tmp.
// If the directory is not writable there is no cache and starts take longer.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

// The build copies both here, so that the published package contains them.
const samplesDirectory = fileURLToPath(new URL('samples', import.meta.url));
const candidatePage = fileURLToPath(new URL('candidate', import.meta.url));
const largeBodyThread = new URL('large-body-thread.js', import.meta.url);
const cleanThread = new URL('clean-thread.js', import.meta.url);
const tallyThread = new URL('tally-thread.js', import.meta.url);
const renderThread = new URL('render-thread.js', import.meta.url);
const runnerChild = new URL('runner-child.js', import.meta.url);

const args = process.argv.slice(2);
if (args.length > 0) {
  const { runOperatorCommand } = await import('./operator/commands.ts');
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has gone, as `head` does, wants no more; a backup goes on all the same.
    if (error.code === 'EPIPE') return;
    process.stderr.write(`Standard output cannot be written (${error.code}): what was done is not shown.\n`);
    process.exitCode = 1;
  });
  process.stderr.on('error', () => undefined);
  const code = await runOperatorCommand(args, runnerChild);
  process.exitCode ||= code;
} else {
  const { printLine, runProcess } = await import('@assay/runtime');
  await runProcess('Assay', async (config, log) => {
    // Loaded here, because commands and environment errors need none of it.
    const [{ banner }, { startServer }] = await Promise.all([import('./banner.ts'), import('./start-server.ts')]);
    const built = { samplesDirectory, candidatePage, largeBodyThread, tallyThread, renderThread, cleanThread, runnerChild };
    const server = await startServer(config, built, log);
    // Not awaited: a signal that comes before it stops the server as any other.
    void server.languages.then((languages) => printLine(banner({ ...server, languages })));
    return server;
  });
}
