import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

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

/**
 * Writes a file atomically: a temporary file beside it is synced to disk and then renamed, so that the path never has part of the content.
 * The temporary file is removed on failure. Resolves with the bytes written.
 */
export const saveFile = async (path: string, content: Chunks, { signal, mode = 0o666, onBytes }: Options): Promise<number> => {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  const file = await open(temporary, 'wx', mode);
  let bytes = 0;
  try {
    try {
      for await (const chunk of content) {
        signal.throwIfAborted();
        const data = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        // write() may write a part only; writeFile() on a handle continues from its position until all is written.
        await file.writeFile(data);
        bytes += data.byteLength;
        onBytes?.(bytes);
      }
      signal.throwIfAborted();
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
