import { spawn } from 'node:child_process';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** This file appears when the build has ended: empty, or with what went wrong. */
    buildResult: string;
  }
}

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Starts the build and lets the tests of other packages run beside it: each end-to-end file waits for it (`built.ts`). */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-build-'));
  const file = join(directory, 'result');
  const turbo = spawn(join(root, 'node_modules', '.bin', 'turbo'), ['run', 'build', '--output-logs=errors-only'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  for (const stream of [turbo.stdout, turbo.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const ended = new Promise<string>((resolve) => {
    turbo.on('error', (error) => resolve(`the build did not start: ${error.message}`));
    turbo.on('close', (code) => resolve(code === 0 ? '' : `the build failed:\n${Buffer.concat(output).toString('utf8')}`));
  });
  const written = ended.then(async (result) => {
    await writeFile(`${file}.unfinished`, result);
    await rename(`${file}.unfinished`, file);
  });
  provide('buildResult', file);
  return async () => {
    turbo.kill();
    await written;
    await rm(directory, { recursive: true, force: true });
  };
};
