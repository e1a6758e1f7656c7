import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { treeOf } from './commands/completion/tree.ts';
import { buildProgram } from './program.ts';
import { refuse } from './testing/routed-fetch.ts';
import { runCli } from './testing/run-cli.ts';
import { completed } from './tui/testing/samples.ts';

// The tree reads nothing of the context but where to write.
const context = { stdout: { write: () => true }, stderr: { write: () => true } } as unknown as Parameters<typeof buildProgram>[0];
const program: Command = buildProgram(context);
const tree = treeOf(program);
const at = (path: string): Command | undefined =>
  path.split(' ').reduce<Command | undefined>((command, name) => command?.commands.find((one) => one.name() === name), program);
const paths = tree.map(({ path }) => path).filter((path) => path !== '');

const test = (testId: number, status: string) => ({
  testId,
  key: null,
  testName: `Test ${testId}`,
  status,
  version: 1,
  accessKey: 't',
  duration: 30,
  questions: 2,
  totalScore: '2',
  counts: { invited: 3, started: 2, completed: 1 },
});

describe('help', () => {
  it.each(['', ...paths])('of `assay %s` has examples, in words that the program takes', async (path) => {
    const ran = await runCli([...path.split(' ').filter(Boolean), '--help']);
    expect(ran).toMatchObject({ code: 0, err: '', requests: [] });
    const shown = (ran.out.split(/\nExamples?:\n/)[1] ?? '').split('\n');
    // Text after three spaces is a remark.
    const examples = shown.flatMap((line) => /^ {2}.*?\bassay ([a-z].*?)(?: {3}.*)?$/.exec(line)?.[1] ?? []);
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      const words = example.split(' ');
      const command = at(words.slice(0, 2).join(' ')) ?? at(words[0] ?? '');
      expect(command, example).toBeDefined();
      for (const [flag] of example.replace(/"[^"]*"/g, '').matchAll(/--[a-z-]+/g))
        expect(
          command?.options.map(({ long }) => long),
          example,
        ).toContain(flag);
    }
  });

  it.each(paths)('assay help %s is the help of that command', async (path) => {
    const { code, out } = await runCli(['help', ...path.split(' ')]);
    expect(code).toBe(0);
    expect(out).toBe((await runCli([...path.split(' '), '--help'])).out);
  });

  it('every command that calls the server takes --json, --quiet, --profile and --timeout', () => {
    const leaves = paths.filter(
      (path) => at(path)?.commands.length === 0 && !['timezones', 'login', 'completion', 'help', 'verify'].includes(path),
    );
    for (const path of leaves)
      expect(
        at(path)?.options.map(({ long }) => long),
        path,
      ).toEqual(expect.arrayContaining(['--json', '--quiet', '--profile', '--timeout']));
    expect(leaves.length).toBeGreaterThan(35);
  });
});

