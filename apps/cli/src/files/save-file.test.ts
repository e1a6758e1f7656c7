import { spawnSync } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdsContent, saveFile } from './save-file.ts';

describe('saveFile', () => {
  let directory: string;
  let path: string;
  const { signal } = new AbortController();

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-save-'));
    path = join(directory, 'report.pdf');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('writes all chunks, then replaces the former file', async () => {
    await writeFile(path, 'before');
    const during: string[] = [];
    async function* pieces() {
      yield 'one ';
      during.push(await readFile(path, 'utf8'));
      yield new TextEncoder().encode('two');
    }
    expect(await saveFile(path, pieces(), { signal })).toBe(7);
    expect(during).toEqual(['before']);
    expect(await readFile(path, 'utf8')).toBe('one two');
    expect(await readdir(directory)).toEqual(['report.pdf']);
  });

  it('leaves no partial file when the content fails or is aborted', async () => {
    await writeFile(path, 'before');
    async function* broken() {
      yield 'half';
      throw new Error('the line broke');
    }
    await expect(saveFile(path, broken(), { signal })).rejects.toThrow('the line broke');
    const stop = new AbortController();
    async function* stopped() {
      yield 'half';
      stop.abort();
      yield 'whole';
    }
    await expect(saveFile(path, stopped(), { signal: stop.signal })).rejects.toThrow(/abort/i);
    expect(await readdir(directory)).toEqual(['report.pdf']);
    expect(await readFile(path, 'utf8')).toBe('before');
  });

  it('sets the mode of the file', async () => {
    await saveFile(path, ['key'], { signal, mode: 0o600 });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('writes through a symbolic link, also one to a file that does not exist yet', async () => {
    await mkdir(join(directory, 'there'));
    const target = join(directory, 'there', 'ana.pdf');
    await symlink('there/ana.pdf', path);
    for (const text of ['first', 'second']) {
      await saveFile(path, [text], { signal });
      expect((await lstat(path)).isSymbolicLink()).toBe(true);
      expect(await readFile(target, 'utf8')).toBe(text);
      expect(await readdir(join(directory, 'there'))).toEqual(['ana.pdf']);
    }
  });

  it('leaves a file that it overwrites the mode it has', async () => {
    await writeFile(path, 'before');
    await chmod(path, 0o640);
    await saveFile(path, ['after'], { signal });
    expect((await stat(path)).mode & 0o777).toBe(0o640);
  });

  it('writes into a FIFO, whose reader gets all of it', async () => {
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    const [read] = await Promise.all([readFile(path, 'utf8'), saveFile(path, ['one ', 'two'], { signal })]);
    expect(read).toBe('one two');
    expect((await lstat(path)).isFIFO()).toBe(true);
    expect(await readdir(directory)).toEqual(['report.pdf']);
  });

  it('writes into a device', async () => {
    // Root gets a device of its own: a saveFile() that replaces devices would break /dev/null. Nobody else could replace that.
    const device = spawnSync('mknod', [path, 'c', '1', '3']).status === 0 ? path : '/dev/null';
    await saveFile(device, ['gone'], { signal });
    expect((await lstat(device)).isCharacterDevice()).toBe(true);
  });

  it('refuses a directory by its name and leaves nothing in or beside it', async () => {
    await mkdir(path);
    await expect(saveFile(path, ['text'], { signal })).rejects.toThrow(`${path}: is a directory`);
    expect(await readdir(directory)).toEqual(['report.pdf']);
  });

  it('knows whether a path holds something that would be lost: a file that is not empty', async () => {
    expect(await holdsContent(path)).toBe(false);
    await writeFile(path, '');
    expect(await holdsContent(path)).toBe(false);
    await writeFile(path, 'before');
    expect(await holdsContent(path)).toBe(true);
    const link = join(directory, 'link');
    await symlink('report.pdf', link);
    expect(await holdsContent(link)).toBe(true);
    expect(await holdsContent('/dev/null')).toBe(false);
  });
});
