import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Routes, refuse, server } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';

const account = {
  accountId: 1,
  name: 'Acme',
  email: 'a@acme.example',
  timeZone: 'Europe/Berlin',
  support: null,
  privacy: null,
  receipts: 'mailed',
  lateMinutes: 10,
  color: null,
  logo: null,
  tests: 2,
  createdAt: '2026-11-21T12:00:00.000Z',
  publicUrl: 'https://tests.acme.example',
  scopes: ['read'],
};
const key = 'secret-key-0123456789';
const routes: Routes = {
  'GET /manage/v1/account': ({ headers }) => (headers.get('x-api-key') === key ? account : refuse('401.1', 'The API key is not valid')),
};

describe('profiles', () => {
  let configDirectory: string;
  const file = (): string => join(configDirectory, 'profiles.json');
  const kept = async () => JSON.parse(await readFile(file(), 'utf8'));
  beforeEach(async () => {
    configDirectory = await mkdtemp(join(tmpdir(), 'assay-login-'));
  });
  afterEach(() => rm(configDirectory, { recursive: true }));
  const login = (...args: string[]) => runCli(['login', '--url', server, ...args], { env: {}, configDirectory, routes, piped: `${key}\n` });

  it('login prompts for URL and key, never shows the key, and saves both readable by their owner alone', async () => {
    const ran = await runCli(['login'], { env: {}, configDirectory, routes, answers: [`${server}/`, key] });
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.out).toContain(`${server}, account Acme.`);
    expect(ran.out + ran.err).not.toContain(key);
    expect(await kept()).toEqual({ current: 'default', profiles: { default: { url: server, apiKey: key } } });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('login saves nothing when the server refuses the key', async () => {
    const ran = await runCli(['login', '--url', server], { env: {}, configDirectory, routes, piped: 'another-key-0123' });
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('The API key is not valid (401.1') });
    await expect(stat(file())).rejects.toThrow('ENOENT');
  });

  it('a directory in the place of the file is named, with what to do', async () => {
    await mkdir(file());
    const refused = { code: 1, out: '', err: `${file()} is a directory, not a file of profiles.\nMove it away and run: assay login\n` };
    expect(await login()).toMatchObject(refused);
    expect(await runCli(['tests', 'list'], { env: {}, configDirectory, routes })).toMatchObject(refused);
  });

  it('login accepts a server that has API v2 only', async () => {
    const ran = await runCli(['login', '--url', server], {
      env: {},
      configDirectory,
      piped: key,
      routes: { 'GET /v2/org/tests': () => ({ tests: [], testsCount: 0 }) },
    });
    expect(ran).toMatchObject({ code: 0, err: '' });
  });

  it('the last login is what commands use; --profile names another, before or after the command', async () => {
    await login('--profile', 'one');
    await login('--profile', 'two');
    expect(await kept()).toMatchObject({ current: 'two', profiles: { one: {}, two: {} } });
    const ask = async (...args: string[]) => (await runCli(args, { env: {}, configDirectory, answers: [] })).opened;
    expect(await ask()).toEqual([{ url: server, profile: 'two' }]);
    expect(await ask('--profile', 'one')).toEqual([{ url: server, profile: 'one' }]);
    await writeFile(
      file(),
      JSON.stringify({ current: 'two', profiles: { one: { url: server, apiKey: key }, two: { url: server, apiKey: 'k2' } } }),
    );
    for (const args of [
      ['--profile', 'one', 'account', 'show'],
      ['account', 'show', '--profile', 'one'],
    ])
      expect((await runCli(args, { env: {}, configDirectory, routes })).code, args.join(' ')).toBe(0);
    expect(await runCli(['account', 'show', '--profile', 'three'], { env: {}, configDirectory })).toMatchObject({
      code: 2,
      err: 'There is no profile three.\nRun: assay login --profile three\n',
    });
  });

  it('the environment wins, and no profile’s key is sent to a URL from the environment alone', async () => {
    await login();
    const both = await runCli(['account', 'show'], {
      env: { ASSAY_URL: `${server}/`, ASSAY_API_KEY: key },
      configDirectory: '/nonexistent',
      routes,
    });
    expect(both.code).toBe(0);
    const only = await runCli(['account', 'show'], { env: { ASSAY_URL: 'http://elsewhere.test' }, configDirectory, routes });
    expect(only).toMatchObject({ code: 2, requests: [], err: expect.stringContaining('ASSAY_URL is set without ASSAY_API_KEY') });
    const other = await runCli(['account', 'show'], { env: { ASSAY_API_KEY: 'wrong-key-0123' }, configDirectory, routes });
    expect(other.requests[0]?.headers.get('x-api-key')).toBe('wrong-key-0123');
  });

  it('without a connection, says what to do', async () => {
    expect(await runCli(['tests', 'list'], { env: {}, configDirectory })).toMatchObject({
      code: 1,
      err: expect.stringContaining('Run: assay login'),
    });
    await writeFile(file(), '{"profiles":3}');
    expect(await runCli(['tests', 'list'], { env: {}, configDirectory })).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not a file of profiles'),
    });
  });

  it('rotating the key of a profile saves the new one to it', async () => {
    await login();
    const summary = {
      keyId: 2,
      name: 'mine',
      prefix: 'secret',
      scopes: ['manage'],
      allScopes: false,
      createdAt: account.createdAt,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      current: true,
    };
    const ran = await runCli(['keys', 'rotate', '2', '--yes'], {
      env: {},
      configDirectory,
      routes: {
        'GET /manage/v1/keys': () => ({ keys: [summary] }),
        'POST /manage/v1/keys/2/rotate': () => ({ ...summary, keyId: 3, apiKey: 'next-key-9876' }),
      },
    });
    expect(ran.out).toContain('The profile default has it now.');
    expect(await kept()).toMatchObject({ current: 'default', profiles: { default: { apiKey: 'next-key-9876' } } });
  });
});