describe('wrong usage', () => {
  it.each([
    [['tests', 'lst'], /unknown command 'lst'/],
    [['nothing'], /unknown command 'nothing'/],
    [['tests', 'list', '--colour'], /unknown option '--colour'/],
    [['tests', 'show'], /missing required argument 'test'/],
    [['tests', 'show', 'abc'], /must be an id/],
    [['tests', 'list', '--limit', '0'], /whole number from 1/],
    [['tests', 'list', '--status', 'open'], /one of: Active, Inactive, Archived/],
    [['invitations', 'register', '3', '--to', 'bad', '--name', 'A'], /emailId: must be an email address/],
    [
      ['links', 'create', '3', '--name', 'A', '--zone', 'Berlin', '--access', 'time-bound'],
      /--zone: "Berlin" is no time zone|needs both --from and --until/,
    ],
    [
      ['links', 'create', '3', '--name', 'A', '--zone', 'UTC', '--access', 'slot-wise', '--from', '2026-03-01 09:00'],
      /needs both --from and --until/,
    ],
    [['links', 'create', '3', '--name', 'A', '--zone', 'UTC', '--from', '2026-03-01 09:00'], /time-bound and slot-wise access only/],
    [
      [
        'links',
        'create',
        '3',
        '--name',
        'A',
        '--zone',
        'UTC',
        '--access',
        'time-bound',
        '--from',
        '2026-03-02 09:00',
        '--until',
        '2026-03-01 09:00',
      ],
      /--until must be after --from/,
    ],
    [['deliveries', 'redeliver'], /--failed-of TEST/],
    [['account', 'set'], /Nothing to change/],
    [['keys', 'create', 'A', '--scopes', 'read,fly'], /one of: read, invite, manage/],
    [['completion', 'tcsh'], /bash, zsh, fish/],
    [[], /Usage: assay[\s\S]*The screens need a terminal, and here is none on stdin, stdout, stderr\./],
    [['help', 'tests', 'lst'], /unknown command 'lst'/],
    [['tests', 'list', '--timeout', '0'], /whole number from 1/],
  ])('%j exits with 2 and sends no request', async (args, message) => {
    const ran = await runCli(args);
    expect(ran).toMatchObject({ code: 2, out: '', requests: [] });
    expect(ran.err).toMatch(message);
  });
});

