import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@assay/testing';
import { describe } from 'vitest';
import { showcaseFile } from './browser/support/showcase.ts';
import { apiOf } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
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
    const tooSmall = await terminal.screen();
    // Without a dialog that nobody can see. Keys are read in their order: once the screen is drawn again, the first one was.
    await terminal.scribble('a message of another program');
    await terminal.shows('of another program');
    await terminal.press('x', 'C-l');
    await showsLike(tooSmall);
    await terminal.resize(120, 30);
    await showsLike(whole);
  });
});

describe.runIf(noTmux === undefined)('a PDF in the terminal', () => {
  it('is saved where the person says, opened only if it was, and its copy is gone when the screens are left or the window is closed', async ({
    servers,
    onTestFinished,
    expect,
  }) => {
    const { server, api, testId } = await serve(servers);
    const { testInvitationId, takeTestURL } = await api.register(testId, 'ana@example.com', { fullName: 'Ana Núñez' });
    const candidate = candidateAt(server, takeTestURL);
    await candidate.start();
    await candidate.submit();
    await until('the report', async () => ((await api.report(testInvitationId)).reportStatus === 'Generated' ? true : undefined));
    const open = async () => {
      const terminal = await Terminal.open({ url: server.url, apiKey, columns: 100 });
      onTestFinished(() => terminal.close());
      await terminal.shows('› JavaScript for the web');
      await terminal.press('g');
      await terminal.type(String(testInvitationId));
      await terminal.shows('› Invitation with this number');
      await terminal.press('Enter');
      await terminal.shows('Timeline', 'report generated');
      return terminal;
    };
    const terminal = await open();
    const { home } = terminal;
    const copies = () => readdir(join(home, 'tmp'), { recursive: true });
    await mkdir(join(home, 'reports'));

    await terminal.press('p');
    await terminal.shows('? Save the report of Ana Núñez as', 'invitation-1.pdf');
    await terminal.press('C-u');
    await terminal.type('~/rep');
    await terminal.press('Tab');
    await terminal.shows('~/reports/');
    await terminal.type('ana.pdf');
    await terminal.press('Enter');
    await terminal.shows(`Saved ${home}/reports/ana.pdf (`);
    const saved = await readFile(join(home, 'reports', 'ana.pdf'));
    expect(saved.subarray(0, 5).toString()).toBe('%PDF-');

    await writeFile(join(home, 'reports', 'ana.pdf'), 'mine');
    await terminal.press('p', 'C-u');
    await terminal.type('~/reports/ana.pdf');
    await terminal.press('Enter');
    await terminal.shows('? Overwrite the file that is there?', `${home}/reports/ana.pdf`);
    await terminal.press('n');
    expect(await readFile(join(home, 'reports', 'ana.pdf'), 'utf8')).toBe('mine');

    const program = join(home, 'bin', 'xdg-open');
    await writeFile(program, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    await terminal.press('o');
    await terminal.shows('No program here opens a PDF: xdg-open ended with 3', 'p saves it as a file.');
    expect((await copies()).filter((name) => name.endsWith('.pdf'))).toEqual([]);
    await writeFile(program, `#!/bin/sh\nhead -c 5 "$1" > '${home}/seen'\n`, { mode: 0o755 });
    await terminal.press('o');
    await terminal.shows('Opened.');
    expect(await readFile(join(home, 'seen'), 'utf8')).toBe('%PDF-');
    expect((await copies()).filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
    await terminal.press('q');
    await terminal.shows('exit 0');
    expect(await copies()).toEqual([]);

    const closed = await open();
    await writeFile(join(closed.home, 'bin', 'xdg-open'), '#!/bin/sh\n', { mode: 0o755 });
    await closed.press('o');
    await closed.shows('Opened.');
    expect(await readdir(join(closed.home, 'tmp'))).toHaveLength(1);
    await closed.hangUp();
    await until('the copies to be gone', async () => ((await readdir(join(closed.home, 'tmp'))).length === 0 ? true : undefined));
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
