import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveFile } from './save-file.ts';

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
});
