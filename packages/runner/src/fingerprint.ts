import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, hostname, release, version } from 'node:os';
import { dirname, join } from 'node:path';
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

/** Where a program keeps its identity, but for what each of its starts may change. */
const machine = async (): Promise<readonly unknown[]> => {
  const node = await stat(process.execPath);
  const id = await readFile('/etc/machine-id', 'utf8').catch(() => '');
  return [
    [process.versions, process.arch, process.platform, process.execPath, node.size, node.ino, node.mtimeMs],
    [hostname(), id, release(), version(), cpus().map(({ model }) => model)],
  ];
};

/**
 * Of all that the self-test of the embedded engines depends on: the bytes of the child process's program, of its assets and of the
 * packages it reads, Node, the kernel and the machine. Undefined for a child process from source, whose files change while it runs.
 */
export const fingerprint = async (child: URL, assets: URL): Promise<string | undefined> => {
  const program = fileURLToPath(child);
  if (!program.endsWith('.js')) return undefined;
  const require = createRequire(program);
  const code = (await filesBelow(dirname(program))).filter((file) => file.endsWith('.js'));
  const files = [...code, ...(await filesBelow(fileURLToPath(assets))), ...installed.map((name) => require.resolve(name))];
  const hash = createHash('sha256').update(JSON.stringify(await machine()));
  for (const file of files) {
    const bytes = await readFile(file);
    hash.update(JSON.stringify([file, bytes.length])).update(bytes);
  }
  return hash.digest('hex');
};
