import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Comparison, type ManagedInvitation, noFigures } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { comparedCandidate } from '../../testing/comparisons.ts';
import { runCli } from '../../testing/run-cli.ts';

const comparison: Comparison = {
  testId: 3,
  testName: 'JavaScript',
  candidates: [
    comparedCandidate(12, {}),
    comparedCandidate(15, {
      rank: 2,
      fullName: 'Bob',
      score: -0.5,
      wv: 3,
      remarks: ['12 of 20 answers came within 4 s'],
      questions: [{ id: 'sum', number: 4, sectionName: 'Basics', outcome: 'wrong', score: -0.5, marks: 2, void: null }],
    }),
  ],
};

const invitation: ManagedInvitation = {
  testInvitationId: 15,
  testId: 3,
  testLinkId: null,
  emailId: 'bob@example.com',
  fullName: 'Bob',
  origin: 'api',
  status: 'Completed',
  current: true,
  takeTestURL: 'https://assay.test/take/s',
  createdAt: '2026-11-20T09:00:00.000Z',
  startedAt: '2026-11-21T10:00:00.000Z',
  deadline: '2026-11-21T10:45:00.000Z',
  completedAt: '2026-11-21T10:40:00.000Z',
  extraMinutes: 0,
  reportStatus: 'Generated',
  ...noFigures,
  score: '-0.5',
  totalScore: '80',
  wv: 3,
  tv: 12,
};

const routes = {
  'GET /manage/v1/invitations/15': () => invitation,
  'GET /manage/v1/tests/3/comparison': ({ query }: { query: Readonly<Record<string, string>> }) =>
    query.invitations === '15,12' ? comparison : { ...comparison, candidates: [] },
};

describe('assay report compare', () => {
  it('shows figures, sections and questions with a column for each candidate; a question has one row in all versions', async () => {
    const { code, out, err } = await runCli(['report', 'compare', '15', '12', '--by', 'Basics'], { routes });
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n').map((line) => line.trim().replace(/\s{2,}/g, ' | '));
    expect(lines).toEqual(
      expect.arrayContaining([
        'Ann (12) | Bob (15)',
        'Rank | 1 | 2',
        'Score | 61.5 of 80 | -0.5 of 80',
        'Share | 76.88% | -0.62%',
        'Time taken | 47 minutes | 47 minutes',
        'Proctoring | No window violations | 3 window violations, less than a second outside',
        'Basics | 40 of 50 | 40 of 50',
        'Remarks | none | 1',
        '1 sum | Right, 2 of 2 | Wrong, -0.5 of 2',
        '2 new | Blank, 0 of 2 | –',
        '3 odd | Void | –',
        'Bob: 12 of 20 answers came within 4 s',
        'Ranked by Basics.',
      ]),
    );
  });

  it('prints the document of the API, or the invitations in their order', async () => {
    const json = await runCli(['report', 'compare', '15', '12', '--json'], { routes });
    expect(JSON.parse(json.out)).toEqual(comparison);
    expect(await runCli(['report', 'compare', '15', '12', '--quiet'], { routes })).toMatchObject({ out: '12\n15\n' });
  });

  it('saves a PDF of the same with --pdf', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-comparison-'));
    const file = join(directory, 'spring.pdf');
    const given = {
      ...routes,
      'GET /manage/v1/tests/3/comparison.pdf': ({ query }: { query: Readonly<Record<string, string>> }) =>
        new Response(`%PDF ${query.invitations} ${query.by}`, { headers: { 'content-type': 'application/pdf' } }),
    };
    const saved = await runCli(['report', 'compare', '15', '12', '--by', 'Basics', '--pdf', file], { routes: given });
    expect(saved).toMatchObject({ code: 0, out: `${file}: 1 KiB\n`, err: '' });
    expect(await readFile(file, 'utf8')).toBe('%PDF 15,12 Basics');
    await rm(directory, { recursive: true });
  });

  it('wants at least two candidates', async () => {
    expect(await runCli(['report', 'compare', '15', '15'], { routes })).toMatchObject({ code: 2, out: '', requests: [] });
  });
});
