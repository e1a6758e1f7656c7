import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePrefix, type ReportBundle, signedBundle } from '@assay/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../testing/run-cli.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const options = [
  { optionId: 'a', text: 'Yes', correct: false },
  { optionId: 'b', text: 'No', correct: true },
];
const limits = { seconds: 1, memory: 64, from: { seconds: 'author', memory: 'author' } } as const;
const time = { rule: 'quickest of at most 3 within 15 %' as const, limit: 1, tries: [0.01] };

const bundle: ReportBundle = {
  version: 1,
  grader: 1,
  server: 'https://assay.example',
  issuedAt: '2026-11-23T10:00:00.000Z',
  account: { accountId: 7, name: 'Acme Hiring' },
  testInvitationId: 12,
  attempt: 1,
  candidate: { fullName: 'Ana Núñez', emailId: 'ana@example.com', nameAtCompletion: 'Ana Núñez' },
  test: { testId: 3, key: 'js', name: 'JavaScript', version: 2 },
  startedAt: '2026-11-23T09:00:00.000Z',
  completedAt: '2026-11-23T09:30:00.000Z',
  completedBy: 'candidate',
  paper: {
    name: 'JavaScript',
    duration: 60,
    sections: [
      {
        name: 'All',
        type: 'general questions',
        duration: 0,
        questions: [
          { questionId: 1, prompt: 'Is it?', marks: 2, penalty: 0.5, kind: 'single-choice', options },
          {
            questionId: 2,
            prompt: 'Print 1.',
            marks: 4,
            penalty: 0,
            kind: 'coding',
            io: 'stdio',
            languages: null,
            starter: {},
            limits: { seconds: null, memory: null },
            solution: {},
            wrong: [],
            compare: { by: 'tokens' },
            cases: [{ name: '1', sample: true, weight: 1, input: '', output: '1' }],
            allOrNothing: false,
          },
        ],
      },
    ],
  },
  answers: [
    { questionId: 1, answer: 'b', late: false },
    { questionId: 2, answer: { language: 'javascript', source: 'console.log(1)' }, late: false },
  ],
  programs: [
    {
      questionId: 2,
      testVersion: 2,
      language: 'javascript',
      engine: 'embedded',
      version: 'ES2023',
      limits,
      cases: [{ name: '1', verdict: 'accepted', seconds: 0.01, memory: null, time }],
    },
  ],
  reviews: [],
  events: [],
  result: {
    figures: { score: '6', totalScore: '6', wv: 0, tv: 0, lateAnswers: 0 },
    content: {
      sections: [{ sectionName: 'All', sectionScore: '6', candidateScore: '6' }],
      questions: [
        { questionId: 1, marks: '2', score: '2', outcome: 'right' },
        { questionId: 2, marks: '4', score: '4', outcome: 'right', program: { language: 'javascript', accepted: 1, cases: 1 } },
      ],
    },
  },
};

const signed = (content: unknown): string => {
  const bytes = Buffer.from(JSON.stringify(content));
  const signature = sign(null, Buffer.concat([Buffer.from(bundlePrefix(bytes.length)), bytes]), privateKey).toString('base64');
  return signedBundle({ payload: bytes.toString('base64'), keyId: 'first', signature });
};

