import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Environment } from './assay-process.ts';

export type DiskFault = 'full' | 'fsync';

const run = promisify(execFile);

/** Compiles `disk-faults.c`; undefined where that cannot be, which CI does not allow. */
export const buildFailingDisk = async (): Promise<{ library: string; remove(): Promise<void> } | undefined> => {
  if (process.platform !== 'linux') {
    process.stderr.write('Trials of failing disks are skipped: they need LD_PRELOAD, as on Linux.\n');
    return undefined;
  }
  const directory = await mkdtemp(join(tmpdir(), 'assay-disk-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  const library = join(directory, 'disk-faults.so');
  try {
    await run('cc', ['-shared', '-fPIC', '-O2', '-o', library, fileURLToPath(new URL('disk-faults.c', import.meta.url)), '-ldl']);
    // PostgreSQL may run as another user, and a test before may have left a umask that keeps files from it.
    for (const path of [directory, library]) await chmod(path, 0o755);
    return { library, remove };
  } catch (error) {
    await remove();
    if (process.env.CI || !(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    process.stderr.write('Trials of failing disks are skipped: they need a C compiler (Debian: `apt-get install gcc libc6-dev`).\n');
    return undefined;
  }
};

type Place = { readonly directory: string; readonly journal: string; readonly fault: string };

/** For a process whose files below `directory` are on the failing disk. */
export const onFailingDisk = (library: string, { directory, journal, fault }: Place): Environment => ({
  LD_PRELOAD: library,
  DISK_DIRECTORY: directory,
  DISK_JOURNAL: journal,
  DISK_FAULT: fault,
});

/** From now on, until `mend`. */
export const breakDisk = async (fault: string, kind: DiskFault): Promise<void> => {
  await writeFile(fault, kind);
  await chmod(fault, 0o644);
};
export const mendDisk = (fault: string): Promise<void> => rm(fault, { force: true });

const headerBytes = 24;

type Replaced = { readonly offset: number; readonly size: number; readonly bytes: Buffer };

const readJournal = (journal: Buffer): Replaced[] => {
  const all: Replaced[] = [];
  for (let at = 0; at + headerBytes <= journal.length; ) {
    const [offset, length, size] = [0, 8, 16].map((field) => Number(journal.readBigUInt64LE(at + field))) as [number, number, number];
    all.push({ offset, size, bytes: journal.subarray(at + headerBytes, at + headerBytes + length) });
    at += headerBytes + length;
  }
  return all;
};

/** Takes back every write that was not synced: what a power cut may leave. All processes that wrote are gone. Returns how many. */
export const cutPower = async ({ directory, journal }: Pick<Place, 'directory' | 'journal'>): Promise<number> => {
  let undone = 0;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // Shared memory, which no disk has.
    if (path.endsWith('-shm')) await rm(path);
    else {
      const { ino } = await stat(path);
      const replaced = readJournal(await readFile(join(journal, String(ino))).catch(() => Buffer.alloc(0)));
      const file = replaced.length === 0 ? undefined : await open(path, 'r+');
      for (const { offset, size, bytes } of replaced.reverse()) {
        await file?.write(bytes, 0, bytes.length, offset);
        await file?.truncate(size);
      }
      await file?.close();
      undone += replaced.length;
    }
  }
  await rm(journal, { recursive: true });
  await mkdir(journal, { mode: 0o777 });
  await chmod(journal, 0o777);
  return undone;
};
