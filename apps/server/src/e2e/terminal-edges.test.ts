import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { until } from '@assay/testing';
import { describe } from 'vitest';
import { showcaseFile } from './browser/support/showcase.ts';
import { apiOf } from './support/api.ts';
import { it, type Servers } from './support/server-process.ts';
import { assayMain, noTmux, Terminal } from './support/terminal.ts';

const apiKey = 'terminal-terminal-terminal-terminal';

/** A server with one test and `amount` invitations. */
const serve = async (servers: Servers, amount = 0) => {
  const server = await servers.start({ ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey });
  const api = apiOf(server, apiKey);
  const { testId } = await api.importTest({ ...showcaseFile, name: 'JavaScript for the web' });
  for (let number = 1; number <= amount; number += 1)
    await api.register(testId, `candidate-${number}@example.com`, { fullName: `Candidate ${number}` });
  return { server, api, testId };
};

describe.runIf(noTmux === undefined)('the edges of the terminal', () => {
  it('a window that changes its size, and Ctrl-L, show what a new window of that size shows', async ({
    servers,
    onTestFinished,
    expect,
  }) => {
    const { server } = await serve(servers, 45);
    const open = async (columns: number, rows: number) => {
      const terminal = await Terminal.open({ url: server.url, apiKey, columns, rows });
      onTestFinished(() => terminal.close());
      await terminal.shows('› JavaScript');
      await terminal.press('Enter');
      await terminal.shows('No test links yet');
      await terminal.press('i');
      await terminal.shows(/› Candidate 45 .*Pending/);
      return terminal;
    };
    const terminal = await open(120, 40);
    const showsLike = async (wanted: string) => {
      await until('the screen of a new window', async () => (await terminal.screen()) === wanted || undefined).catch(async () =>
        expect(await terminal.screen()).toBe(wanted),
      );
    };
    for (const [columns, rows] of [
      [100, 40],
      [80, 24],
      [60, 15],
      [100, 40],
      [120, 30],
    ] as const) {
      await terminal.resize(columns, rows);
      const fresh = await open(columns, rows);
      await showsLike(await fresh.screen());
    }
    const whole = await terminal.screen();
    for (const key of ['C-l', 'r']) {
      await terminal.scribble('a message of another program\r\n'.repeat(3));
      await terminal.shows('of another program');
      await terminal.press(key);
      await showsLike(whole);
    }
    await terminal.resize(59, 15);
    await terminal.shows('This window is too small: 59×15.', 'Assay needs 60×15.');
    // Without a dialog that nobody can see.
    await terminal.press('x');
    await terminal.resize(120, 30);
    await showsLike(whole);
  });
});

describe('the edges of the commands', () => {
  it.runIf(existsSync('/dev/full'))(
    'a full disk under standard output is one sentence with the next step, and exit 1',
    async ({ servers, expect }) => {
      const { server } = await serve(servers);
      const env = { PATH: process.env.PATH, ASSAY_URL: server.url, ASSAY_API_KEY: apiKey };
      const command = `'${process.execPath}' '${assayMain}' tests list > /dev/full; echo "exit $?"`;
      const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { env });
      expect(stdout).toBe('exit 1\n');
      expect(stderr).toBe('standard output: the disk is full\nMake room, or name another place.\n');
    },
  );
});
