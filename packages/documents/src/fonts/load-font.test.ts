import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { loadFont } from './load-font.ts';

const latin = createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2');

const widthAt = async (weight: 400 | 600): Promise<number> => {
  const font = create(await loadFont(latin, weight));
  if (font.type !== 'TTF') throw new Error('not a single TrueType font');
  return font.layout('Weight').advanceWidth;
};

describe('a font', () => {
  it('has the requested weight', async () => {
    expect(await widthAt(600)).toBeGreaterThan(await widthAt(400));
  });

  it('is read once', async () => {
    expect(await loadFont(latin, 400)).toBe(await loadFont(latin, 400));
  });

  it('that could not be read is tried again the next time', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-font-'));
    const file = join(directory, 'late.woff2');
    await expect(loadFont(file, 400)).rejects.toThrow('ENOENT');
    await writeFile(file, 'no font');
    await expect(loadFont(file, 400)).rejects.not.toThrow('ENOENT');
    await rm(directory, { recursive: true });
  });
});
