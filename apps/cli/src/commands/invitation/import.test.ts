import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noFigures } from '@assay/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RecordedRequest, refuse } from '../../testing/routed-fetch.ts';
import { connected, runCli } from '../../testing/run-cli.ts';

type Row = {
  readonly emailId: string;
  readonly fullName: string;
  readonly revive: boolean;
  readonly again: boolean;
  readonly rename: boolean;
};
type Body = { readonly candidates: readonly Row[]; readonly dryRun: boolean };
const bodyOf = ({ body }: RecordedRequest): Body => body as Body;
const candidatesOf = (request: RecordedRequest): readonly Row[] => bodyOf(request).candidates;

const invitation = (emailId: string, index: number) => ({
  testInvitationId: 1000 + index,
  testId: 3,
  testLinkId: null,
  emailId,
  fullName: 'Somebody',
  origin: 'management',
  status: 'Pending',
  current: true,
  takeTestURL: `http://assay.test/take/${index}`,
  createdAt: '2026-11-21T12:00:00.000Z',
  startedAt: null,
  deadline: null,
  completedAt: null,
  extraMinutes: 0,
  reportStatus: 'Pending',
  ...noFigures,
});

/** A server that knows whom it has invited and who has finished, and what it mailed. It refuses those called `refused…`. */
const memory = (cancelled: readonly string[] = [], finished: readonly string[] = []) => {
  const invited = new Set<string>();
  const mailed: string[] = [];
  const outcomeOf = ({ emailId, revive }: Row) => {
    if (emailId.startsWith('refused')) return 'invalid';
    if (invited.has(emailId)) return 'already-invited';
    if (!cancelled.includes(emailId)) return 'invited';
    return revive ? 'revived' : 'cancelled';
  };
  const bulk = (request: RecordedRequest) => {
    const { candidates, dryRun } = bodyOf(request);
    return {
      results: candidates.map((row, index) => {
        const { emailId, again, rename } = row;
        const outcome = outcomeOf(row);
        const fresh = outcome === 'invited' || outcome === 'revived';
        if (!dryRun && (fresh || (again && outcome === 'already-invited'))) mailed.push(emailId);
        if (!dryRun && fresh) invited.add(emailId);
        return {
          index,
          ok: fresh || outcome === 'already-invited',
          outcome,
          finished: outcome === 'already-invited' && again && !rename && finished.includes(emailId),
          invitation: outcome === 'invalid' || (dryRun && outcome === 'invited') ? null : invitation(emailId, index),
          email: null,
          error: { invalid: 'The link does not take them', cancelled: 'It is cancelled' }[outcome as string] ?? null,
        };
      }),
    };
  };
  return { bulk, mailed };
};
const url = 'POST /manage/v1/tests/3/invitations/bulk';

