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

type Build = { readonly resultFile: string; stop(): Promise<void> };

declare global {
  /** vitest loads this file once for each project, and a run builds once: it stands outside of the module. */
  var assayBuild: Promise<Build> | undefined;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const startBuild = async (filters: readonly string[]): Promise<Build> => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-build-'));
  const resultFile = join(directory, 'result');
  // CI, whose checks read what was built while the tests run.
  if (process.env.IS_BUILT === '1') {
    await writeFile(resultFile, '');
    return { resultFile, stop: () => rm(directory, { recursive: true, force: true }) };
  }
  const args = ['run', 'build', ...filters, '--output-logs=errors-only'];
  const turbo = spawn(join(root, 'node_modules', '.bin', 'turbo'), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [turbo.stdout, turbo.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const fault = new Promise<string>((resolve) => {
    turbo.on('error', (error) => resolve(`the build did not start: ${error.message}`));
    turbo.on('close', (code) => resolve(code === 0 ? '' : `the build failed:\n${Buffer.concat(output).toString('utf8')}`));
  });
  const written = fault.then(async (text) => {
    await writeFile(`${resultFile}.unfinished`, text);
    await rename(`${resultFile}.unfinished`, resultFile);
  });
  return {
    resultFile,
    stop: async () => {
      turbo.kill();
      await written;
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/**
 * vitest's `globalSetup`. The tests of other packages run beside the build; a file that needs it waits (`await-build.ts`). The server
 * in a test's process needs only the candidate's page.
 */
export default async ({ provide, vitest }: TestProject): Promise<() => Promise<void>> => {
  const isWhole = vitest.projects.some(({ name }) => name === 'e2e');
  globalThis.assayBuild ??= startBuild(isWhole ? [] : ['--filter=@assay/candidate']);
  const { resultFile, stop } = await globalThis.assayBuild;
  provide('buildResult', resultFile);
  return stop;
};