describe('a server that never answers', () => {
  it('is told in one line after 2 seconds, and given up after --timeout, without another try', async () => {
    vi.useFakeTimers();
    try {
      let requests = 0;
      let startedAt = Number.POSITIVE_INFINITY;
      const fetch = () => {
        requests += 1;
        startedAt = Date.now();
        return new Promise<Response>(() => undefined);
      };
      const written: string[] = [];
      const running = runCli(['tests', 'list', '--timeout', '5'], { fetch, onErr: (text) => written.push(text) });
      let endedAt: number | undefined;
      const ended = running.finally(() => {
        endedAt = Date.now();
      });
      while (endedAt === undefined) {
        await vi.advanceTimersByTimeAsync(100);
        if (!(Date.now() - startedAt >= 2_000)) expect(written).toEqual([]);
      }
      expect(await ended).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(
          /^Waiting for http:\/\/assay\.test to answer\. Ctrl-C stops\.\nThe server gave no answer within 5 s\.\n/,
        ),
      });
      expect(endedAt - startedAt).toBeLessThan(7_000);
      expect(requests).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is waited for silently with --quiet', async () => {
    vi.useFakeTimers();
    try {
      const running = runCli(['tests', 'list', '--timeout', '5', '--quiet'], { fetch: () => new Promise<Response>(() => undefined) });
      let over = false;
      void running.finally(() => {
        over = true;
      });
      while (!over) await vi.advanceTimersByTimeAsync(100);
      expect((await running).err).toMatch(/^The server gave no answer/);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('output', () => {
  const routes = {
    'GET /manage/v1/tests': ({ query }: { query: Readonly<Record<string, string>> }) =>
      query.cursor === undefined
        ? { tests: [test(5, 'Inactive'), test(4, 'Active')], nextCursor: '4' }
        : { tests: [test(3, 'Active')], nextCursor: null },
  };

  it('a table has the active ones first', async () => {
    const { out } = await runCli(['tests', 'list', '--limit', '2'], { routes });
    expect(out.split('\n').map((line) => line.trim().split(/\s+/)[0])).toEqual(['ID', '4', '5', '']);
  });

  it('--json is one document, --quiet ids only, and stderr says that there are more', async () => {
    const json = await runCli(['tests', 'list', '--limit', '2', '--json'], { routes });
    expect(JSON.parse(json.out)).toMatchObject({ more: true, tests: [{ testId: 4 }, { testId: 5 }] });
    expect(json.err).toBe('There are more than these 2: --limit N or --all shows them.\n');
    expect(await runCli(['tests', 'list', '--all', '--quiet'], { routes })).toMatchObject({ out: '4\n3\n5\n', err: '' });
  });

  it('--limit and --all request no more than is needed, page by page', async () => {
    const ask = async (...args: string[]) =>
      (await runCli(['tests', 'list', ...args], { routes })).requests.map(({ query }) => [query.limit, query.cursor]);
    expect(await ask('--limit', '2')).toEqual([['2', undefined]]);
    expect(await ask('--limit', '150')).toEqual([
      ['100', undefined],
      ['100', '4'],
    ]);
    expect(await ask('--all')).toEqual([
      ['100', undefined],
      ['100', '4'],
    ]);
  });

  it('progress is for a terminal, and colour unless NO_COLOR is set', async () => {
    const piped = await runCli(['tests', 'list', '--all'], { routes });
    expect(piped.err).toBe('');
    expect(piped.out).not.toContain('\u001b');
    const terminal = await runCli(['tests', 'list', '--all'], { routes, answers: [] });
    expect(terminal.err).toContain('2 read …');
    expect(terminal.err.endsWith('\r\u001b[K')).toBe(true);
    expect(terminal.out).toContain('\u001b[32m');
    const none = await runCli(['tests', 'list', '--all'], {
      routes,
      answers: [],
      env: { ASSAY_URL: 'http://assay.test', ASSAY_API_KEY: 'key-0123456789', NO_COLOR: '1' },
    });
    expect(none.out).not.toContain('\u001b');
  });

  it.each([
    [['tests', 'list'], 'GET /manage/v1/tests', { tests: [], nextCursor: null }, 'assay tests import'],
    [['tests', 'list', '--search', 'x'], 'GET /manage/v1/tests', { tests: [], nextCursor: null }, 'assay tests list --all'],
    [['links', 'list', '3'], 'GET /v2/org/tests/3/testlinks', { testLinks: [] }, 'assay links create 3'],
    [
      ['invitations', 'list', '3'],
      'GET /manage/v1/tests/3/invitations',
      { invitations: [], nextCursor: null },
      'assay invitations register 3',
    ],
    [['deliveries', 'list'], 'GET /manage/v1/deliveries', { deliveries: [], nextCursor: null }, 'invitations and completed attempts'],
  ])('an empty list says what to do next: %j', async (args, route, result, next) => {
    expect(await runCli(args, { routes: { [route]: () => result } })).toMatchObject({ code: 0, out: expect.stringContaining(next) });
    expect(await runCli([...args, '--quiet'], { routes: { [route]: () => result } })).toMatchObject({ out: '' });
  });
});

describe('failures', () => {
  it('a refusal exits with 1, its message and the next step', async () => {
    const ran = await runCli(['invitations', 'show', '9'], {
      routes: { 'GET /manage/v1/invitations/9/timeline': () => refuse('404.1', 'No invitation 9 in this account') },
    });
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/^No invitation 9 in this account \(404\.1\)\nSee what there is: /);
  });

  it('an unreachable server exits with 1 and the next step', async () => {
    const ran = await runCli(['tests', 'list'], {
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })),
    });
    expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/ECONNREFUSED\nIs the server up/) });
  });

  it('a server without the management API is reported as such', async () => {
    expect(await runCli(['tests', 'preview', '3'])).toMatchObject({ code: 1, err: expect.stringContaining('speaks API v2 only') });
  });

  it('a bug is printed with its stack', async () => {
    const ran = await runCli(['timezones'], { now: Number.NaN });
    expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/fault in assay itself[\s\S]*RangeError[\s\S]*at /) });
  });
});

it('an invitation says how many answers count although they were late, and its timeline which', async () => {
  const timeline = [
    {
      at: '2026-11-21T10:46:00.000Z',
      type: 'answer.counted-late',
      data: { attempt: 1, questionId: 6, typedAt: Date.UTC(2026, 10, 21, 10, 44) },
    },
  ];
  const page = { invitation: completed({ lateAnswers: 1 }), timeline, nextCursor: null };
  const ran = await runCli(['invitations', 'show', '7'], { routes: { 'GET /manage/v1/invitations/7/timeline': () => page } });
  expect(ran.out).toMatch(/Late answers +1 answer arrived after the deadline and was typed before it\./);
  expect(ran.out).toMatch(/late answer counts .*question id 6, typed at 2026-11-21 10:44:00Z/);
});

