import type { RegradeProgress } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { Routes } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';

const answering = (progress: Omit<RegradeProgress, 'testId' | 'nextCursor' | 'total'>): Routes => ({
  'GET /manage/v1/tests/3/regrade': () => ({ testId: 3, nextCursor: null, total: progress.reports.length, ...progress }),
});
const regrade = { version: 2, requestedAt: '2026-11-22T10:00:00.000Z', status: 'done', programsLeft: 0 } as const;
const ana = {
  testInvitationId: 12,
  attempt: 1,
  fullName: 'Ana',
  emailId: 'ana@example.com',
  oldScore: '5',
  score: '10',
  totalScore: '20',
  regradedAt: '2026-11-22T10:00:05.000Z',
};
const regraded = (routes: Routes, ...flags: string[]) => runCli(['tests', 'regraded', '3', ...flags], { routes });

describe('assay tests regrade', () => {
  it('as a dry run says that scores are known only after running the programs', async () => {
    const routes: Routes = { 'POST /manage/v1/tests/3/regrade': () => ({ testId: 3, version: 2, programs: 1, dryRun: true }) };
    const { out } = await runCli(['tests', 'regrade', '3', '--dry-run'], { routes });
    expect(out).toContain('1 program was graded by the cases of a version before 2.\nNothing was changed.');
    expect(out).toContain('known only when the programs have run');
  });
});

describe('assay tests regraded', () => {
  it('lists whose score changed from what to what', async () => {
    const { code, out } = await regraded(answering({ regrade, reports: [ana] }));
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'Regrade by the cases of version 2: done.',
        '',
        'INVITATION  CANDIDATE  EMAIL            BEFORE  NOW  OF',
        '        12  Ana        ana@example.com       5   10  20',
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

  it('says how far it is, that nothing changed, or that there was none', async () => {
    const text = async (progress: RegradeProgress['regrade']) => (await regraded(answering({ regrade: progress, reports: [] }))).out;
    expect(await text({ ...regrade, status: 'running', programsLeft: 7 })).toBe(
      'Regrade by the cases of version 2: 7 programs left. No score has changed so far.\n',
    );
    expect(await text(regrade)).toBe('Regrade by the cases of version 2: done. It changed no score.\n');
    expect(await text(null)).toBe('Test 3 was not regraded.\n');
  });
});
