import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

// See the server's main.ts. What is imported statically is compiled before the cache is there.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
if (process.argv.includes('--version')) process.stdout.write(`${manifest.version}\n`);
else {
  const { runWorker } = await import('./worker-process.ts');
  const built = (name: string) => new URL(name, import.meta.url);
  await runWorker({ runnerChild: built('runner-child.js'), renderThread: built('render-thread.js') });
}