describe('a command that cannot be undone', () => {
  const key = {
    keyId: 2,
    name: 'ATS',
    prefix: 'as_abc',
    scopes: ['read'],
    allScopes: false,
    createdAt: '2026-11-21T12:00:00.000Z',
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    current: false,
  };
  const routes = {
    'GET /v2/org/testinvitation/12/cancel': () => ({ testInvitationId: 12, status: 'cancelled' }),
    'GET /manage/v1/keys': () => ({ keys: [key] }),
    'POST /manage/v1/keys/2/revoke': () => ({ ...key, revokedAt: '2026-11-21T12:00:00.000Z' }),
    'POST /manage/v1/tests/3/status': () => ({ ...test(3, 'Archived'), counts: undefined }),
  };

  it.each([
    [['invitations', 'cancel', '12'], /This will cancel invitation 12: the take URL stops working/],
    [['invitations', 'reset', '12', '13'], /This will reset 2 invitations \(12, 13\): the attempt and its answers are archived/],
    [['keys', 'revoke', '2'], /This ends key 2 \(ATS, as_abc…\) at once/],
    [['keys', 'rotate', '2'], /This ends key 2 \(ATS, as_abc…\), at once, and makes another/],
    [['tests', 'archive', '3'], /This archives test 3/],
  ])('%j says what it will do, and does nothing without a yes', async (args, consequence) => {
    const script = await runCli(args, { routes });
    expect(script).toMatchObject({ code: 2, out: '' });
    expect(script.err).toMatch(consequence);
    expect(script.err).toContain('add --yes');
    const no = await runCli(args, { routes, answers: [''] });
    expect(no).toMatchObject({ code: 1, out: '' });
    expect(no.err).toMatch(consequence);
    expect(no.err).toContain('Nothing was changed.');
    expect([...script.requests, ...no.requests].every(({ route }) => route.endsWith(' /manage/v1/keys'))).toBe(true);
  });

  it('runs after a yes, or with --yes in a script', async () => {
    expect(await runCli(['invitations', 'cancel', '12'], { routes, answers: ['y'] })).toMatchObject({
      code: 0,
      out: 'Invitation 12 is cancelled.\n',
    });
    expect(await runCli(['keys', 'revoke', '2', '--yes'], { routes })).toMatchObject({ code: 0, out: 'Key 2 (ATS) has ended.\n' });
    expect(await runCli(['tests', 'archive', '3', '--yes', '--quiet'], { routes })).toMatchObject({ code: 0, out: '3\n', err: '' });
  });

  it('when one of several is refused, the others are still changed', async () => {
    const ran = await runCli(['invitations', 'cancel', '11', '12', '--yes', '--json'], {
      routes: { ...routes, 'GET /v2/org/testinvitation/11/cancel': () => refuse('403.4', 'The attempt has been started') },
    });
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({
      results: [
        { id: 11, ok: false, error: expect.stringContaining('has been started') },
        { id: 12, ok: true },
      ],
    });
  });
});

