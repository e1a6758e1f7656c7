import { readdir } from 'node:fs/promises';
import type { WireTestList } from '@assay/domain';
import { makeTestDatabase, testPostgresUrl } from '@assay/store/testing';
import { inParallel, repetitions, until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { apiOf, type Registered, receiptSent } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
import { call, succeed } from './support/http.ts';
import { mailsIn, mailsTo } from './support/mails.ts';
import { postSlowly } from './support/post-slowly.ts';
import { type Environment, it, type ServerProcess, type Servers, withLanguages } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'processes-processes-processes-processes';
/** What a first start imports; with languages one more, which has programs. */
const sampleTests = 2;

const listTests = (server: ServerProcess, key: string) => apiOf(server, key).get<WireTestList>('/v2/org/tests');

/** Two processes on one empty database, started at the same moment. */
const startTwo = (servers: Servers, environment: Environment) => Promise.all([servers.start(environment), servers.start(environment)]);

const own = repetitions(60, 400);
const both = repetitions(30, 100);

/** Both register candidates of their own and the same ones at once; then candidates take the test on the process that did not register them. */
const shareTheWork = async ([one, other]: readonly [ServerProcess, ServerProcess]): Promise<void> => {
  const [here, there] = [apiOf(one, apiKey), apiOf(other, apiKey)];
  await here.receiptsForAll();
  const { testId } = await here.importTest(smallTestFile(3));
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}@example.com`);
  const shared = names('shared', both);
  const [registeredHere, registeredThere] = await Promise.all([
    inParallel([...shared, ...names('here', own)], 16, (email) => here.register(testId, email)),
    inParallel([...shared, ...names('there', own)], 16, (email) => there.register(testId, email)),
  ]);
  const ids = (registered: readonly Registered[]) => registered.map(({ testInvitationId }) => testInvitationId);
  expect(ids(registeredHere.slice(0, shared.length))).toEqual(ids(registeredThere.slice(0, shared.length)));
  const all = new Set([...ids(registeredHere), ...ids(registeredThere)]);
  expect(all.size).toBe(both + 2 * own);
  for (const api of [here, there]) expect(new Set((await api.invitations(testId)).map((row) => row.testInvitationId))).toEqual(all);

  const takers = [
    ...registeredHere.slice(-12).map((registered) => ({ ...registered, server: other })),
    ...registeredThere.slice(-12).map((registered) => ({ ...registered, server: one })),
  ];
  await inParallel(takers, 12, async ({ server, takeTestURL, testInvitationId }) => {
    const candidate = candidateAt(server, takeTestURL);
    await candidate.start();
    for (const [questionId, answer] of [1, 2, 33].entries()) await candidate.save(questionId + 1, answer);
    // Both at once, as by an impatient finger: one completion.
    const submitted = await Promise.all([one, other].map((process) => candidateAt(process, takeTestURL).submit()));
    expect(submitted[0]).toEqual(submitted[1]);
    expect(await apiOf(server === one ? other : one, apiKey).generatedReport(testInvitationId)).toMatchObject({
      score: '3.5',
      totalScore: '6',
    });
  });
  await inParallel(takers, 12, async ({ testInvitationId }) => {
    expect(await here.story(testInvitationId)).toEqual([
      'invitation.registered',
      'attempt.started',
      'attempt.completed',
      'report.generated',
      receiptSent,
    ]);
  });
  // No 5xx: each of the calls above succeeded, and neither process had a fault of its own.
  expect([...one.errors, ...other.errors]).toEqual([]);
};

describe('two server processes', () => {
  it('share one SQLite file: nothing is lost and nothing done twice', async ({ servers }) => {
    const two = await startTwo(servers, { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey });
    expect((await listTests(two[0], apiKey)).testsCount).toBe(sampleTests);
    await shareTheWork(two);
  });

  it('make one account, one key and one secret when all of them are the first', async ({ servers }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory() };
    const all = await Promise.all([1, 2, 3, 4].map(() => servers.start(environment)));
    const told = all.filter(({ stdout }) => stdout.includes('(shown only this once'));
    expect(told).toHaveLength(1);
    const [first] = told;
    if (first === undefined) return;
    const { tests } = await listTests(first, first.newKey);
    expect(tests).toHaveLength(sampleTests);
    const { takeTestURL } = await apiOf(first, first.newKey).register(tests[0]?.testId ?? 0, 'ana@example.com');
    // Signed by one, read by each.
    for (const server of all) expect(await candidateAt(server, takeTestURL).attempt()).toMatchObject({ status: 'Pending' });
  });

  // As everywhere in the project: in CI a missing Postgres fails before this file is read.
  if (testPostgresUrl !== undefined)
    it('share one Postgres database: nothing is lost and nothing done twice', async ({ servers, onTestFinished }) => {
      const database = await makeTestDatabase('blank');
      // Runs before the processes are ended: the drop ends their connections, which they log and nobody reads any more.
      onTestFinished(database.drop);
      const environment = {
        ASSAY_DATABASE_URL: database.url,
        ASSAY_API_KEY: apiKey,
        ASSAY_SECRET: 'a secret that both of the processes know',
      };
      const [one, other] = await startTwo(servers, { ...environment, ASSAY_DATA_DIR: await servers.directory() });
      // A third one on a disk of its own would lose what is uploaded to it.
      const alone = servers.spawn({ ...environment, ASSAY_DATA_DIR: await servers.directory() });
      expect(await alone.ended()).toEqual({ code: 1, signal: null });
      expect(alone.stderr).toMatch(/cannot start: The images and files of the database are not in .+images: .+ASSAY_STORAGE_URL.+\n$/);
      expect((await listTests(one, apiKey)).testsCount).toBe(sampleTests);
      await shareTheWork([one, other]);
      expect([await one.stop(), await other.stop()]).toEqual([
        { code: 0, signal: null },
        { code: 0, signal: null },
      ]);
    });
});

describe('a start', { concurrent: true }, () => {
  it('with wrong settings exits 2, names each of them and leaves no trace', async ({ servers }) => {
    const directory = await servers.directory();
    const wrong = {
      ASSAY_PORT: '80800',
      ASSAY_PROT: '8080',
      ASSAY_SECRET: 'short',
      ASSAY_API_KEY: 'short',
      ASSAY_V2_HTTP_STATUS: 'sometimes',
      ASSAY_ACCOUNT_TIMEZONE: 'Mars/Olympus',
    };
    const server = servers.spawn({ ASSAY_DATA_DIR: directory, ...wrong });
    expect(await server.ended()).toEqual({ code: 2, signal: null });
    for (const variable of Object.keys(wrong)) expect(server.stderr).toContain(`${variable}: `);
    expect(server.stderr).not.toMatch(/^ {4}at /m);
    expect(server.stdout).toBe('');
    expect(await readdir(directory)).toEqual([]);
  });

  it('on a port in use exits 1 and says what to do', async ({ servers }) => {
    const first = await servers.start({ ASSAY_DATA_DIR: await servers.directory() });
    const second = servers.spawn({ ASSAY_DATA_DIR: await servers.directory(), ASSAY_PORT: new URL(first.url).port });
    expect(await second.ended()).toEqual({ code: 1, signal: null });
    expect(second.stderr).toMatch(/port is in use: set ASSAY_PORT to another one/);
    expect(second.stderr).not.toMatch(/^ {4}at /m);
    expect(await call(`${first.url}/healthz`)).toMatchObject({ status: 200 });
  });

  it('that found its port in use has made no key: the next one makes it and shows it', async ({ servers }) => {
    const first = await servers.start({ ASSAY_DATA_DIR: await servers.directory() });
    const environment = { ASSAY_DATA_DIR: await servers.directory() };
    await servers.spawn({ ...environment, ASSAY_PORT: new URL(first.url).port }).ended();
    const next = await servers.start(environment);
    expect((await listTests(next, next.newKey)).testsCount).toBe(sampleTests);
  });

  it('shows a new key once; the next one shows its prefix and imports no sample again', async ({ servers }) => {
    const environment = { ...withLanguages, ASSAY_DATA_DIR: await servers.directory() };
    const first = await servers.start(environment);
    const key = first.newKey;
    const { tests, testsCount } = await listTests(first, key);
    expect(testsCount).toBe(sampleTests + 1);
    for (const { testId, testName } of tests) expect(first.stdout).toContain(`${testId}  ${testName}`);
    expect(await first.stop()).toEqual({ code: 0, signal: null });

    const second = await servers.start(environment);
    expect(second.stdout).not.toContain(key);
    expect(second.stdout).toContain(`API key   ${key.slice(0, 12)}…`);
    expect(await listTests(second, key)).toEqual({ tests, testsCount });
    expect(first.stderr + second.stderr).not.toContain(key);
  });

  it('with a new ASSAY_API_KEY below 32 characters exits 2 and names the rule', async ({ servers }) => {
    const server = servers.spawn({ ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: 'k'.repeat(31) });
    expect(await server.ended()).toEqual({ code: 2, signal: null });
    expect(server.stderr).toContain('ASSAY_API_KEY: must be at least 32 characters');
    expect(server.stderr).not.toMatch(/^ {4}at /m);
  });

  it('with an ASSAY_API_KEY that was revoked says that it opens nothing, and serves', async ({ servers }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey };
    await (await servers.start(environment)).stop();
    expect((await servers.command(environment, 'keys', 'revoke', '1', '--account', '1')).code).toBe(0);
    const server = await servers.start(environment);
    expect(server.stdout).toMatch(/API key .*it opens nothing/);
    expect(server.stderr).toContain('ASSAY_API_KEY was revoked or rotated');
    expect(await call(`${server.url}/readyz`)).toMatchObject({ status: 200 });
    expect(await call(`${server.url}/v2/org/tests`, { key: apiKey })).toMatchObject({ status: 401 });
  });

  it('with ASSAY_API_KEY takes that key and never prints it', async ({ servers }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey };
    for (const server of [await servers.start(environment), await servers.start(environment)]) {
      expect((await listTests(server, apiKey)).testsCount).toBe(sampleTests);
      expect(await call(`${server.url}/v2/org/tests`, { key: `${apiKey}s` })).toMatchObject({ status: 401, statuscode: '401.1' });
      expect(server.stdout + server.stderr).not.toContain(apiKey);
    }
  });
});

/** A registration that the server has begun to handle, and what to do when it has been told to stop. */
const registerWhileStopping = async (servers: Servers, environment: Environment, signal: NodeJS.Signals, keepAlive: boolean) => {
  const server = await servers.start(environment);
  const { testId } = await apiOf(server, apiKey).importTest(smallTestFile(1));
  const body = { emailId: 'late@example.com', fullName: 'Just in time' };
  const register = await postSlowly(`${server.url}/v2/org/tests/${testId}/register`, apiKey, body, { keepAlive });
  server.signal(signal);
  await until('the server to take no more requests', () =>
    fetch(`${server.url}/healthz`, { headers: { connection: 'close' } }).then(
      ({ ok }) => (ok ? undefined : true),
      () => true,
    ),
  );
  const { status, envelope } = await register.finish();
  expect({ status, envelope }).toMatchObject({ status: 200, envelope: { statuscode: '200.1' } });
  return { server, disconnect: register.disconnect, registered: envelope.result as Registered };
};

describe('stopping', () => {
  it.for(['SIGTERM', 'SIGINT'] as const)(
    'by %s lets a request in flight finish, takes no other, and exits 0',
    async (signal, { servers }) => {
      const environment = { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey };
      const { server, registered } = await registerWhileStopping(servers, environment, signal, false);
      expect(await server.ended()).toEqual({ code: 0, signal: null });

      const restarted = await servers.start(environment);
      expect(await apiOf(restarted, apiKey).report(registered.testInvitationId)).toMatchObject({ emailId: 'late@example.com' });
      expect([...server.errors, ...restarted.errors]).toEqual([]);
    },
  );

  it('does not wait for a client that keeps its connection open after the last answer', async ({ servers, onTestFinished }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey };
    const { server, disconnect } = await registerWhileStopping(servers, environment, 'SIGTERM', true);
    onTestFinished(disconnect);
    expect(await server.ended()).toEqual({ code: 0, signal: null });
  });

  it('does not wait for idle connections', async ({ servers }) => {
    const server = await servers.start({ ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey });
    // These stay open for more than a minute unless the server closes them.
    await Promise.all(Array.from({ length: 8 }, () => listTests(server, apiKey)));
    server.signal('SIGTERM');
    expect(await server.ended()).toEqual({ code: 0, signal: null });
  });
});

describe('joining', () => {
  it('with an email that is already invited mails the URL, as a file when there is no mail server', async ({ servers }) => {
    const directory = await servers.directory();
    const server = await servers.start({ ASSAY_DATA_DIR: directory, ASSAY_API_KEY: apiKey, ASSAY_ACCOUNT_NAME: 'Acme Hiring' });
    const api = apiOf(server, apiKey);
    const { testId, accessKey } = await api.importTest(smallTestFile(1));
    const { takeTestURL } = await api.register(testId, 'ana@example.com');
    const join = (emailId: string) => call(`${server.url}/join/${accessKey}`, { method: 'POST', body: { emailId, fullName: 'Mallory' } });

    const stranger = await succeed(join('new@example.com'));
    expect(stranger).toMatchObject({ takeTestURL: expect.stringContaining(`${server.url}/take/`) });
    const refused = await join('ANA@example.com');
    expect(refused).toMatchObject({ status: 403, statuscode: '403.22' });
    expect(JSON.stringify(refused)).not.toContain('/take/');

    const [mail] = await mailsTo(directory, 'ana@example.com');
    expect(mail?.to).toEqual([{ address: 'ana@example.com', name: 'Candidate ana@example.com' }]);
    expect(mail?.from?.name).toBe('Acme Hiring');
    expect(mail?.text).toContain(takeTestURL);
    expect(await mailsIn(directory)).toHaveLength(1);
  });
});
