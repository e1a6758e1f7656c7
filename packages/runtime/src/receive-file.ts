import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileDraft, FileStore } from '@assay/operations';
import pLimit from 'p-limit';
import { diskFault } from './disk-fault.ts';
import { identifyFile } from './identify-file.ts';

/** Of files that are whole: while their type is found and while they are stored they are in memory, 10 MiB at most each. */
const inMemoryAtOnce = 12;

const write = async (handle: FileHandle, chunks: AsyncIterable<Uint8Array>, most: number) => {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most) return undefined;
    digest.update(chunk);
    await handle.writeFile(chunk);
  }
  return { bytes, sha256: digest.digest('hex') };
};

const read = async (handle: FileHandle, bytes: number): Promise<Buffer> => {
  const whole = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await handle.read(whole, at, bytes - at, at);
    if (bytesRead === 0) throw new Error('a draft is shorter than what was written to it');
    at += bytesRead;
  }
  return whole;
};

/**
 * Writes files down in `directory` as they come. A draft loses its name as soon as it is open, so that a kill at any moment leaves nothing
 * of it; the bucket sees only files that are whole.
 */
export const makeReceive = (directory: string, put: FileStore['put']): FileStore['receive'] => {
  const inTurn = pLimit(inMemoryAtOnce);
  return async (chunks, most) => {
    try {
      const path = join(directory, `upload.${randomUUID()}.part`);
      const handle = await open(path, 'wx+', 0o600);
      let draft: FileDraft | undefined;
      try {
        await rm(path);
        const written = await write(handle, chunks, most);
        if (written === undefined) return undefined;
        const { bytes } = written;
        draft = {
          ...written,
          identify: () => inTurn(async () => identifyFile(await read(handle, bytes))),
          putAs: (key) => inTurn(async () => put(key, await read(handle, bytes))),
          drop: () => handle.close(),
        };
        return draft;
      } finally {
        if (draft === undefined) await handle.close();
      }
    } catch (error) {
      throw diskFault(error, 'the disk of the data directory') ?? error;
    }
  };
};
