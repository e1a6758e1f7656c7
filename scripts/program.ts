// How a program (server, worker, runner, cli) is bundled for npm: one configuration of rolldown for all four.
import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OutputOptions, Plugin, RolldownOptions } from 'rolldown';

type Manifest = { readonly engines: { readonly node: string }; readonly dependencies?: Readonly<Record<string, string>> };

/** Says in one line that Node is too old. Its syntax is that of the oldest Node that has modules; `program.js` needs a newer one. */
const entryOf = (major: string): string => `#!/usr/bin/env node
if (parseInt(process.versions.node, 10) < ${major}) {
  console.error('Assay needs Node ${major} or newer; this is ' + process.versions.node + '.');
  process.exit(1);
}
import('./program.js');
`;

const writeEntry = (major: string): Plugin => ({
  name: 'assay-entry',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'main.js', source: entryOf(major) });
  },
});

/** What no bundle of the folder names would be installed for nothing; `isLast`: of the bundles that share `idle`. */
const refuseIdleDependencies = (idle: Set<string>, isLast: boolean): Plugin => ({
  name: 'assay-idle-dependencies',
  generateBundle(_options, bundle) {
    const code = Object.values(bundle).map((file) => (file.type === 'chunk' ? file.code : ''));
    for (const name of idle) if (code.some((text) => new RegExp(`['"\`]${name}['"\`/]`).test(text))) idle.delete(name);
    if (isLast && idle.size > 0) throw new Error(`package.json lists what the program does not use: ${[...idle].join(', ')}`);
  },
});

/** Directories that the program reads, without what tools keep there in hidden files. */
const copyDirectories = (copies: Readonly<Record<string, string>>): Plugin => ({
  name: 'assay-copies',
  writeBundle({ dir = 'dist' }) {
    for (const [to, from] of Object.entries(copies))
      cpSync(from, join(dir, to), { recursive: true, filter: (source) => !basename(source).startsWith('.') || source === from });
  },
});

type Program = Omit<RolldownOptions, 'input' | 'output'> & {
  readonly input?: Readonly<Record<string, string>>;
  readonly output?: OutputOptions;
  readonly copies?: Readonly<Record<string, string>>;
  /** Beside it, the program of the processes that run candidates' programs. */
  readonly runsPrograms?: boolean;
};

const runnerPackage = '../../packages/runner/';

/**
 * Our packages from source, and others', in a few files, so that a start does not read two thousand. Only `dependencies` stay outside: native
 * ones, and those that read their own files. The file to start is `dist/main.js`, which checks `engines` and loads `src/main.ts`.
 */
export const program = (
  directory: string,
  { input, copies = {}, runsPrograms = false, ...options }: Program,
): readonly RolldownOptions[] => {
  const manifest: Manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const dependencies = Object.keys(manifest.dependencies ?? {});
  const [major] = /\d+/.exec(manifest.engines.node) ?? [];
  if (major === undefined) throw new Error('package.json lacks engines.node');
  const idle = new Set(dependencies);
  const common = {
    platform: 'node',
    // None of our packages has to be built before.
    resolve: { conditionNames: ['@assay/source', 'node'] },
    // Ink loads react-devtools-core, its inspector, only with DEV=true.
    external: [...dependencies, 'react-devtools-core'],
  } satisfies RolldownOptions;
  const output = { dir: 'dist', format: 'esm', entryFileNames: '[name].js' } satisfies OutputOptions;
  // A bundle of its own: the same bytes in each program, so that a self-test that one remembers counts for the others.
  const child: RolldownOptions = {
    ...common,
    input: { 'runner-child': `${runnerPackage}src/child/main.ts` },
    plugins: [refuseIdleDependencies(idle, true), copyDirectories({ 'runner-assets': `${runnerPackage}assets` })],
    output: { ...output, chunkFileNames: 'runner-chunks/[name].js' },
  };
  const own: RolldownOptions = {
    ...common,
    plugins: [writeEntry(major), refuseIdleDependencies(idle, !runsPrograms), copyDirectories(copies)],
    ...options,
    input: { program: 'src/main.ts', ...input },
    output: { ...output, cleanDir: true, chunkFileNames: 'chunks/[name].js', ...options.output },
  };
  return runsPrograms ? [own, child] : [own];
};
