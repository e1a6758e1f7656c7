import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Failure } from '../support/failures.ts';

type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
type Options = { readonly signal: AbortSignal; readonly mode?: number; readonly onBytes?: (bytes: number) => void };

const syncDirectory = async (path: string): Promise<void> => {
  // Windows cannot open a directory; its rename is on disk when it returns.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const statOf = async (path: string) => {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Whether writing to `path` would overwrite a file with content. */
export const holdsContent = async (path: string): Promise<boolean> => {
  const found = await statOf(path);
  return found?.isFile() === true && found.size > 0;
};

/** Where a file called `name` goes when a person says `path`: a directory gets it by that name. */
export const placeOf = async (path: string, name: string): Promise<string> =>
  (await statOf(path))?.isDirectory() === true ? join(path, name) : path;

type Target =
  | { readonly kind: 'file'; readonly path: string; readonly mode: number | undefined }
  /** A FIFO, a device, a socket: what is written passes through it. */
  | { readonly kind: 'passage'; readonly path: string };

/** What a path leads to, through symbolic links; the file of the last one need not exist. */
const targetOf = async (path: string): Promise<Target> => {
  const found = await statOf(path);
  if (found === undefined) {
    const next = await readlink(path).catch(() => undefined);
    return next === undefined ? { kind: 'file', path, mode: undefined } : targetOf(resolve(dirname(path), next));
  }
  if (found.isDirectory()) throw new Failure(`${path}: is a directory`, 'Name a file.');
  return found.isFile() ? { kind: 'file', path: await realpath(path), mode: found.mode & 0o777 } : { kind: 'passage', path };
};

/** Writes all chunks and resolves with the bytes. */
const writeChunks = async (file: FileHandle, content: Chunks, { signal, onBytes }: Options): Promise<number> => {
  let bytes = 0;
  for await (const chunk of content) {
    signal.throwIfAborted();
    const data = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    // write() may write a part only; writeFile() on a handle continues from its position until all is written.
    await file.writeFile(data);
    bytes += data.byteLength;
    onBytes?.(bytes);
  }
  signal.throwIfAborted();
  return bytes;
};

const writeThrough = async (path: string, content: Chunks, options: Options): Promise<number> => {
  const file = await open(path, 'w');
  try {
    return await writeChunks(file, content, options);
  } finally {
    await file.close();
  }
};

const replaceFile = async (path: string, mode: number | undefined, content: Chunks, options: Options): Promise<number> => {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  const file = await open(temporary, 'wx', options.mode ?? mode ?? 0o666);
  let bytes: number;
  try {
    try {
      // The umask takes bits of a new file's mode, and those of a former file were given on purpose.
      if (options.mode === undefined && mode !== undefined) await file.chmod(mode);
      bytes = await writeChunks(file, content, options);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
  return bytes;
};

/**
 * Writes a file atomically: a temporary file beside it is synced to disk and then renamed, so that the path never has part of the content.
 * The temporary file is removed on failure. Symbolic links, FIFOs and devices stay what they are: the content goes through them.
 * Resolves with the bytes written.
 */
export const saveFile = async (path: string, content: Chunks, options: Options): Promise<number> => {
  try {
    const target = await targetOf(path);
    return target.kind === 'file'
      ? await replaceFile(target.path, target.mode, content, options)
      : await writeThrough(target.path, content, options);
  } catch (error) {
    // Node names the temporary file, or none.
    throw error instanceof Error && 'syscall' in error ? Object.assign(error, { path }) : error;
  }
};
