import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RecordedRequest, refuse } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';

type Body = { readonly candidates: readonly { readonly emailId: string; readonly fullName: string }[] };
const candidatesOf = ({ body }: RecordedRequest): Body['candidates'] => (body as Body).candidates;

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
  score: null,
  totalScore: null,
  wv: 0,
  tv: 0,
  lateAnswers: 0,
});

/** Invites everyone but those called `refused…`. */
const bulk = (requests: RecordedRequest) => ({
  results: candidatesOf(requests).map(({ emailId }, index) =>
    emailId.startsWith('refused')
      ? { index, ok: false, invitation: null, email: null, error: 'The link does not take them' }
      : { index, ok: true, invitation: invitation(emailId, index), email: null, error: null },
  ),
});
const url = 'POST /manage/v1/tests/3/invitations/bulk';
const keysOf = (requests: readonly RecordedRequest[]) => requests.map(({ headers }) => headers.get('idempotency-key'));

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

  it('sends 200 rows a call, each call with a key that a second run repeats', async () => {
    await writeFile(file, rows(450));
    const first = await runCli(['invitations', 'import', '3', file, '--quiet'], { routes: { [url]: bulk } });
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.requests.map((requests) => candidatesOf(requests).length)).toEqual([200, 200, 50]);
    expect(first.out.trim().split('\n')).toHaveLength(450);
    expect(new Set(keysOf(first.requests)).size).toBe(3);
    const second = await runCli(['invitations', 'import', '3', file, '--quiet'], { routes: { [url]: bulk } });
    expect(keysOf(second.requests)).toEqual(keysOf(first.requests));
  });

  it('the key is another one for other rows, another test, or --again', async () => {
    await writeFile(file, rows(1));
    const key = async (...more: string[]) =>
      keysOf((await runCli(['invitations', 'import', '3', file, ...more], { routes: { [url]: bulk } })).requests)[0];
    const plain = await key();
    expect(await key('--no-email')).not.toBe(plain);
    expect(await key('--again')).not.toBe(plain);
    expect(await key('--again')).not.toBe(await key('--again'));
    const other = await runCli(['invitations', 'import', '4', file], { routes: { 'POST /manage/v1/tests/4/invitations/bulk': bulk } });
    expect(keysOf(other.requests)[0]).not.toBe(plain);
    await writeFile(file, '\ufeffname;email\r\n"C 0";c0@example.com\r\n');
    expect(await key(), 'the same people in another form of file').toBe(plain);
  });

  it('prints the result of each row and fails when one failed', async () => {
    await writeFile(file, 'email,name\na@example.com,A\nrefused@example.com,R\nb@example.com,B\n');
    const ran = await runCli(['invitations', 'import', '3', file], { routes: { [url]: bulk } });
    expect(ran.code).toBe(1);
    expect(ran.out.split('\n')).toEqual([
      'LINE  EMAIL                RESULT     ID  TAKE URL OR REASON',
      '   2  a@example.com        invited  1000  http://assay.test/take/0',
      '   3  refused@example.com  failed      -  The link does not take them',
      '   4  b@example.com        invited  1002  http://assay.test/take/2',
      '',
      '2 invited, 1 failed.',
      '',
    ]);
  });

  it('with a faulty row nothing is sent, unless it may be skipped', async () => {
    await writeFile(file, 'email,name\nbad,A\nb@example.com,B\n');
    const refused = await runCli(['invitations', 'import', '3', file], { routes: { [url]: bulk } });
    expect(refused).toMatchObject({ code: 1, out: '', requests: [] });
    expect(refused.err).toContain(`${file}:2: emailId: must be an email address\nNobody was invited.\n`);
    const skipped = await runCli(['invitations', 'import', '3', file, '--skip-faulty', '--json'], { routes: { [url]: bulk } });
    expect(skipped.code).toBe(1);
    expect(JSON.parse(skipped.out)).toMatchObject({
      invited: 1,
      failed: 1,
      results: [
        { line: 2, ok: false, error: 'emailId: must be an email address' },
        { line: 3, ok: true, testInvitationId: 1000 },
      ],
    });
  });

  it('a dry run sends no request, and fails when a row has a fault', async () => {
    await writeFile(file, 'email,name\na@example.com,A\n');
    expect(await runCli(['invitations', 'import', '3', file, '--dry-run'], { env: {} })).toMatchObject({
      code: 0,
      requests: [],
      out: expect.stringContaining('1 would be invited, 0 rows have faults. Nothing was sent.'),
    });
    await writeFile(file, 'email,name\na@example.com,A\nb,B\n');
    expect(await runCli(['invitations', 'import', '3', file, '--dry-run'], { env: {} })).toMatchObject({ code: 1, requests: [] });
  });

  it('when a later call fails, prints who is invited and who was not sent', async () => {
    await writeFile(file, rows(201));
    let calls = 0;
    const ran = await runCli(['invitations', 'import', '3', file, '--json'], {
      routes: { [url]: (requests) => (calls++ === 0 ? bulk(requests) : refuse('404.1', 'No test 3 in this account')) },
    });
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({ invited: 200, failed: 1 });
    expect(JSON.parse(ran.out).results[200]).toMatchObject({ line: 202, ok: false, error: 'was not sent' });
    expect(ran.err).toContain('No test 3 in this account');
  });
});
