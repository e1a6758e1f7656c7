import type { RegradePreview, RegradeProgress } from '@assay/domain';
import { example } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import type { Routes } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';

const answering = (progress: Omit<RegradeProgress, 'testId' | 'nextCursor' | 'total'>): Routes => ({
  'GET /manage/v1/tests/3/regrade': () => ({ testId: 3, nextCursor: null, total: progress.reports.length, ...progress }),
});
const regrade = {
  version: 2,
  requestedAt: '2026-11-22T10:00:00.000Z',
  status: 'done',
  programsLeft: 0,
  reason: null,
  notify: false,
} as const;
const ana = {
  testInvitationId: 12,
  attempt: 1,
  fullName: 'Ana',
  emailId: 'ana@example.com',
  oldScore: '5',
  oldTotalScore: '20',
  score: '10',
  totalScore: '20',
  oldTestResult: null,
  testResult: null,
  regradedAt: '2026-11-22T10:00:05.000Z',
};
const managed = example('getManagedTest', { testId: 3, key: 'js' });
const file = {
  key: 'js',
  name: 'JS',
  duration: 30,
  sections: [{ name: 'One', questions: [{ id: 'sum', kind: 'numeric', prompt: '1 + 1', marks: 20, answer: 2 }] }],
};
const regraded = (routes: Routes, ...flags: string[]) => runCli(['tests', 'regraded', '3', ...flags], { routes });

describe('assay tests regrade', () => {
  const changed = { ...ana, testVersion: 1, programs: 0 };
  const { regradedAt: _, ...previewed } = changed;
  const kept = { testVersion: 1, questionId: 2, id: 'null-type', reason: 'prompt' } as const;
  const page: RegradePreview = {
    testId: 3,
    examined: 9,
    reports: [previewed],
    results: null,
    kept: [kept],
    keptPassMarks: [],
    nextCursor: null,
  };
  const routes: Routes = {
    'GET /manage/v1/tests/3/file': () => file,
    'GET /manage/v1/tests': () => ({ tests: [managed], nextCursor: null, total: 1 }),
    'POST /manage/v1/tests/3/regrade/preview': () => page,
    'POST /manage/v1/tests': () => ({ ...managed, version: 2, outcome: 'updated' }),
    'POST /manage/v1/tests/3/regrade': () => ({ testId: 3, version: 2, programs: 0, dryRun: false }),
  };
  const listed = [
    '9 reports were graded by the file, and nothing was changed.',
    '',
    'INVITATION  CANDIDATE  EMAIL                NOW      THEN',
    '        12  Ana        ana@example.com  5 of 20  10 of 20',
    'Version 1, question 2 (null-type) keeps its key: its prompt was another one.',
    '',
  ].join('\n');

  it.each([
    ['of a test', ['tests', 'regrade', '3', '--dry-run']],
    ['of a file', ['tests', 'update', '-', '--regrade', '--dry-run']],
  ])('as a dry run %s tells whose score would change, and what is not graded again', async (_, argv) => {
    const { code, out } = await runCli(argv, { routes, piped: JSON.stringify(file) });
    expect([code, out]).toEqual([0, listed]);
  });

  it('as a dry run says who would pass, how many of all pages, and that pass marks stay', async () => {
    const passes = { ...previewed, oldTestResult: 'Fail', testResult: 'Pass' } as const;
    const marked = { ...page, keptPassMarks: [1], results: { before: { pass: 3, fail: 6 }, after: { pass: 4, fail: 5 } } };
    const pages: RegradePreview[] = [
      { ...marked, reports: [passes], nextCursor: '12' },
      { ...marked, reports: [{ ...passes, testInvitationId: 13, testResult: 'Fail' }] },
    ];
    const argv = ['tests', 'regrade', '3', '--dry-run', '--all'];
    const { out } = await runCli(argv, { routes: { ...routes, 'POST /manage/v1/tests/3/regrade/preview': () => pages.shift() } });
    expect(out).toBe(
      [
        '18 reports were graded by the file, and nothing was changed. Now 6 pass and 12 fail; then 8 pass and 10 fail.',
        '',
        'INVITATION  CANDIDATE  EMAIL                NOW      THEN  RESULT',
        '        12  Ana        ana@example.com  5 of 20  10 of 20  Fail → Pass',
        '        13  Ana        ana@example.com  5 of 20  10 of 20  Fail',
        '',
        'Of these, Fail → Pass: 1, Pass → Fail: 0.',
        'Version 1, question 2 (null-type) keeps its key: its prompt was another one.',
        'Version 1 has other pass marks than the file. They stay: a regrade changes no pass mark.',
        '',
      ].join('\n'),
    );
  });

  it('of a file imports it first', async () => {
    const { code, out } = await runCli(['tests', 'update', '-', '--regrade', '--notify', '--reason', 'A wrong key'], {
      routes,
      piped: JSON.stringify({ ...file, duration: 31 }),
    });
    expect(code).toBe(0);
    expect(out).toContain('updated (test 3');
    expect(out).toContain('graded again by the keys of version 2');
    expect(out).toContain('Callbacks are sent again');
  });

  it('of a file whose key no test has says so', async () => {
    const { code, err } = await runCli(['tests', 'update', '-', '--regrade'], {
      routes: { 'GET /manage/v1/tests': () => ({ tests: [], nextCursor: null, total: 0 }) },
      piped: JSON.stringify(file),
    });
    expect(code).not.toBe(0);
    expect(err).toContain('no test has the key js. (assay tests import)');
  });
});

