import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { chmod, chown, type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from './command-line.ts';

/** A directory for one program: only this process writes in it, and only paths that nobody guesses are read by sandboxes. */
export const makeWorkspace = async (sandbox: Sandbox): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> => {
  if (!swept) sweep();
  swept = true;
  const path = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // The user that programs run as may pass through, and list nothing.
  await chmod(path, sandbox.uid === null ? 0o700 : 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

const prefix = 'assay-native-';
const hour = 3_600_000;
let swept = false;

/** What an engine that was killed left behind: directories of ours in which nothing has happened for an hour. */
const sweep = (): void => {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > hour) rmSync(path, { recursive: true, force: true });
  }
};

/**
 * A file that a program gets as a descriptor and may open again by `/dev/stdin` or `/dev/stdout`: as its owner where it writes to it, and
 * as one of its group where it only reads.
 */
export const openFor = async (sandbox: Sandbox, path: string, content: string | Buffer, flags: 'r' | 'a+'): Promise<FileHandle> => {
  const made = await open(path, 'wx', 0o600);
  await made.writeFile(content);
  await made.close();
  const handle = await open(path, flags);
  if (sandbox.uid !== null && flags === 'r') {
    await handle.chown(process.getuid?.() ?? 0, sandbox.uid);
    await handle.chmod(0o440);
  } else if (sandbox.uid !== null) await chown(path, sandbox.uid, sandbox.uid);
  return handle;
};

/** As UTF-8, and of a cut output only whole characters. */
export const read = async (handle: FileHandle, most: number): Promise<{ readonly text: string; readonly bytes: number }> => {
  const buffer = Buffer.alloc(Math.min((await handle.stat()).size, Math.max(most, 0)));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(buffer.subarray(0, bytesRead), { stream: true });
  return { text, bytes: bytesRead };
};
