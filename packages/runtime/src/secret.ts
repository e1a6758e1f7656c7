import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectoryOf } from '@assay/store';

const readSecret = async (file: string): Promise<Buffer | undefined> => {
  try {
    return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** The secret cannot be used; the message says why, and what to do. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

/** The key that signs take URLs: the operator's, or one that the first start generates and stores in a 0600 file in the data directory. */
export const loadSecret = async (given: string | undefined, dataDirectory: string): Promise<Buffer> => {
  if (given !== undefined) return Buffer.from(given, 'utf8');
  const file = join(dataDirectory, 'secret');
  const stored = await readSecret(file);
  if (stored !== undefined) {
    if (stored.length < 32)
      throw new SecretError(`${file} is damaged: it must hold at least 32 bytes in base64url; restore it from a backup`);
    return stored;
  }
  const secret = randomBytes(32);
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}.part`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${secret.toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    // link() is atomic and fails if another process was faster; then its secret is used.
    await link(draft, file);
    await syncDirectoryOf(file);
    return secret;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return await loadSecret(given, dataDirectory);
    throw error;
  } finally {
    await unlink(draft);
  }
};