describe('assay verify', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  const file = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(at(name), content);
    return at(name);
  };
  const verify = (path: string, ...more: string[]) => runCli(['verify', path, '--keys', at('keys.json'), ...more], { env: {} });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-verify-'));
    await file('keys.json', JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'first' }] }));
    await file('ana.json', signed(bundle));
  });

  it('says who signed, what was graded again, and what was not; it asks no server', async () => {
    const { code, out, err, requests } = await verify(at('ana.json'));
    expect([code, err, requests]).toEqual([0, '', []]);
    expect(out.split('\n').slice(0, 4)).toEqual([
      'Account        7 Acme Hiring (not compared with the account that you expect: --account)',
      'Test           JavaScript, id 3, version 2',
      'Candidate      Ana Núñez <ana@example.com>',
      `Verdict        verified: ${at('ana.json')}`,
    ]);
    expect(out).toMatch(/Score +6 of 6 \(100%\)/);
    expect(out).toMatch(/Graded again +1 answer: the same score/);
    expect(out).toMatch(/Not run again +1 program: .*only signed/);
    expect(out).toMatch(/https:\/\/assay\.example .*key first/);
  });

  it('says whose keys graded it after a regrade', async () => {
    const regraded = signed({ ...bundle, test: { ...bundle.test, keyVersion: 5 } });
    const { out } = await verify(await file('regraded.json', regraded));
    expect(out).toMatch(/Test +JavaScript, id 3, version 2, graded by the keys of version 5/);
  });

  it('--json has the bundle, --quiet the name of a file that is verified', async () => {
    expect(JSON.parse((await verify(at('ana.json'), '--json')).out)).toMatchObject({
      verified: true,
      signedBy: 'first',
      bundle: { candidate: { fullName: 'Ana Núñez' } },
      check: { graded: true, answers: 1, programs: 1, differences: [] },
    });
    expect((await verify(at('ana.json'), '--quiet')).out).toBe(`${at('ana.json')}\n`);
  });

  it.each(['7', ' 7 ', '7 Acme Hiring'])('--account %j is the account that it names', async (account) => {
    const { code, out } = await verify(at('ana.json'), '--account', account);
    expect([code, out.split('\n')[0]]).toEqual([0, 'Account        7 Acme Hiring']);
  });

  it.each([
    ['8', 'it is of account 7, not of account 8'],
    ['8 Acme Hiring', 'it is of account 7, not of account 8'],
    ['7 Acme', 'account 7 was named "Acme Hiring" when it was exported, not "Acme"'],
  ])('--account %j fails, and whose it is comes first', async (account, says) => {
    const { code, out } = await verify(at('ana.json'), '--account', account);
    expect(code).toBe(1);
    expect(out).toMatch(/^Account +7 Acme Hiring\nTest +JavaScript.*\nCandidate +Ana Núñez <.*\n.*: NOT verified: /);
    expect(out).toContain(says);
    const { out: json } = await verify(at('ana.json'), '--account', account, '--json');
    expect(Object.keys(JSON.parse(json)).slice(0, 3)).toEqual(['account', 'test', 'candidate']);
    expect(JSON.parse(json)).toMatchObject({ account: bundle.account, test: bundle.test, candidate: bundle.candidate, verified: false });
  });

  it('that names no account is refused with the reason', async () => {
    const { account: _, ...without } = bundle;
    const { code, out } = await verify(await file('without.json', signed(without)), '--account', '7');
    expect([code, out]).toEqual([1, expect.stringContaining('it names no account, so any account of the server')]);
  });

  it('shows what hides in the name of an account, and keeps it on its line behind the id', async () => {
    const name = `7 Acme\u200b\u202e Hiring\n${' '.repeat(80)}Account  7 Acme\u001b[2K`;
    const other = await file('alike.json', signed({ ...bundle, account: { accountId: 8, name } }));
    const { out } = await verify(other);
    const [first = '', second] = out.split('\n');
    expect(first).toMatch(/^Account +8 7 Acme<U\+200B><U\+202E> Hiring<U\+000A> Account 7 Acme<U\+001B>\[2K /);
    expect(second).toMatch(/^Test /);
    expect((await verify(other, '--account', '7')).code).toBe(1);
  });

  it('reads standard input', async () => {
    const piped = await readFile(at('ana.json'), 'utf8');
    expect(await runCli(['verify', '-', '--keys', at('keys.json')], { env: {}, piped })).toMatchObject({ code: 0 });
  });

  it('exits with 1 when any byte of the file is another one', async () => {
    const good = await readFile(at('ana.json'));
    for (let place = 0; place < good.length; place += Math.ceil(good.length / 40)) {
      const changed = Buffer.from(good);
      changed[place] = (changed[place] ?? 0) ^ 1;
      const { code, out } = await verify(await file('changed.json', changed));
      expect([place, code, out]).toEqual([place, 1, expect.stringContaining('NOT verified')]);
    }
  });

  it.each<[string, unknown, string]>([
    [
      'a score that its answers do not give',
      { ...bundle, result: { ...bundle.result, figures: { ...bundle.result.figures, score: '5' } } },
      'it states "5", grading gives "6"',
    ],
    ['rules of another version', { ...bundle, grader: 99 }, 'rules of version 99'],
    ['another format', { ...bundle, version: 2 }, 'the format 2'],
    ['an answer of another kind', { ...bundle, answers: [{ questionId: 1, answer: 7, late: false }] }, 'cannot be graded'],
    ['no report', { version: 1, account: bundle.account }, 'not a report'],
    ['a paper of nothing', { ...bundle, paper: { sections: 3 } }, 'cannot be graded'],
  ])('exits with 1 for %s, though the signature is right', async (_, content, says) => {
    const { code, out, err } = await verify(await file('other.json', signed(content)));
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain('NOT verified');
    expect(out).toContain(says);
    expect(out).toContain('The signature of key first is right.');
  });

  it('exits with 1 for a file that is no bundle, and 2 for a command line that is wrong', async () => {
    const { code, out } = await verify(await file('report.pdf', '%PDF-1.7'));
    expect([code, out]).toEqual([1, expect.stringContaining('NOT verified')]);
    const wrong = [
      ['verify', at('ana.json')],
      ['verify', at('nowhere.json'), '--keys', at('keys.json')],
      ['verify', at('ana.json'), '--keys', at('nowhere.json')],
      ['verify', at('ana.json'), '--keys', at('ana.json')],
      ['verify', at('ana.json'), '--keys', at('report.pdf')],
      ['verify', '-', '--keys', '-'],
      ...['', '0', '-7', 'Acme', '7Acme', '7 Acme\nHiring'].map((account) => [
        'verify',
        at('ana.json'),
        '--keys',
        at('keys.json'),
        `--account=${account}`,
      ]),
    ];
    for (const args of wrong) expect([args, (await runCli(args, { env: {} })).code]).toEqual([args, 2]);
  });
});

it('assay report bundle writes what the server sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bundle-'));
  const output = join(folder, 'ana.json');
  const body = signed(bundle);
  const routes = {
    'GET /manage/v1/invitations/12/report-bundle': () =>
      new Response(body, { headers: { 'content-type': 'application/vnd.dsse.envelope.v1+json' } }),
  };
  expect(await runCli(['report', 'bundle', '12', '--output', output], { routes })).toMatchObject({ code: 0, err: '' });
  expect(await readFile(output, 'utf8')).toBe(body);
});
