import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completePath, pathOf } from './typed-path.ts';

describe('a typed path', () => {
  it('is absolute, knows the home directory, and may be in quotes', () => {
    expect(pathOf(' reports/ana.pdf ')).toBe(resolve('reports/ana.pdf'));
    expect(pathOf('~/ana.pdf')).toBe(join(homedir(), 'ana.pdf'));
    expect(pathOf('"~/my reports/ana.pdf"')).toBe(join(homedir(), 'my reports', 'ana.pdf'));
    expect(pathOf('~ana/x')).toBe(resolve('~ana/x'));
  });
});

describe('Tab in a path', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-complete-'));
    await mkdir(join(directory, 'lists'));
    for (const name of ['spring 2026.csv', 'spring 2027.csv', '.hidden.csv', 'Łukasz.csv']) await writeFile(join(directory, name), '');
  });
  afterEach(() => rm(directory, { recursive: true }));
  const complete = async (typed: string) => {
    const { text, names } = await completePath(`${directory}/${typed}`);
    return { text: text.slice(directory.length + 1), names };
  };

  it('goes on as far as it is certain, and names what it could be', async () => {
    expect(await complete('s')).toEqual({ text: 'spring 202', names: ['spring 2026.csv', 'spring 2027.csv'] });
    expect(await complete('spring 2027')).toEqual({ text: 'spring 2027.csv', names: [] });
    expect(await complete('li')).toEqual({ text: 'lists/', names: [] });
    expect(await complete('Ł')).toEqual({ text: 'Łukasz.csv', names: [] });
  });

  it('offers hidden files only after a dot, and changes nothing where nothing fits', async () => {
    expect((await complete('')).names).toEqual(['lists/', 'spring 2026.csv', 'spring 2027.csv', 'Łukasz.csv']);
    expect(await complete('.h')).toEqual({ text: '.hidden.csv', names: [] });
    expect(await complete('x')).toEqual({ text: 'x', names: [] });
    expect(await complete('none/x')).toEqual({ text: 'none/x', names: [] });
  });

  it('knows the home directory', async () => {
    expect(await completePath('~')).toEqual({ text: '~/', names: [] });
    expect((await completePath('~/')).text).toMatch(/^~\//);
  });
});