describe('keys and the record of changes', () => {
  const made = {
    keyId: 2,
    name: 'ATS',
    prefix: 'assay_abcdef',
    scopes: ['read'],
    allScopes: false,
    createdAt: '2026-11-21T12:00:00.000Z',
    lastUsedAt: null,
    expiresAt: '2026-11-28T12:00:00.000Z',
    revokedAt: null,
    current: false,
    apiKey: 'assay_secret',
  };
  const routes = { 'POST /manage/v1/keys': () => made };

  it('a key is made with the scopes that are named; a script that names none is told to, a person is asked', async () => {
    const named = await runCli(['keys', 'create', 'ATS', '--scopes', 'read', '--expires-in-days', '7'], { routes });
    expect(named.requests[0]?.body).toEqual({ name: 'ATS', scopes: ['read'], expiresInDays: 7 });
    expect(named.out).toContain('may read, until 2026-11-28 12:00');
    const script = await runCli(['keys', 'create', 'ATS'], { routes });
    expect(script).toMatchObject({ code: 2, out: '', requests: [], err: expect.stringContaining('--scopes read,invite') });
    const asked = await runCli(['keys', 'create', 'ATS'], { routes, answers: ['Read, invite'] });
    expect(asked.requests[0]?.body).toEqual({ name: 'ATS', scopes: ['read', 'invite'] });
    expect(asked.err).toContain('decides where results go');
    const wrong = await runCli(['keys', 'create', 'ATS'], { routes, answers: ['read, fly'] });
    expect(wrong).toMatchObject({ code: 2, requests: [] });
  });

  it('the list shows which key is yours, when each was last used, and when it ends', async () => {
    const { apiKey: _, ...key } = made;
    const keys = [
      {
        ...key,
        keyId: 4,
        scopes: ['read', 'invite', 'manage'],
        allScopes: true,
        expiresAt: null,
        current: true,
        lastUsedAt: key.createdAt,
      },
      { ...key, keyId: 3, revokedAt: '2026-11-20T12:00:00.000Z' },
      key,
    ];
    const { out } = await runCli(['keys', 'list'], { routes: { 'GET /manage/v1/keys': () => ({ keys }) }, now: Date.parse(key.createdAt) });
    expect(out).toMatch(/4 .* all .* 2026-11-21 12:00Z? +valid, yours/);
    expect(out).toMatch(/3 .* read .* never +ended 2026-11-20 12:00/);
    expect(out).toMatch(/2 .* read .* never +until 2026-11-28 12:00/);
  });

  it('a change is shown with the key that made it, from what to what', async () => {
    const changes = { emailToStakeholder: { from: null, to: 'boss@acme.example' } };
    const entries = [
      { entryId: 9, at: made.createdAt, keyId: 2, keyName: 'ATS', type: 'link.updated', data: { testLinkId: 7, changes } },
      { entryId: 8, at: made.createdAt, keyId: null, keyName: null, type: 'key.created', data: { keyId: 2 } },
    ];
    const { out } = await runCli(['account', 'audit'], { routes: { 'GET /manage/v1/audit': () => ({ entries, nextCursor: null }) } });
    expect(out).toMatch(/2 \(ATS\) +link\.updated +testLinkId 7, emailToStakeholder null → boss@acme\.example/);
    expect(out).toMatch(/the operator +key\.created +keyId 2/);
  });
});

