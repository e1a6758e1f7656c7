import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, hostname, release, version } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Packages whose WebAssembly a bundled child process reads from where they are installed. */
const installed = ['quickjs-wasi/quickjs.wasm', '@sqlite.org/sqlite-wasm/sqlite3.wasm'];

const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};

/** Of Linux, the same in all containers of a machine, until it is started again; elsewhere the name of the machine. */
const machineId = (): Promise<string> => readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname());

/** The processes of one machine agree on it, wherever Node is installed for each of them. */
const machine = async (): Promise<readonly unknown[]> => [
  [process.versions, process.arch, process.platform, (await stat(process.execPath)).size],
  [await machineId(), release(), version(), cpus().map(({ model }) => model)],
];

/**
 * Of all that the self-test of the embedded engines depends on: the bytes of the child process's program, of its assets and of the
 * packages it reads, Node, the kernel and the machine; and of nothing that differs between two programs with the same child. Undefined
 * for a child process from source, whose files change while it runs.
 */
export const fingerprint = async (child: URL, assets: URL): Promise<string | undefined> => {
  const program = fileURLToPath(child);
  if (!program.endsWith('.js')) return undefined;
  const require = createRequire(program);
  const [chunks, assetFolder] = [join(dirname(program), 'runner-chunks'), fileURLToPath(assets)];
  const within = async (folder: string) => (await filesBelow(folder)).map((file) => [relative(folder, file), file] as const);
  const files = [
    ['child', program] as const,
    ...(await within(chunks)),
    ...(await within(assetFolder)),
    ...installed.map((name) => [name, require.resolve(name)] as const),
  ];
  const hash = createHash('sha256').update(JSON.stringify(await machine()));
  for (const [name, file] of files) {
    const bytes = await readFile(file);
    hash.update(JSON.stringify([name, bytes.length])).update(bytes);
  }
  return hash.digest('hex');
};