describe('assay tests regraded', () => {
  it('lists whose score changed from what to what', async () => {
    const { code, out } = await regraded(answering({ regrade, reports: [ana] }));
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'Regrade by version 2: done.',
        '',
        'INVITATION  CANDIDATE  EMAIL             BEFORE       NOW',
        '        12  Ana        ana@example.com  5 of 20  10 of 20',
        '',
      ].join('\n'),
    );
    expect(JSON.parse((await regraded(answering({ regrade, reports: [ana] }), '--json')).out)).toEqual({
      testId: 3,
      regrade,
      reports: [ana],
      more: false,
    });
  });

  it('says of a report with the same score what the maximum was', async () => {
    const same = { ...ana, oldScore: '0', score: '0', totalScore: '15' };
    expect((await regraded(answering({ regrade, reports: [same] }))).out).toMatch(/0 of 20 {2}0 of 15\n$/);
  });

  it('says who passes now and who fails, and of a first pass mark only who passes', async () => {
    const reports = (['Fail', 'Pass', 'Fail'] as const).map((oldTestResult, index) => ({
      ...ana,
      oldTestResult,
      testResult: index === 0 ? ('Pass' as const) : ('Fail' as const),
    }));
    const { out } = await regraded(answering({ regrade, reports }));
    expect(out).toMatch(/NOW {2}RESULT\n.* Fail → Pass\n.* Pass → Fail\n.* Fail\n\nOf these, Fail → Pass: 1, Pass → Fail: 1\.\n$/);
    const first = { ...ana, testResult: 'Pass' as const };
    expect((await regraded(answering({ regrade, reports: [first] }))).out).toMatch(/ 5 of 20 {2}10 of 20 {2}Pass\n$/);
  });

  it('says how far it is, that nothing changed, or that there was none', async () => {
    const text = async (progress: RegradeProgress['regrade']) => (await regraded(answering({ regrade: progress, reports: [] }))).out;
    expect(await text({ ...regrade, status: 'running', programsLeft: 7 })).toBe(
      'Regrade by version 2: 7 programs left. No score has changed so far.\n',
    );
    expect(await text(regrade)).toBe('Regrade by version 2: done. It changed no score.\n');
    expect(await text(null)).toBe('Test 3 was not regraded.\n');
  });
});