describe('assay doctor', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const healthy = (date: string) => ({
    'GET /healthz': () => new Response('ok', { headers: { date } }),
    'GET /v2/org/tests': () => ({ tests: [], testsCount: 0 }),
  });
  const findings = async (given: Routes) => {
    const ran = await runCli(['doctor', '--json'], { routes: given, now });
    const { findings: found } = JSON.parse(ran.out) as { findings: { check: string; ok: boolean | null; says: string }[] };
    return { code: ran.code, of: (check: string) => found.find((one) => one.check === check) };
  };

  it('shows the scopes of a key that may list keys, and that all is well', async () => {
    const { code, of } = await findings({
      ...healthy('Sat, 21 Nov 2026 12:00:00 GMT'),
      'GET /manage/v1/keys': () => ({
        keys: [
          {
            keyId: 1,
            name: 'k',
            prefix: 'key-of',
            scopes: ['read', 'manage'],
            allScopes: false,
            createdAt: account.createdAt,
            lastUsedAt: null,
            expiresAt: null,
            revokedAt: null,
            current: true,
          },
        ],
      }),
    });
    expect(code).toBe(0);
    expect(of('scopes')).toMatchObject({ ok: true, says: 'read, manage' });
    expect(of('management API')).toMatchObject({ ok: true, says: 'is spoken' });
    expect(of('clock')).toMatchObject({ ok: true });
  });

  it('shows by how much and in which direction a clock is off', async () => {
    const { code, of } = await findings({
      ...healthy('Sat, 21 Nov 2026 11:58:00 GMT'),
      'GET /manage/v1/keys': () => refuse('403.1', 'The key lacks the scope manage'),
    });
    expect(code).toBe(1);
    expect(of('clock')).toMatchObject({ ok: false, says: 'the server is 120 s behind this machine' });
    expect(of('scopes')).toMatchObject({ ok: true, says: 'read (whether it may invite cannot be seen)' });
  });

  it('shows a server that has API v2 only, and an invalid key', async () => {
    const { of } = await findings(healthy('Sat, 21 Nov 2026 12:00:00 GMT'));
    expect(of('management API')).toMatchObject({ ok: null, says: 'is not spoken: API v2 only' });
    const wrong = await findings({ ...healthy(''), 'GET /v2/org/tests': () => refuse('401.1', 'The API key is not valid') });
    expect(wrong.code).toBe(1);
    expect(wrong.of('key')).toMatchObject({ ok: false, says: expect.stringContaining('The API key is not valid') });
  });

  it('shows why a server does not respond, and checks nothing else', async () => {
    const ran = await runCli(['doctor'], {
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') })),
    });
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining(`${server} does not answer: connect ECONNREFUSED 127.0.0.1:1`) });
    expect(ran.out).not.toContain('scopes');
  });
});
