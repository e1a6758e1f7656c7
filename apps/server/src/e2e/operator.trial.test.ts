import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AccountSummary, ApiKeySummary, WireTestList } from '@assay/domain';
import { describe } from 'vitest';
import { apiOf } from './support/api.ts';
import { call } from './support/http.ts';
import { type Command, it } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'operator-operator-operator-operator';
const json = <Value>({ stdout }: Command): Value => JSON.parse(stdout) as Value;
type CreatedAccount = AccountSummary & { readonly apiKey: string };
type CreatedKey = ApiKeySummary & { readonly apiKey: string };

describe('commands of the operator', { concurrent: true }, () => {
  it('make accounts whose keys work at once beside a running server, each with tests of its own', async ({ servers, expect }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory() };
    const server = await servers.start({ ...environment, ASSAY_API_KEY: apiKey, ASSAY_ACCOUNT_NAME: 'First' });
    const run = (...args: string[]) => servers.command(environment, ...args);
    const create = ['accounts', 'create', '--name', 'Ätna 株式会社', '--email', 'hiring@aetna.example', '--timezone', 'Asia/Kolkata'];

    const told = await run(...create);
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(told.stdout).toContain('Account 2 (Ätna 株式会社) is made.');
    const [, shown = ''] = /API key {2}(\S+) {3}\(shown only this once/.exec(told.stdout) ?? [];
    const created = json<CreatedAccount>(await run(...create, '--json'));
    expect(created).toEqual({
      accountId: 3,
      name: 'Ätna 株式会社',
      email: 'hiring@aetna.example',
      timeZone: 'Asia/Kolkata',
      support: null,
      privacy: null,
      receipts: 'mailed',
      lateMinutes: 10,
      color: null,
      logo: null,
      tests: 0,
      createdAt: expect.any(String),
      apiKey: expect.stringMatching(/^assay_/),
    });
    for (const key of [shown, created.apiKey])
      expect(await apiOf(server, key).get<WireTestList>('/v2/org/tests')).toMatchObject({ testsCount: 0 });
    await apiOf(server, created.apiKey).importTest(smallTestFile(1));

    const list = await run('accounts', 'list', '--json');
    expect(json<AccountSummary[]>(list).map(({ accountId, name, tests }) => [accountId, name, tests])).toEqual([
      [1, 'First', 2],
      [2, 'Ätna 株式会社', 0],
      [3, 'Ätna 株式会社', 1],
    ]);
    for (const key of [shown, created.apiKey, apiKey]) expect(list.stdout).not.toContain(key);
    expect(server.errors).toEqual([]);
  });

  it('make, list and revoke keys; a revoked one stops at once', async ({ servers, expect }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory() };
    const server = await servers.start({ ...environment, ASSAY_API_KEY: apiKey });
    const run = (...args: string[]) => servers.command(environment, 'keys', ...args, '--account', '1', '--json');
    const ask = (key: string, method: 'GET' | 'POST', path: string) => call(`${server.url}${path}`, { method, key, body: undefined });

    const made = json<CreatedKey>(await run('create', '--name', 'ATS, read only', '--scopes', 'read'));
    expect(made).toMatchObject({ name: 'ATS, read only', scopes: ['read'], revokedAt: null });
    expect(await ask(made.apiKey, 'GET', '/v2/org/tests')).toMatchObject({ status: 200 });
    expect(await ask(made.apiKey, 'POST', '/manage/v1/callback-secrets/rotate')).toMatchObject({ statuscode: '403.1' });

    const listed = await run('list');
    expect(listed.stdout).not.toContain(made.apiKey);
    expect(json<ApiKeySummary[]>(listed)).toContainEqual(expect.objectContaining({ keyId: made.keyId, prefix: made.apiKey.slice(0, 12) }));

    const revoked = json<ApiKeySummary>(await run('revoke', String(made.keyId)));
    expect(revoked).toMatchObject({ keyId: made.keyId, revokedAt: expect.any(String) });
    expect(await ask(made.apiKey, 'GET', '/v2/org/tests')).toMatchObject({ status: 401, statuscode: '401.1' });
    expect(await ask(apiKey, 'GET', '/v2/org/tests')).toMatchObject({ status: 200 });

    // Another account's key is not this account's to revoke, and neither is one that never was.
    const other = json<CreatedAccount>(
      await servers.command(environment, 'accounts', 'create', '--name', 'B', '--email', 'b@b.example', '--json'),
    );
    const refused = await servers.command(environment, 'keys', 'revoke', String(made.keyId), '--account', String(other.accountId));
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(String(made.keyId)) });
    expect(server.errors).toEqual([]);
  });

  it('work before the first start, and the server that starts then keeps what they made', async ({ servers, expect }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory() };
    const created = json<CreatedAccount>(
      await servers.command(environment, 'accounts', 'create', '--name', 'Acme', '--email', 'a@acme.example', '--json'),
    );
    const server = await servers.start(environment);
    expect(await call(`${server.url}/v2/org/tests`, { key: created.apiKey })).toMatchObject({ status: 200 });
  });

  it('that docs/operating.md lists work in its order, beside a server that is stopped before the restore', async ({ servers, expect }) => {
    const directory = await servers.directory();
    const environment = { ASSAY_DATA_DIR: directory };
    const document = await readFile(fileURLToPath(new URL('../../../../docs/operating.md', import.meta.url)), 'utf8');
    const block = document.slice(document.indexOf('## Commands'), document.indexOf('## API keys'));
    const commands = Array.from(block.matchAll(/^assay-server (.*?)(?: +#.*)?$/gm), ([, line = '']) =>
      Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare = '']) => quoted ?? bare.replace('/backups', join(directory, 'kept'))),
    );
    expect(commands.map(([noun, verb]) => `${noun} ${verb}`)).toEqual(expect.arrayContaining(['accounts create', 'keys revoke']));
    await mkdir(join(directory, 'kept'));
    const server = await servers.start(environment);
    for (const args of commands) {
      if (args[0] === 'restore') {
        server.signal('SIGTERM');
        await server.ended();
      }
      expect(await servers.command(environment, ...args), args.join(' ')).toMatchObject({ code: 0 });
    }
    expect(server.errors).toEqual([]);
  });

  it('exit with 0, 1 or 2, without a stack trace', async ({ servers, expect }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory() };
    const absent = await servers.command(environment, 'accounts', 'list', '--json');
    expect(absent).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('There is no service in') });
    expect(await servers.command(environment, 'accounts', 'create', '--name', 'Acme', '--json')).toMatchObject({ code: 0 });
    const done = await servers.command(environment, 'keys', 'list', '--account', '1', '--json');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    const refused = await servers.command(environment, 'keys', 'list', '--account', '7');
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('No account 7') });
    const wrong = await servers.command(environment, 'accounts', 'destroy');
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('destroy') });
    const misspelt = await servers.command({ ...environment, ASSAY_PROT: '1' }, 'accounts', 'list');
    expect(misspelt).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('ASSAY_PROT') });
    for (const { stderr } of [absent, refused, wrong, misspelt]) expect(stderr).not.toMatch(/^ {4}at /m);
  });
});
