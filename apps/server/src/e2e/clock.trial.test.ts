import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { apiOf } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
import { it, withTimings } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'clock-clock-clock-clock-clock-clock';
const hour = 3_600_000;

/** A wall clock that is as far from the right one as the file says; what counts the time that passes is as it is. */
const clockOf = (file: string) => {
  const module = `import { readFileSync } from 'node:fs'; const now = Date.now; Date.now = () => now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8'));`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
};

describe('a clock that jumps', () => {
  it('closes no attempt and makes no time negative, across a kill too; accepted by an operator it counts', async ({ servers }) => {
    const [ASSAY_DATA_DIR, away] = [await servers.directory(), await servers.directory()];
    const file = join(away, 'offset');
    const jumpBy = (milliseconds: number) => writeFile(file, String(milliseconds));
    await jumpBy(0);
    const machine = { ASSAY_DATA_DIR, ...clockOf(file) };
    const environment = {
      ...{ ...machine, ASSAY_API_KEY: apiKey },
      ...withTimings({ overduePollMs: 50, clockPollMs: 50, answerGraceMs: 50, reportPollMs: 50 }),
    };
    let server = await servers.start(environment);
    const api = () => apiOf(server, apiKey);
    const { testId } = await api().importTest(smallTestFile(1));
    const start = async (email: string) => {
      const { testInvitationId, takeTestURL } = await api().register(testId, email);
      await candidateAt(server, takeTestURL).start();
      return { id: testInvitationId, submit: () => candidateAt(server, new URL(new URL(takeTestURL).pathname, server.url).href).submit() };
    };
    const status = async ({ id }: { id: number }) => (await api().report(id)).testStatus;
    const ready = async () => (await fetch(`${server.url}/readyz`)).text();
    const [first, second] = [await start('first@example.com'), await start('second@example.com')];

    await jumpBy(48 * hour);
    await until('the log to tell', async () => (/is 48 hours ahead of/.test(server.stderr) ? true : undefined));
    expect(await ready()).toContain('48 hours ahead of the time that has passed');
    await server.kill();
    server = await servers.start(environment);
    expect(await ready()).toContain('48 hours ahead of the time that has passed');
    expect([await status(first), await status(second)]).toEqual(['In progress', 'In progress']);

    await jumpBy(-2 * hour);
    await first.submit();
    const report = await until('its report', async () => {
      const found = await api().report(first.id);
      return found.reportStatus === 'Generated' ? found : undefined;
    });
    expect(report.timeTaken).toBe(1);

    await jumpBy(48 * hour);
    expect(await servers.command(machine, 'clock', 'accept')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/believed from now on/),
    });
    await until('the overdue attempt to be closed', async () => ((await status(second)) === 'Completed' ? true : undefined));
    expect(await ready()).not.toContain('clock');
  });
});
