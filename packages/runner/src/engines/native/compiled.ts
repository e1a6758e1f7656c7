import { createHash, randomBytes } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How a compilation ended: `fault` is null when there is a program. `said`: by the compiler, although it compiled. */
export type Compiled = {
  readonly fault: {
    readonly stderr: string;
    readonly line?: number | undefined;
    readonly seconds: number;
    readonly memory: number | null;
  } | null;
  readonly said: string;
};

/** What was compiled before, of all processes of this installation. A folder that cannot be used only makes compilations slower. */
export type CompiledPrograms = {
  /** Writes the program to a path. */
  readonly find: (key: string, path: string) => Promise<Compiled | undefined>;
  /** The program is in a file; one that is too large is not kept. */
  readonly keep: (key: string, compiled: Compiled, path: string) => Promise<void>;
  /** The path of a part, such as compiled headers; undefined while there is none. */
  readonly part: (kind: string, key: string) => Promise<string | undefined>;
  /** Makes a part by `write`, unless there is one, and removes others of its kind. */
  readonly makePart: (kind: string, key: string, write: (path: string) => Promise<boolean>) => Promise<void>;
};

type CompiledBounds = { readonly count: number; readonly bytes: number; readonly bytesOfOne: number };

const usual: CompiledBounds = { count: 500, bytes: 128 * 2 ** 20, bytesOfOne: 16 * 2 ** 20 };

/** Not `tmpdir()`: processes of the pool have no environment, and are to find what their parent made. */
const usualFolder = `/tmp/assay-compiled-${process.getuid?.() ?? 0}`;

const longestMaking = 600_000;

export const digestOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  // With their lengths, so that no two lists of parts are the same text.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex');
};

const toolFolders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/go/bin', '/usr/lib/go/bin'];

/** Changes with a tool that is replaced by another build of the same version. */
export const stampOf = (tool: string): string => {
  for (const folder of toolFolders) {
    const found = statSync(join(folder, tool), { throwIfNoEntry: false });
    if (found) return `${found.size} ${found.mtimeMs}`;
  }
  return '';
};

const isOurs = (found: Stats): boolean => found.uid === process.getuid?.() && (found.mode & 0o022) === 0;

const sumLength = 64;

const encode = (compiled: Compiled, program: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(compiled)}\n`), program]);
  return Buffer.concat([Buffer.from(digestOf(content)), content]);
};

/** Undefined for a file that is not what was written. */
const decode = (file: Buffer): { readonly compiled: Compiled; readonly program: Buffer } | undefined => {
  const content = file.subarray(sumLength);
  if (file.subarray(0, sumLength).toString() !== digestOf(content)) return undefined;
  const end = content.indexOf('\n');
  return { compiled: JSON.parse(content.toString('utf8', 0, end)), program: content.subarray(end + 1) };
};

/** What is not there, or is not ours, counts as not there: the compiler runs. */
const orUndefined = async <Of>(work: () => Promise<Of>): Promise<Of | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};

/** Writes under another name first, so that nobody reads half of it. */
const writeWhole = async (path: string, write: (path: string) => Promise<boolean>): Promise<void> => {
  const half = `${path}.${randomBytes(8).toString('hex')}.half`;
  try {
    if (await write(half)) await rename(half, path);
  } finally {
    await rm(half, { force: true });
  }
};

const programs = 'programs';
const partsFolder = 'parts';

export const openCompiled = (folder: string = usualFolder, bounds: CompiledBounds = usual): CompiledPrograms => {
  /** Sandboxes see nothing of it but the parts of a compilation; it is checked each time, since everybody may make files in `/tmp`. */
  const inFolder = async (name: string): Promise<string> => {
    // Parts are read as the user that programs run as; the programs themselves are read by this process alone.
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    const found = await lstat(folder);
    if (!found.isDirectory() || !isOurs(found)) throw new Error(`${folder} belongs to somebody else`);
    const path = join(folder, name);
    await mkdir(path, { recursive: true });
    // Not as they are made: a service whose files are private has a umask.
    await chmod(folder, 0o711);
    await chmod(path, name === programs ? 0o700 : 0o711);
    return path;
  };

  /** The least recently used go first, and what a process left half written. */
  const removeOldest = async (path: string): Promise<void> => {
    const names = await readdir(path);
    const files = await Promise.all(names.map(async (name) => ({ name, found: await stat(join(path, name)).catch(() => undefined) })));
    const newest = files
      .flatMap(({ name, found }) => (found ? [{ name, size: found.size, usedAt: found.mtimeMs }] : []))
      .sort((a, b) => b.usedAt - a.usedAt);
    let bytes = 0;
    for (const [index, { name, size, usedAt }] of newest.entries()) {
      bytes += size;
      const isHalf = name.endsWith('.half') && Date.now() - usedAt > longestMaking;
      if (isHalf || index >= bounds.count || bytes > bounds.bytes) await rm(join(path, name), { force: true });
    }
  };

  return {
    find: (key, path) =>
      orUndefined(async () => {
        const kept = join(await inFolder(programs), key);
        const found = decode(await readFile(kept));
        if (found === undefined) return void (await rm(kept, { force: true }));
        await utimes(kept, new Date(), new Date());
        await writeFile(path, found.program);
        return found.compiled;
      }),
    keep: async (key, compiled, path) => {
      await orUndefined(async () => {
        if ((await stat(path)).size > bounds.bytesOfOne) return;
        const file = encode(compiled, await readFile(path));
        const kept = await inFolder(programs);
        await writeWhole(join(kept, key), async (half) => {
          await writeFile(half, file, { flag: 'wx', mode: 0o600 });
          return true;
        });
        await removeOldest(kept);
      });
    },
    part: (kind, key) =>
      orUndefined(async () => {
        const path = join(await inFolder(partsFolder), `${kind}-${key}`);
        return isOurs(await lstat(path)) ? path : undefined;
      }),
    makePart: async (kind, key, write) => {
      await orUndefined(async () => {
        const path = await inFolder(partsFolder);
        const made = `${kind}-${key}`;
        if ((await orUndefined(() => stat(join(path, made)))) !== undefined) return;
        await writeWhole(join(path, made), async (half) => {
          if (!(await write(half))) return false;
          await chmod(half, 0o644);
          return true;
        });
        // Of a compiler that was replaced.
        for (const name of await readdir(path))
          if (name.startsWith(`${kind}-`) && name !== made && !name.endsWith('.half')) await rm(join(path, name), { force: true });
      });
    },
  };
};