describe('links', () => {
  const link = {
    testLinkId: 7,
    testId: 3,
    testLinkName: 'Spring',
    testLinkAccessKey: 'l1-x',
    accessTime: 1,
    startDateTime: '2026-03-01T08:00:00',
    endDateTime: '2026-03-01T16:00:00',
    timeZoneId: 110,
    inviteCandidateOnly: 1,
    imageProctoring: 0,
    emailToStakeholder: null,
    testLinkStatus: 1,
  };
  const routes = {
    'GET /v2/org/tests/3/testlinks/7': () => link,
    'POST /v2/org/tests/3/testlinks/7': ({ body }: { body: unknown }) => ({ ...link, ...(body as object) }),
    'POST /v2/org/tests/3/testlinks': ({ body }: { body: unknown }) => ({ ...link, ...(body as object) }),
    'GET /manage/v1/links/7/settings': () => ({ testLinkId: 7, confirmEmail: 1 }),
    'PUT /manage/v1/links/7/settings': ({ body }: { body: unknown }) => ({ testLinkId: 7, ...(body as object) }),
  };

  const account = {
    accountId: 1,
    name: 'Acme',
    email: '',
    timeZone: 'UTC',
    support: null,
    privacy: null,
    receipts: 'mailed',
    lateMinutes: 10,
    color: null,
    logo: null,
    tests: 2,
    createdAt: '2026-11-21T12:00:00.000Z',
    publicUrl: 'https://tests.acme.example/assay',
    scopes: ['read'],
  };

  it.each([
    ['--confirm-email', 1, 'confirmed by a mail before the test'],
    ['--no-confirm-email', 0, 'not confirmed'],
  ] as const)('update %s changes nothing else of the link', async (option, confirmEmail, words) => {
    const ran = await runCli(['links', 'update', '3', '7', option], { routes });
    expect(ran.requests.filter(({ route }) => !route.startsWith('GET'))).toMatchObject([
      { route: 'PUT /manage/v1/links/7/settings', body: { confirmEmail } },
    ]);
    expect(ran.out).toContain(`Email     ${words}`);
  });

  it('create and show tell whether addresses are confirmed', async () => {
    const created = await runCli(['links', 'create', '3', '--name', 'A', '--zone', 'UTC', '--confirm-email', '--json'], { routes });
    expect(JSON.parse(created.out)).toMatchObject({ testLinkId: 7, confirmEmail: 1 });
    expect((await runCli(['links', 'show', '3', '7'], { routes })).out).toContain('confirmed by a mail before the test');
  });

  it('a link that is made with a key that may not set confirmation is named, so that nobody makes another one', async () => {
    const args = ['links', 'create', '3', '--name', 'A', '--zone', 'UTC', '--confirm-email'];
    const refused = { 'PUT /manage/v1/links/7/settings': () => refuse('403.1', 'This API key lacks the scope manage') };
    const ran = await runCli(args, { routes: { ...routes, ...refused } });
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/Link 7 is made, .*lacks the scope manage/);
    expect(ran.err).toContain('assay links update 3 7 --confirm-email');
  });

  it('times are parsed in the zone of the link and shown in it and in UTC', async () => {
    const ran = await runCli(
      [
        'links',
        'create',
        '3',
        '--name',
        'A',
        '--access',
        'time-bound',
        '--zone',
        'Europe/Berlin',
        '--from',
        '2026-07-01 09:00',
        '--until',
        '2026-07-02T09:00Z',
      ],
      { routes },
    );
    expect(ran.requests[0]?.body).toMatchObject({
      accessTime: 1,
      timeZoneId: 110,
      startDateTime: '2026-07-01T07:00:00',
      endDateTime: '2026-07-02T09:00:00',
    });
    expect(ran.out).toContain('From      2026-07-01 09:00 +02:00 (2026-07-01 07:00Z)');
    expect(ran.out).toContain('Join URL  http://assay.test/join/l1-x');
  });

  const officeHours = ['--access', 'slot-wise', '--zone', 'Europe/Berlin', '--from', '2026-03-20 09:00', '--until', '2026-04-10 17:00'];

  it('a daily window is shown with its first and last day and each day on which clocks change; --dry-run sends nothing', async () => {
    const created = await runCli(['links', 'create', '3', '--name', 'A', ...officeHours], { routes });
    expect(created.requests[0]?.body).toMatchObject({ startDateTime: '2026-03-20T08:00:00', endDateTime: '2026-04-10T15:00:00' });
    const days = [
      'Open           from 20-Mar-2026 to 10-Apr-2026, each day from 09:00 AM to 05:00 PM in (W. Europe Standard Time)',
      'First day      2026-03-20 09:00 – 17:00 +01:00',
      'Clocks change  2026-03-29 09:00 – 17:00 +02:00',
      'Last day       2026-04-10 09:00 – 17:00 +02:00',
    ].join('\n');
    expect(created.out).toContain(days);
    const preview = await runCli(['links', 'create', '3', '--name', 'A', ...officeHours, '--dry-run'], { routes });
    expect([preview.code, preview.requests]).toEqual([0, []]);
    expect(preview.out).toContain(days);
    const changed = await runCli(['links', 'update', '3', '7', ...officeHours, '--dry-run', '--json'], { routes });
    expect(changed.requests.map(({ route }) => route)).toEqual(['GET /v2/org/tests/3/testlinks/7']);
    expect(JSON.parse(changed.out)).toMatchObject({ testLinkId: 7, accessTime: 2, endDateTime: '2026-04-10T15:00:00' });
    const anytime = await runCli(['links', 'update', '3', '7', '--access', 'anytime', '--dry-run'], { routes });
    expect(anytime.out).not.toContain('From');
  });

  it('the join URL is where candidates reach the service, not where this program does', async () => {
    const ran = await runCli(['links', 'show', '3', '7'], { routes: { ...routes, 'GET /manage/v1/account': () => account } });
    expect(ran.out).toContain('Join URL  https://tests.acme.example/assay/join/l1-x');
  });

  it('an account without an address says what that means; its address and its receipts can be set', async () => {
    const accounts = { 'GET /manage/v1/account': () => account, 'POST /manage/v1/account': () => account };
    const shown = await runCli(['account', 'show'], { routes: accounts });
    expect(shown.out).toContain('Email     none: links notify nobody unless they name an address');
    expect(shown.out).toContain('Receipts  for candidates whose invitation Assay mailed');
    expect(shown.out).toContain('Late      answers count for 10 min if they were typed in time');
    const ran = await runCli(['account', 'set', '--no-email', '--receipts', 'all', '--late-minutes', '0'], { routes: accounts });
    expect(ran.requests.at(-1)?.body).toEqual({ email: null, receipts: 'all', lateMinutes: 0 });
    const directory = await mkdtemp(join(tmpdir(), 'assay-logo-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const logo = join(directory, 'logo.png');
    await writeFile(logo, 'picture');
    const branded = await runCli(['account', 'set', '--logo', logo, '--report-color', '#7a1f5c'], { routes: accounts });
    expect(branded.requests.at(-1)?.body).toEqual({ logo: Buffer.from('picture').toString('base64'), color: '#7a1f5c' });
    const plain = await runCli(['account', 'set', '--no-logo', '--no-report-color'], { routes: accounts });
    expect(plain.requests.at(-1)?.body).toEqual({ logo: null, color: null });
    await writeFile(logo, Buffer.alloc(64 * 1024 + 1));
    const large = await runCli(['account', 'set', '--logo', logo], { routes: accounts });
    expect([large.code, large.err]).toEqual([1, expect.stringContaining('is longer than 64 KiB')]);
    const wrong = await runCli(['account', 'set', '--receipts', 'some'], { routes: accounts });
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('mailed, all, none')]);
  });

  it('a key without invite is shown which scope is missing in place of the join URL, and null as JSON', async () => {
    const withheld = { ...link, testLinkAccessKey: null };
    const given = {
      routes: {
        ...routes,
        'GET /v2/org/tests/3/testlinks/7': () => withheld,
        'GET /v2/org/tests/3/testlinks': () => ({ testLinks: [withheld] }),
      },
    };
    expect((await runCli(['links', 'show', '3', '7'], given)).out).toContain('Join URL  needs the scope invite');
    expect((await runCli(['links', 'list', '3'], given)).out).toContain('needs the scope invite');
    expect(JSON.parse((await runCli(['links', 'show', '3', '7', '--json'], given)).out)).toMatchObject({ joinUrl: null });
  });

  it('an update changes the named fields and sends the others unchanged', async () => {
    const until = await runCli(['links', 'update', '3', '7', '--until', '2026-03-01 18:30'], { routes });
    const { testLinkAccessKey: _, testId: __, testLinkId: ___, ...rest } = link;
    expect(until.requests[1]?.body).toEqual({ ...rest, endDateTime: '2026-03-01T17:30:00' });
    const off = await runCli(['links', 'disable', '3', '7', '--json'], { routes });
    expect(off.requests[1]?.body).toEqual({ ...rest, testLinkStatus: 3 });
    expect(JSON.parse(off.out)).toMatchObject({ testLinkId: 7, testLinkStatus: 3, joinUrl: 'http://assay.test/join/l1-x' });
  });
});