describe('assay invitations import', () => {
  let directory: string;
  let file: string;
  const rows = (count: number): string =>
    `email,name\n${Array.from({ length: count }, (_, index) => `c${index}@example.com,C ${index}\n`).join('')}`;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-csv-'));
    file = join(directory, 'c.csv');
  });
  afterEach(() => rm(directory, { recursive: true }));

  const importing = (server: ReturnType<typeof memory>, ...more: readonly string[]) =>
    runCli(['invitations', 'import', '3', file, ...more], { routes: { [url]: server.bulk } });

  it('again with one row more at the top mails that one only', async () => {
    const server = memory();
    await writeFile(file, rows(612));
    const first = await importing(server);
    expect(first.out).toContain('\n612 invited, 0 already invited, 0 cancelled before, 0 faulty.\n');
    expect(first.requests.map((request) => candidatesOf(request).length)).toEqual([200, 200, 200, 12]);
    await writeFile(file, rows(612).replace('\n', '\nadded@example.com,Added\n'));
    const second = await importing(server);
    expect(second).toMatchObject({ code: 0, err: '' });
    expect(second.out).toContain('\n1 invited, 612 already invited (nothing sent), 0 cancelled before, 0 faulty.\n');
    expect(server.mailed).toHaveLength(613);
  });

  it('leaves cancelled candidates alone, and revives them with --revive', async () => {
    const server = memory(['c1@example.com']);
    await writeFile(file, rows(2));
    const plain = await importing(server);
    expect(plain).toMatchObject({ code: 0 });
    expect(plain.out).toContain('c1@example.com  cancelled before  1001  stays cancelled without --revive');
    expect(plain.out).toContain('1 invited, 0 already invited, 1 cancelled before (--revive invites them again), 0 faulty.');
    const reviving = await importing(server, '--revive');
    expect(reviving.out).toContain('0 invited, 1 already invited (nothing sent), 1 revived, 0 cancelled before, 0 faulty.');
    expect(server.mailed).toEqual(['c0@example.com', 'c1@example.com']);
  });

  it('--again leaves those alone who have finished, and counts them, unless --rename says so', async () => {
    const server = memory([], ['c1@example.com']);
    await writeFile(file, rows(2));
    await importing(server);
    const again = await importing(server, '--again');
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).toContain('c1@example.com  finished         1001  stays as it is without --rename');
    expect(again.out.replaceAll(/\s+/g, ' ')).toContain(
      '0 invited, 1 already invited (updated and mailed once more), 1 finished (left as they are; --rename updates them too), 0 cancelled before',
    );
    expect(JSON.parse((await importing(server, '--again', '--json')).out)).toMatchObject({ alreadyInvited: 1, finished: 1 });
    expect((await importing(server, '--again', '--dry-run')).out).toMatch(/c1@example\.com .*finished +no$/m);
    const renaming = await importing(server, '--again', '--rename');
    expect(renaming.out).toContain('0 invited, 2 already invited (updated and mailed once more), 0 cancelled before');
    expect(await importing(server, '--rename')).toMatchObject({ code: 2, err: expect.stringContaining('--rename needs --again') });
  });

  it('--again mails those once more who are invited already, and revives nobody', async () => {
    const server = memory(['c1@example.com']);
    await writeFile(file, rows(2));
    await importing(server);
    const again = await importing(server, '--again');
    expect(again.out).toContain('0 invited, 1 already invited (updated and mailed once more), 1 cancelled before');
    expect(server.mailed).toEqual(['c0@example.com', 'c0@example.com']);
  });

  it('prints the result of each row and fails when one is faulty', async () => {
    await writeFile(file, 'email,name\na@example.com,A\nrefused@example.com,R\nb@example.com,B\n');
    const ran = await importing(memory());
    expect(ran.code).toBe(1);
    expect(ran.out.split('\n')).toEqual([
      'LINE  EMAIL                RESULT     ID  TAKE URL OR REASON',
      '   2  a@example.com        invited  1000  http://assay.test/take/0',
      '   3  refused@example.com  faulty      -  The link does not take them',
      '   4  b@example.com        invited  1002  http://assay.test/take/2',
      '',
      '2 invited, 0 already invited, 0 cancelled before, 1 faulty.',
      '',
    ]);
    expect((await importing(memory(), '--quiet')).out).toBe('1000\n1002\n');
  });

  it('with a faulty row nothing is sent, unless it may be skipped', async () => {
    await writeFile(file, 'email,name\nbad,A\nb@example.com,B\n');
    const refused = await importing(memory());
    expect(refused).toMatchObject({ code: 1, out: '', requests: [] });
    expect(refused.err).toContain(`${file}:2: emailId: must be an email address\nNobody was invited.\n`);
    const skipped = await importing(memory(), '--skip-faulty', '--json');
    expect(skipped.code).toBe(1);
    expect(JSON.parse(skipped.out)).toMatchObject({
      invited: 1,
      failed: 1,
      notSent: 0,
      results: [
        { line: 2, ok: false, outcome: 'invalid', error: 'emailId: must be an email address' },
        { line: 3, ok: true, outcome: 'invited', testInvitationId: 1000 },
      ],
    });
  });

  it('--faulty writes the faulty rows of the file and those that the server refuses', async () => {
    const mend = join(directory, 'mend.csv');
    await writeFile(file, 'email,name\nbad,A\nrefused@example.com,R\nb@example.com,B\n');
    const refused = await importing(memory(), '--faulty', mend);
    expect(refused).toMatchObject({ code: 1, requests: [], err: expect.stringContaining(`${mend}: 1 faulty row\n`) });
    expect(await readFile(mend, 'utf8')).toBe('\ufefffault,email,name\r\nemailId: must be an email address,bad,A\r\n');
    for (const how of ['--skip-faulty', '--dry-run']) {
      await importing(memory(), how, '--faulty', mend, '--force');
      expect(await readFile(mend, 'utf8'), how).toBe(
        '\ufefffault,email,name\r\nemailId: must be an email address,bad,A\r\nThe link does not take them,refused@example.com,R\r\n',
      );
    }
    expect(await importing(memory(), '--skip-faulty', '--faulty', mend)).toMatchObject({ code: 2, requests: [] });
    expect(await importing(memory(), '--faulty', join(directory, '.', 'c.csv'), '--force')).toMatchObject({ code: 2, requests: [] });
    expect(await readFile(file, 'utf8')).toMatch(/^email/);
  });

  it('a dry run says who is new, invited already or was cancelled, and sends nothing', async () => {
    const server = memory(['c1@example.com']);
    await writeFile(file, rows(2));
    await importing(server);
    await writeFile(file, `${rows(2)}new@example.com,New\nrefused@example.com,R\n`);
    const dry = await importing(server, '--dry-run');
    expect(dry.code).toBe(1);
    expect(dry.out.split('\n')).toEqual([
      'LINE  EMAIL            NAME  LINK  STATUS            MAIL',
      '   2  c0@example.com   C 0      -  already invited   no',
      '   3  c1@example.com   C 1      -  cancelled before  no',
      '   4  new@example.com  New      -  new               yes',
      '',
      `${file}:5: The link does not take them`,
      '1 new, 1 already invited (nothing sent), 1 cancelled before (--revive invites them again), 1 faulty. Nothing was sent.',
      '',
    ]);
    expect(JSON.parse((await importing(server, '--dry-run', '--json', '--revive')).out)).toMatchObject({
      dryRun: true,
      invited: 1,
      alreadyInvited: 1,
      revived: 1,
      candidates: [{ line: 2, outcome: 'already-invited' }, { outcome: 'revived' }, { outcome: 'invited' }],
    });
    expect(server.mailed).toEqual(['c0@example.com']);
  });

  it('a dry run without a server checks the file', async () => {
    await writeFile(file, 'email,name\na@example.com,A\n');
    expect(await runCli(['invitations', 'import', '3', file, '--dry-run'], { env: {} })).toMatchObject({
      code: 0,
      requests: [],
      out: expect.stringContaining('1 candidate, 0 faulty. Nothing was sent.'),
      err: expect.stringContaining('Not compared with a server'),
    });
    await writeFile(file, 'email,name\na@example.com,A\nb,B\n');
    expect(await runCli(['invitations', 'import', '3', file, '--dry-run'], { env: {} })).toMatchObject({ code: 1, requests: [] });
  });

  it('reads standard input, and names it in a fault', async () => {
    const piped = (text: string) =>
      runCli(['invitations', 'import', '3', '-'], { routes: { [url]: memory().bulk }, piped: text, env: connected });
    expect(await piped(rows(2))).toMatchObject({ code: 0, out: expect.stringContaining('2 invited') });
    expect(await piped('email,name\nbad,A\n')).toMatchObject({ code: 1, err: expect.stringContaining('standard input:2: emailId') });
  });

  it('after Ctrl-C finishes the rows under way, and says what was done and what was not sent', async () => {
    await writeFile(file, rows(1598));
    const server = memory();
    const interrupt = new AbortController();
    const bulk = (request: RecordedRequest) => {
      if (server.mailed.length > 0) interrupt.abort();
      return server.bulk(request);
    };
    const ran = await runCli(['invitations', 'import', '3', file], { routes: { [url]: bulk }, interrupt });
    expect(ran).toMatchObject({ code: 130 });
    expect(ran.requests).toHaveLength(2);
    expect(ran.out).toContain(
      '400 invited, 0 already invited, 0 cancelled before, 0 faulty, 1,198 not sent.\nNot sent: 1,198 rows, lines 402 to 1599.\n',
    );
    expect(ran.out).not.toContain('failed');
    expect(ran.err).toMatch(/Stopping after the rows that are under way …\n.*Run the same command again[\s\S]*Stopped\.\n$/);
  });

  it('a server that hangs is not waited for after Ctrl-C: its rows are not confirmed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await writeFile(file, rows(201));
      const interrupt = new AbortController();
      const fetch: typeof globalThis.fetch = (_, init) => {
        interrupt.abort();
        void vi.advanceTimersByTimeAsync(5_000);
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      };
      const ran = await runCli(['invitations', 'import', '3', file], { fetch, interrupt });
      expect(ran).toMatchObject({ code: 130 });
      expect(ran.out).toBe(
        '0 invited, 0 already invited, 0 cancelled before, 0 faulty, 200 not confirmed, 1 not sent.\n' +
          'Not confirmed by the server: 200 rows, lines 2 to 201.\nNot sent: 1 row, line 202.\n',
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('when a later call is refused, prints who is invited and who was not sent', async () => {
    await writeFile(file, rows(201));
    const server = memory();
    const respond = (request: RecordedRequest) =>
      server.mailed.length === 0 ? server.bulk(request) : refuse('404.1', 'No test 3 in this account');
    const ran = await runCli(['invitations', 'import', '3', file, '--json'], { routes: { [url]: respond } });
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({ invited: 200, failed: 0, notSent: 1 });
    expect(JSON.parse(ran.out).results[200]).toMatchObject({ line: 202, ok: false, outcome: 'not-sent', error: 'was not sent' });
    expect(ran.err).toContain('No test 3 in this account');
  });

  it('when the first call is refused, says that only', async () => {
    await writeFile(file, rows(1));
    const ran = await runCli(['invitations', 'import', '3', file], {
      routes: { [url]: () => refuse('404.1', 'No test 3 in this account') },
    });
    expect(ran).toMatchObject({ code: 1, out: '' });
  });
});
