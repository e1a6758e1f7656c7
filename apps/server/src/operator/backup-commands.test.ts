import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTestDirectory } from '@assay/store/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

describe('backup and restore', () => {
  let root: Awaited<ReturnType<typeof makeTestDirectory>>;
  let data: string;
  const at = (name: string): string => join(root.path, name);
  const run = (...args: string[]) => runCommand({ ASSAY_DATA_DIR: data }, ...args);
  const createAccount = (name: string) => run('accounts', 'create', '--name', name, '--email', 'a@acme.example');
  const accounts = async (): Promise<string[]> =>
    (JSON.parse((await run('accounts', 'list', '--json')).stdout) as { name: string }[]).map(({ name }) => name);

  beforeEach(async () => {
    root = await makeTestDirectory();
    data = at('data');
    await createAccount('first');
  });
  afterEach(() => root.remove());

  it('restore the backed-up data, over the present database or into an empty directory', async () => {
    expect(await run('backup', at('copy.db'))).toMatchObject({ code: 0, stdout: expect.stringContaining(`${at('copy.db')}: `) });
    await createAccount('second');
    const output = await run('restore', at('copy.db'));
    expect(output, output.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('The former database is kept as') });
    expect(await accounts()).toEqual(['first']);
    data = at('elsewhere');
    expect((await run('restore', at('copy.db'))).stdout).not.toContain('former');
    expect(await accounts()).toEqual(['first']);
    expect(await readFile(join(data, 'secret'), 'utf8')).toBe(await readFile(at('data/secret'), 'utf8'));
  });

  it('a backup says what it does not hold', async () => {
    await mkdir(join(data, 'images/1'), { recursive: true });
    await writeFile(join(data, 'images/1/a.jpg'), 'picture');
    expect((await run('backup', at('one.db'))).stdout).toMatch(
      /^Not in it: the webcam images and the files of candidates\. --with-images copies them too\.$/m,
    );
    const fromEnvironment = { ASSAY_DATA_DIR: data, ASSAY_SECRET: 's'.repeat(32) };
    const told = await runCommand(fromEnvironment, 'backup', at('two.db'), '--with-images');
    expect(told.stdout).toMatch(/^Not in it: the secret, .* Keep ASSAY_SECRET with the backup/m);
    expect(told.stdout).toContain(`${at('two.db')}.images: the webcam images and the files of candidates.`);
    expect(await readdir(at('two.db.images/1'))).toEqual(['a.jpg']);
    expect((await stat(at('two.db.images'))).mode & 0o077).toBe(0);
    expect((await runCommand(fromEnvironment, 'restore', at('one.db'))).stdout).toMatch(/^ASSAY_SECRET is set and goes before it/m);
  });

  it('every command is refused while a restore is half done, and says what to do', async () => {
    await run('backup', at('copy.db'));
    await writeFile(join(data, 'assay.db.restoring'), '');
    for (const args of [
      ['accounts', 'list'],
      ['backup', at('other.db')],
    ])
      expect(await run(...args)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('run the same restore once more') });
    expect((await run('restore', at('copy.db'))).code).toBe(0);
    expect(await accounts()).toEqual(['first']);
  });

  it('write files that other users of the machine cannot read', async () => {
    await run('backup', at('copy.db'));
    data = at('elsewhere');
    await run('restore', at('copy.db'));
    for (const file of ['copy.db', 'copy.db.secret', 'elsewhere/secret']) expect((await stat(at(file))).mode & 0o077, file).toBe(0);
    expect((await stat(data)).mode & 0o077).toBe(0);
  });

  it('a backup never overwrites a file, and leaves no file behind if it fails', async () => {
    await writeFile(at('mine.txt'), 'mine');
    expect(await run('backup', at('mine.txt'))).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('exists already') });
    expect(await readFile(at('mine.txt'), 'utf8')).toBe('mine');
    const nowhere = await run('backup', at('no/such/directory/copy.db'));
    expect(nowhere).toMatchObject({ code: 1, stdout: '' });
    expect((await readdir(root.path)).sort()).toEqual(['data', 'mine.txt']);
  });

  it('a backup without a database is refused', async () => {
    data = at('empty');
    await mkdir(data);
    expect(await run('backup', at('copy.db'))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('There is no database'),
    });
  });

  it('a restore from a damaged file is refused with a message that names it, and the present database stays', async () => {
    await run('backup', at('good.db'));
    const bytes = await readFile(at('good.db'));
    const files: Record<string, Buffer | string> = {
      'text.db': 'this is no database, but it is longer than the header of one, which has a hundred bytes; and so on and on.',
      'cut.db': bytes.subarray(0, Math.floor(bytes.length / 2)),
      'holes.db': Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192, 7)]),
      'empty.db': '',
    };
    for (const [name, content] of Object.entries(files)) await writeFile(at(name), content);
    for (const name of [...Object.keys(files), 'absent.db']) {
      const output = await run('restore', at(name));
      expect(output, name).toMatchObject({ code: 1, stdout: '' });
      expect.soft(output.stderr, name).toContain(name);
    }
    expect(await accounts()).toEqual(['first']);
    expect((await readdir(data)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('a restore keeps the former secret with the former database, so that both can be restored', async () => {
    const theirs = at('theirs');
    await run('backup', at('copy.db'));
    data = theirs;
    await createAccount('former');
    const secret = await readFile(join(theirs, 'secret'), 'utf8');
    const [, kept = ''] = /kept as (\S+)\.\n/.exec((await run('restore', at('copy.db'))).stdout) ?? [];
    expect(await accounts()).toEqual(['first']);
    expect((await run('restore', kept)).code).toBe(0);
    expect(await accounts()).toEqual(['former']);
    // Without the secret, that database's take URLs, report URLs and callback secrets are invalid.
    expect(await readFile(join(theirs, 'secret'), 'utf8')).toBe(secret);
  });

  it.each(['no database at all', 'x'.repeat(100_000)])(
    'a restore replaces a damaged database and keeps the damaged file (%#)',
    async (content) => {
      await run('backup', at('copy.db'));
      await writeFile(join(data, 'assay.db'), content);
      const output = await run('restore', at('copy.db'));
      expect(output, output.stderr).toMatchObject({ code: 0 });
      const [, kept = ''] = /kept as (\S+)\.\n/.exec(output.stdout) ?? [];
      expect(await readFile(kept, 'utf8')).toBe(content);
      expect(await accounts()).toEqual(['first']);
    },
  );
});
