import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inParallel, until } from '@assay/testing';
import { describe } from 'vitest';
import { apiOf, type Registered } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
import { it, withLanguages } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'backup-backup-backup-backup-backup';
const emails = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}@example.com`);

describe('a backup', { concurrent: true }, () => {
  it('that is made among writes holds all that was acknowledged before it, and its take URLs open after the restore', async ({
    servers,
    expect,
  }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey };
    const server = await servers.start(environment);
    const api = apiOf(server, apiKey);
    const { testId } = await api.importTest(smallTestFile(1));
    const register = (email: string): Promise<Registered> => api.register(testId, email);
    const before = await inParallel(emails('before', 100), 16, register);
    const file = join(await servers.directory(), 'assay-backup.db');

    // 200 at a time, again and again, until the copy is there.
    const during: Registered[] = [];
    const ending = new AbortController();
    const writing = Array.from({ length: 200 }, async (_, lane) => {
      for (let count = 0; !ending.signal.aborted; count += 1) during.push(await register(`during${lane}-${count}@example.com`));
    });
    const told = await servers.command(environment, 'backup', file);
    ending.abort();
    await Promise.all(writing);
    expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining(`${file}: `) });
    expect(during.length).toBeGreaterThan(200);
    expect(server.errors).toEqual([]);

    const elsewhere = { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey };
    expect(await servers.command(elsewhere, 'restore', file)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The secret is restored too'),
    });
    const restored = await servers.start(elsewhere);
    const stored = new Set((await apiOf(restored, apiKey).invitations(testId)).map((row) => row.testInvitationId));
    const lost = before.filter(({ testInvitationId }) => !stored.has(testInvitationId));
    expect(lost).toEqual([]);
    await inParallel(before, 8, async ({ takeTestURL, testInvitationId }) => {
      expect(await candidateAt(restored, takeTestURL).attempt()).toMatchObject({ testInvitationId, status: 'Pending' });
    });
    const [some] = before;
    expect(await candidateAt(restored, some?.takeTestURL ?? '').start()).toMatchObject({ status: 'In progress' });
    expect(await apiOf(restored, apiKey).callbackSecret()).toMatch(/^whsec_/);
    expect(restored.errors).toEqual([]);
  });
});

describe('a backup of what is not graded yet', () => {
  it('is graded where it is restored, and the report comes', async ({ servers, expect }) => {
    // Without its worker, so that programs wait.
    const environment = {
      ...withLanguages,
      ASSAY_DATA_DIR: await servers.directory(),
      ASSAY_API_KEY: apiKey,
      ASSAY_WORKER: 'apart',
    } as const;
    const server = await servers.start(environment);
    const api = apiOf(server, apiKey);
    const question = { kind: 'coding', prompt: 'Print 1.', marks: 2, languages: ['javascript'], cases: [{ input: '', output: '1' }] };
    const { testId } = await api.importTest({ name: 'Code', duration: 30, sections: [{ name: 'One', questions: [question] }] });
    const { takeTestURL, testInvitationId } = await api.register(testId, 'ana@example.com');
    const candidate = candidateAt(server, takeTestURL);
    await candidate.start();
    await candidate.save(1, { language: 'javascript', source: 'console.log(1)' });
    await candidate.submit();
    const file = join(await servers.directory(), 'assay.db');
    expect((await servers.command(environment, 'backup', file)).code).toBe(0);

    const elsewhere = { ...withLanguages, ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey };
    expect((await servers.command(elsewhere, 'restore', file)).code).toBe(0);
    const restored = await servers.start(elsewhere);
    const report = await until('the report', async () => {
      const { result } = await apiOf(restored, apiKey).ask<{ reportStatus: string; score: string }>(`/v2/org/report/${testInvitationId}`);
      return result.reportStatus === 'Generated' ? result : undefined;
    });
    expect(report.score).toBe('2');
  });
});

describe('a restore', { concurrent: true }, () => {
  it('is refused while the server runs, and leaves it and its data as they were', async ({ servers, expect }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey };
    const server = await servers.start(environment);
    const file = join(await servers.directory(), 'assay.db');
    expect((await servers.command(environment, 'backup', file)).code).toBe(0);
    const api = apiOf(server, apiKey);
    const { testId } = await api.importTest(smallTestFile(1));
    const { takeTestURL } = await api.register(testId, 'ana@example.com');
    const names = await readdir(environment.ASSAY_DATA_DIR);

    const told = await servers.command(environment, 'restore', file);
    expect(told).toMatchObject({ code: 1, stdout: '', stderr: 'The database is in use: stop Assay first, then restore\n' });
    expect(await readdir(environment.ASSAY_DATA_DIR)).toEqual(names);
    expect(await candidateAt(server, takeTestURL).start()).toMatchObject({ status: 'In progress' });
    expect(server.errors).toEqual([]);
  });

  it('keeps the former database, with the writes of a server that was killed, and it can be restored in turn', async ({
    servers,
    expect,
  }) => {
    const origin = { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey };
    await servers.start(origin);
    const file = join(await servers.directory(), 'assay.db');
    expect((await servers.command(origin, 'backup', file)).code).toBe(0);

    // Another installation, with a secret of its own, that dies in the middle of its work.
    const directory = await servers.directory();
    const environment = { ASSAY_DATA_DIR: directory, ASSAY_API_KEY: apiKey };
    const server = await servers.start(environment);
    const { testId } = await apiOf(server, apiKey).importTest(smallTestFile(1));
    const registered = await inParallel(emails('former', 20), 8, (email) => apiOf(server, apiKey).register(testId, email));
    await server.kill();

    const told = await servers.command(environment, 'restore', file);
    expect(told.code, told.stderr).toBe(0);
    const [, kept = ''] = /The former database is kept as (\S+)\.\n/.exec(told.stdout) ?? [];
    const restored = await servers.start(environment);
    expect(await apiOf(restored, apiKey).ask(`/v2/org/tests/${testId}`)).toMatchObject({ statuscode: '404.1' });
    await restored.stop();

    expect((await servers.command(environment, 'restore', kept)).code).toBe(0);
    const again = await servers.start(environment);
    expect(await apiOf(again, apiKey).invitations(testId)).toHaveLength(20);
    // Its secret was kept with it: without it every take URL of that installation would be void.
    for (const { takeTestURL, testInvitationId } of registered.slice(0, 3))
      expect(await candidateAt(again, takeTestURL).tryAttempt()).toMatchObject({ status: 200, result: { testInvitationId } });
  });
});
