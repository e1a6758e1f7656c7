import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAssay, readConfig, withoutOutbound } from '@assay/runtime';
import { makeTestDatabase, makeTestDirectory, testPostgresUrl } from '@assay/store/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { picture } from '../testing/images.ts';
import { runCommand } from '../testing/run-command.ts';

const email = 'a@acme.example';
const postgres = { ASSAY_DATABASE_URL: 'postgres://127.0.0.1:1/assay' };
const withSecret = { ...postgres, ASSAY_SECRET: 'a secret of thirty-two characters' };

describe('an operator command', () => {
  let directory: Awaited<ReturnType<typeof makeTestDirectory>>;
  const run = (...args: string[]) => runCommand({ ASSAY_DATA_DIR: directory.path }, ...args);
  beforeAll(async () => {
    directory = await makeTestDirectory();
    const { close } = await openAssay(readConfig({ ASSAY_DATA_DIR: directory.path }), withoutOutbound);
    await close();
  });
  afterAll(() => directory.remove());

  it('shows and sets the quotas of an account', async () => {
    const service = await makeTestDirectory();
    onTestFinished(service.remove);
    const quota = (...args: string[]) => runCommand({ ASSAY_DATA_DIR: service.path }, 'accounts', 'quota', ...args);
    await runCommand({ ASSAY_DATA_DIR: service.path }, 'accounts', 'create', '--name', 'Acme');
    const set = await quota('1', '--invitations-a-day', '7', '--exports-at-once', 'off', '--json');
    expect(JSON.parse(set.stdout)).toMatchObject([
      { quota: 'invitations', limit: 7, isDefault: false, used: 0 },
      { quota: 'candidates', limit: null, isDefault: true },
      { quota: 'processorSeconds', limit: null, isDefault: true },
      { quota: 'mails', limit: null, isDefault: true },
      { quota: 'callbacks', limit: null, isDefault: true },
      { quota: 'exports', limit: null, isDefault: false },
      { quota: 'bytes', limit: null, isDefault: true, used: 0 },
    ]);
    const shown = await quota('1', '--exports-at-once', 'default');
    expect(shown.stdout).toMatch(
      /^QUOTA +LIMIT +SET +USED +RESETS\ninvitations +7 a day +set +0 +20.*\n.*\n.*\n.*\n.*\nexports +20 at once +default/,
    );
    expect(await quota('1', '--invitations-a-day', '-1')).toMatchObject({ code: 2, stderr: expect.stringContaining('off for no limit') });
    expect(await quota('2')).toMatchObject({ code: 1, stderr: 'No account 2 in this installation\n' });
  });

  it('chooses an engine for programs whose own is gone, and takes that back', async () => {
    expect(await run('engines', 'list')).toMatchObject({ code: 0, stdout: expect.stringContaining('none was chosen instead') });
    const chosen = await run('engines', 'choose', 'python', 'native', 'embedded', '--json');
    expect(JSON.parse(chosen.stdout)).toMatchObject([{ language: 'python', engine: 'native', instead: 'embedded' }]);
    expect((await run('engines', 'list')).stdout).toMatch(/^LANGUAGE +PINNED TO +RUN BY +SINCE\npython +native +embedded +20/);
    expect(await run('engines', 'choose', 'cobol', 'native', 'embedded')).toMatchObject({ code: 2 });
    expect(await run('engines', 'choose', 'python', 'Native!', 'embedded')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name of an engine'),
    });
    expect(JSON.parse((await run('engines', 'restore', 'python', 'native', '--json')).stdout)).toEqual([]);
  });

  it('that lists accounts says if there is none; with --json it prints an empty list', async () => {
    expect(await run('accounts', 'list')).toMatchObject({ code: 0, stdout: expect.stringContaining('no account yet'), stderr: '' });
    expect(await run('accounts', 'list', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  });

  it('refuses where there is no service, says where it looked, and makes none', async () => {
    const elsewhere = join(directory.path, 'elsewhere');
    for (const args of [
      ['accounts', 'list'],
      ['accounts', 'set', '1'],
      ['keys', 'list', '--account', '1'],
      ['keys', 'create', '--account', '1', '--name', 'x', '--scopes', 'read'],
      ['keys', 'revoke', '1', '--account', '1'],
      ['backup', join(directory.path, 'x.db')],
    ]) {
      const refused = await runCommand({ ASSAY_DATA_DIR: elsewhere }, ...args);
      expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain(join(elsewhere, 'assay.db'));
    }
    // It tries the engines all the same, and compares the clocks although none runs programs.
    const doctor = await runCommand({ ASSAY_DATA_DIR: elsewhere, ASSAY_RUNNER: 'none' }, 'doctor');
    expect(doctor).toMatchObject({ code: 1, stderr: expect.stringMatching(/not compared. There is no service in .+No engine runs/s) });
    expect(existsSync(elsewhere)).toBe(false);
  });

  it.runIf(testPostgresUrl)('refuses an empty PostgreSQL database, says which, and leaves it empty', async () => {
    const database = await makeTestDatabase('blank');
    onTestFinished(database.drop);
    const there = { ASSAY_DATA_DIR: directory.path, ASSAY_SECRET: 's'.repeat(32), ASSAY_DATABASE_URL: database.url };
    const { host, pathname } = new URL(database.url);
    for (let times = 0; times < 2; times += 1)
      expect(await runCommand(there, 'keys', 'list', '--account', '1')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`There is no service in PostgreSQL at ${host}${pathname}: `),
      });
    expect(await runCommand(there, 'accounts', 'create', '--name', 'Acme')).toMatchObject({ code: 0 });
    expect(await runCommand(there, 'keys', 'list', '--account', '1')).toMatchObject({ code: 0 });
  });

  it('that cannot open the database says why in one line', async () => {
    const file = join(directory.path, 'file');
    await writeFile(file, '');
    const below = await runCommand({ ASSAY_DATA_DIR: join(file, 'below') }, 'accounts', 'create', '--name', 'Acme');
    expect(below).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The data directory .+ is a file; .+\n$/) });
    const away = await runCommand({ ASSAY_DATA_DIR: directory.path, ...withSecret }, 'accounts', 'list');
    expect(away).toEqual({
      code: 1,
      stdout: '',
      stderr: 'PostgreSQL at 127.0.0.1:1/assay cannot be reached (ECONNREFUSED): start it, or correct ASSAY_DATABASE_URL\n',
    });
  });

  it('accepts another secret in place of the one before, and says what is lost', async () => {
    const accept = (letter: string) => runCommand({ ASSAY_DATA_DIR: directory.path, ASSAY_SECRET: letter.repeat(32) }, 'secret', 'accept');
    const known = { code: 0, stdout: 'The database is used with this secret already.\n', stderr: '' };
    expect(await accept('a')).toEqual(known);
    expect(await accept('b')).toMatchObject({ code: 0, stdout: expect.stringMatching(/URLs .+ open nothing.+callback-secrets\/rotate/s) });
    expect(await accept('b')).toEqual(known);
  });

  it.runIf(testPostgresUrl)('accepts another folder for images and files in place of the one before', async () => {
    const database = await makeTestDatabase('blank');
    onTestFinished(database.drop);
    const at = (folder: string) => ({
      ...{ ASSAY_DATABASE_URL: database.url, ASSAY_SECRET: 's'.repeat(32) },
      ASSAY_DATA_DIR: join(directory.path, folder),
    });
    const serve = async (folder: string) => (await openAssay(readConfig(at(folder)), withoutOutbound, { serves: true })).close();
    const accept = (folder: string) => runCommand(at(folder), 'storage', 'accept');
    await serve('here');
    await expect(serve('there')).rejects.toThrow('storage accept');
    const known = { code: 0, stdout: 'The images and files of the database are here already.\n', stderr: '' };
    expect(await accept('here')).toEqual(known);
    expect(await accept('there')).toMatchObject({ code: 0, stdout: expect.stringMatching(/are here from now on\.\nStart all/) });
    expect(await accept('there')).toEqual(known);
    await serve('there');
    await expect(serve('here')).rejects.toThrow('storage accept');
  });

  it('that makes the first account makes the service, and tells so', async () => {
    const file = join(directory.path, 'new', 'assay.db');
    const create = () => runCommand({ ASSAY_DATA_DIR: join(directory.path, 'new') }, 'accounts', 'create', '--name', 'Acme', '--json');
    expect(await create()).toMatchObject({ code: 0, stderr: `There was no service in ${file}: it is made.\n` });
    expect(await create()).toMatchObject({ code: 0, stderr: '' });
  });

  it('prints one JSON document with --json, and otherwise a table', async () => {
    const created = await run('accounts', 'create', '--name', 'Ätna 株式会社', '--email', email, '--json');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(created.stdout)).toMatchObject({ accountId: 1, timeZone: 'UTC', apiKey: expect.stringMatching(/^assay_/) });
    const [headings, row] = (await run('accounts', 'list')).stdout.split('\n');
    expect(headings).toMatch(/^ACCOUNT {2}NAME +EMAIL +TIME ZONE +TESTS +CREATED$/);
    expect(row).toMatch(/^1 +Ätna 株式会社 +a@acme\.example +UTC +0 +20/);
    const keys = (await run('keys', 'list', '--account', '1')).stdout;
    expect(keys).toMatch(
      /^KEY {2}NAME +STARTS WITH +SCOPES +CREATED +LAST USED +EXPIRES +REVOKED\n1 +first key +assay_[\w-]+ +all +\S+ +- +- +-\n$/,
    );
  });

  it('grants any scope, those of later versions too, and an end', async () => {
    await run('accounts', 'create', '--name', 'Acme', '--email', email);
    const create = async (...args: string[]) =>
      JSON.parse((await run('keys', 'create', '--account', '1', '--name', 'x', ...args, '--json')).stdout);
    expect(await create('--scopes', 'read, invite')).toMatchObject({ scopes: ['read', 'invite'], allScopes: false, expiresAt: null });
    const made = await create('--scopes', 'all', '--expires-in-days', '30');
    expect(made).toMatchObject({ scopes: ['read', 'invite', 'manage', 'read-answers', 'grade'], allScopes: true });
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(30 * 24 * 60 * 60_000);
    expect((await run('keys', 'list', '--account', '1')).stdout).toContain(made.expiresAt);
  });

  it('changes only the fields of an account that are given; an empty text removes a notice', async () => {
    const created = JSON.parse((await run('accounts', 'create', '--name', 'Acme', '--email', email, '--json')).stdout);
    const { apiKey: _, ...before } = created;
    expect(before).toMatchObject({ support: null, privacy: null, receipts: 'mailed', lateMinutes: 10 });
    const set = async (...args: string[]): Promise<unknown> => {
      const output = await run('accounts', 'set', String(created.accountId), ...args, '--json');
      expect(output, output.stderr).toMatchObject({ code: 0, stderr: '' });
      return JSON.parse(output.stdout);
    };
    expect(await set()).toEqual(before);
    const moved = { ...before, name: 'Ätna', email: 'b@acme.example', timeZone: 'Asia/Kolkata' };
    expect(await set('--name', 'Ätna', '--email', 'b@acme.example', '--timezone', 'Asia/Kolkata')).toEqual(moved);
    const notices = { support: 'help@acme.example', privacy: 'https://acme.example/privacy' };
    expect(await set('--support', notices.support, '--privacy', ` ${notices.privacy} `)).toEqual({ ...moved, ...notices });
    expect(await set('--support', '')).toEqual({ ...moved, ...notices, support: null });
    expect(await set('--support', 'Ask Bea', '--privacy', ' ')).toEqual({ ...moved, support: 'Ask Bea', privacy: null });
    const text = (await run('accounts', 'set', String(created.accountId))).stdout;
    expect(text).toBe(
      `Account ${created.accountId}: Ätna <b@acme.example>, Asia/Kolkata\nSupport  Ask Bea\nPrivacy  none: candidates are told nothing of their data\nReceipts for candidates whose invitation Assay mailed\nLate     answers count for 10 min if they were typed in time\nColor    the usual one\nLogo     none\n`,
    );
    expect(await set('--no-email', '--receipts', 'all', '--late-minutes', '5')).toMatchObject({
      email: '',
      receipts: 'all',
      lateMinutes: 5,
    });
    expect((await run('accounts', 'set', String(created.accountId))).stdout).toContain('Ätna <no address>, Asia/Kolkata');
  });

  it('sets and removes colour and logo of reports, and makes accounts with them; a logo is decoded', async () => {
    const file = join(directory.path, 'logo.png');
    await writeFile(file, await picture({ format: 'png' }));
    const branded = ['--report-color', '#7A1F5C', '--logo', file, '--json'];
    const created = JSON.parse((await run('accounts', 'create', '--name', 'Acme', ...branded)).stdout);
    expect(created).toMatchObject({ color: '#7a1f5c', logo: expect.stringMatching(/^[0-9a-f]{16}$/) });
    const set = (...args: string[]) => run('accounts', 'set', String(created.accountId), ...args);
    const { stdout } = await set('--no-report-color', '--no-logo', '--no-support', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ color: null, logo: null, support: null });
    expect(JSON.parse((await set(...branded)).stdout)).toMatchObject({ color: created.color, logo: created.logo });
    await writeFile(file, 'no picture');
    expect(await set('--logo', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('must be a PNG or JPEG') });
    expect(await set('--logo', directory.path)).toMatchObject({ code: 2, stderr: expect.stringContaining('is a directory') });
    expect(await set('--logo', '/dev/zero')).toMatchObject({ code: 1, stderr: expect.stringContaining('longer than 64 KiB') });
    await writeFile(file, Buffer.alloc(64 * 1024 + 1));
    expect(await set('--logo', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('is longer than 64 KiB') });
    expect(await set('--logo', join(directory.path, 'none.png'))).toMatchObject({ code: 2, stderr: expect.stringContaining('ENOENT') });
    expect(await set('--report-color', '#ffffff')).toMatchObject({ code: 2, stderr: expect.stringContaining('contrast') });
  });

  it('creates an account without an address', async () => {
    const output = await run('accounts', 'create', '--name', 'Acme', '--receipts', 'none', '--json');
    expect(output, output.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(output.stdout)).toMatchObject({ name: 'Acme', email: '', receipts: 'none' });
    expect((await run('accounts', 'list')).stdout).toMatch(/Acme +- +UTC/);
  });

  it('creates an account with its notices', async () => {
    const notices = { support: 'help@acme.example', privacy: 'https://acme.example/privacy' };
    const args = ['--name', 'Acme', '--email', email, '--support', notices.support, '--privacy', notices.privacy];
    const output = await run('accounts', 'create', ...args, '--json');
    expect(output, output.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(output.stdout)).toMatchObject(notices);
  });

  it.each<[args: string[], code: number, says: RegExp]>([
    [['--help'], 0, /accounts.*keys.*backup.*restore/s],
    [['keys', 'create', '--help'], 0, /--scopes/],
    [['account'], 2, /unknown command 'account'/],
    [['accounts', 'delete'], 2, /unknown command 'delete'/],
    [['accounts'], 2, /create/],
    [['accounts', 'list', '--jsn'], 2, /unknown option '--jsn'/],
    [['accounts', 'list', 'extra'], 2, /too many arguments/],
    [['accounts', 'create', '--email', email], 2, /--name/],
    [['accounts', 'create', '--name', 'Acme', '--email', 'nobody'], 2, /--email.*must be an email address/],
    [['accounts', 'create', '--name', ' ', '--email', email], 2, /--name.*is required/],
    [['accounts', 'create', '--name', 'Acme', '--email', email, '--timezone', 'Mars/Phobos'], 2, /--timezone.*must be an IANA zone/],
    [['accounts', 'set'], 2, /missing required argument 'account'/],
    [['accounts', 'create', '--name', 'Acme', '--late-minutes', '61'], 2, /--late-minutes.*60/],
    [['accounts', 'create', '--name', 'Acme', '--receipts', 'some'], 2, /--receipts.*mailed, all, none/],
    [['accounts', 'set', 'one', '--name', 'Acme'], 2, /must be the number of an account/],
    [['accounts', 'set', '0', '--name', 'Acme'], 2, /must be the number of an account/],
    [['accounts', 'set', '999', '--name', 'Acme'], 1, /No account 999/],
    [['accounts', 'set', '999'], 1, /No account 999/],
    [['accounts', 'set', '1', '--email', 'nobody'], 2, /--email.*must be an email address/],
    [['accounts', 'set', '1', '--name', ''], 2, /--name.*is required/],
    [['accounts', 'set', '1', '--timezone', 'Mars/Phobos'], 2, /--timezone.*must be an IANA zone/],
    [['accounts', 'set', '1', '--support', 'x'.repeat(501)], 2, /--support.*must be at most 500 characters/],
    [['accounts', 'set', '1', '--privacy', 'x'.repeat(501)], 2, /--privacy.*must be at most 500 characters/],
    [['keys', 'list'], 2, /--account/],
    [['keys', 'list', '--account', 'one'], 2, /must be the number of an account/],
    [['keys', 'list', '--account', '999'], 1, /No account 999/],
    [['keys', 'revoke', '--account', '1'], 2, /missing required argument 'keyId'/],
    [['keys', 'revoke', '999', '--account', '1'], 1, /999/],
    [['keys', 'revoke', 'first', '--account', '1'], 1, /keyId: must be/],
    [['keys', 'create', '--account', '1', '--name', 'x', '--scopes', 'read,fly'], 1, /scopes/],
    [['keys', 'create', '--account', '1', '--name', ' ', '--scopes', 'read'], 1, /name: /],
    [['keys', 'create', '--account', '1', '--name', 'x'], 2, /--scopes/],
    [['keys', 'create', '--account', '1', '--name', 'x', '--scopes', 'read', '--expires-in-days', '0'], 2, /--expires-in-days.*1 to 3650/],
    [['backup'], 2, /missing required argument 'file'/],
  ])('%j exits %i and says %s', async (args, code, says) => {
    const output = await run(...args);
    expect(output.code, output.stderr).toBe(code);
    expect(code === 0 ? output.stdout : output.stderr).toMatch(says);
    // A script that reads the result must not get one.
    if (code !== 0) expect(output.stdout).toBe('');
  });

  it.each<[args: string[], environment: Record<string, string>, code: number, says: RegExp]>([
    [['accounts', 'list'], postgres, 2, /ASSAY_SECRET: is required/],
    [['accounts', 'list'], { ASSAY_PROT: '1' }, 2, /ASSAY_PROT: /],
    [['backup', 'x.db'], withSecret, 1, /PostgreSQL.*pg_dump.*ASSAY_SECRET/],
    [['restore', 'x.db'], withSecret, 1, /PostgreSQL.*pg_restore/],
  ])('%j with %j exits %i and says %s', async (args, environment, code, says) => {
    const output = await runCommand({ ASSAY_DATA_DIR: directory.path, ...environment }, ...args);
    expect(output).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(says) });
  });
});
