import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@assay/testing';
import { describe } from 'vitest';
import { type Api, apiOf } from './support/api.ts';
import { AssayProcess } from './support/assay-process.ts';
import { it, type Servers } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const cliMain = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url));
const key = 'import-import-import-import-import';

const rows = (amount: number): string => Array.from({ length: amount }, (_, place) => `c${place}@example.com,C ${place}\n`).join('');

/** A server with a test, and `assay invitations import` of a CSV file that can be rewritten. */
const furnish = async (servers: Servers) => {
  const directory = await servers.directory();
  const server = await servers.start({ ASSAY_DATA_DIR: directory, ASSAY_API_KEY: key });
  const api = apiOf(server, key);
  const { testId } = await api.importTest(smallTestFile(1));
  const file = join(directory, 'candidates.csv');
  const start = (...more: readonly string[]) =>
    new AssayProcess(cliMain, ['invitations', 'import', String(testId), file, '--json', ...more], {
      ASSAY_URL: server.url,
      ASSAY_API_KEY: key,
    });
  const run = async (...more: readonly string[]) => {
    const one = start(...more);
    const { code } = await one.ended();
    const { results: _, ...counts } = JSON.parse(one.stdout);
    return { code, ...counts };
  };
  return { api, testId, start, run, write: (text: string) => writeFile(file, `email,name\n${text}`) };
};

/** How many mails of invitation were sent, once all that are due are. */
const mailsOf = (api: Api, testId: number): Promise<number> =>
  until('all mails to be sent', async () => {
    const deliveries = await api.deliveries(testId, 'invitation-email');
    if (deliveries.some(({ state }) => state !== 'delivered')) return undefined;
    return deliveries.reduce((sum, { attemptsMade }) => sum + attemptsMade, 0);
  });

const nothing = { invited: 0, alreadyInvited: 0, revived: 0, cancelled: 0, finished: 0, failed: 0, unconfirmed: 0, notSent: 0 };

describe('assay invitations import, against a real server', () => {
  it('again with one row more at the top mails that one only; a cancelled one is revived only with --revive', async ({
    servers,
    expect,
  }) => {
    const { api, testId, run, write } = await furnish(servers);
    await write(rows(612));
    expect(await run()).toEqual({ code: 0, ...nothing, invited: 612 });
    expect(await mailsOf(api, testId)).toBe(612);
    const [newest] = await api.invitations(testId);
    await api.get(`/v2/org/testinvitation/${newest?.testInvitationId}/cancel`);

    await write(`added@example.com,Added\n${rows(612)}`);
    const dry = await run('--dry-run');
    const counts = { ...nothing, invited: 1, alreadyInvited: 611, cancelled: 1 };
    expect(dry).toMatchObject({ code: 0, ...counts });
    expect(await api.invitations(testId)).toHaveLength(612);
    expect(await run()).toEqual({ code: 0, ...counts });
    expect(await mailsOf(api, testId)).toBe(613);

    expect(await run('--revive')).toEqual({ code: 0, ...nothing, alreadyInvited: 612, revived: 1 });
    expect(await mailsOf(api, testId)).toBe(614);
    expect((await api.invitations(testId)).filter(({ status }) => status !== 'Pending')).toEqual([]);
  });

  it('after Ctrl-C says what is invited and what was not sent, and run again does the rest', async ({
    servers,
    expect,
    onTestFinished,
  }) => {
    const { api, testId, start, run, write } = await furnish(servers);
    const amount = 2_000;
    await write(rows(amount));
    const running = start('--no-email');
    onTestFinished(async () => void (await running.kill()));
    await until('the first invitation', async () => (await api.invitations(testId)).length > 0 || undefined);
    running.signal('SIGINT');
    expect(await running.ended()).toEqual({ code: 130, signal: null });
    expect(running.stderr).toMatch(/Stopping after the rows[\s\S]*Run the same command again[\s\S]*Stopped\./);
    const { results: _, ...counts } = JSON.parse(running.stdout);
    // On a machine under load the rows under way may take longer than Ctrl-C waits.
    expect(counts).toEqual({ ...nothing, invited: expect.any(Number), unconfirmed: expect.any(Number), notSent: expect.any(Number) });
    expect(counts.invited + counts.unconfirmed + counts.notSent).toBe(amount);
    expect(counts.notSent).toBeGreaterThan(0);
    const there = (await api.invitations(testId)).length;
    expect(there).toBeGreaterThanOrEqual(counts.invited);
    expect(there).toBeLessThanOrEqual(counts.invited + counts.unconfirmed);

    const rest = await run('--no-email');
    expect(rest).toMatchObject({ code: 0, failed: 0, notSent: 0 });
    expect(rest.invited + rest.alreadyInvited).toBe(amount);
    expect(await api.invitations(testId)).toHaveLength(amount);
  });
});
