import type { Report, SectionReport } from '@assay/client';
import { example } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { invitationReport, reportedSection } from '../../testing/reports.ts';
import { runCli } from '../../testing/run-cli.ts';

const report = example('getReport', { testName: 'Web fundamentals', timeTaken: 1, score: '31.5', totalScore: '40', wv: 2, tv: 75 });

const scored = (sectionName: string, candidateScore: number, sectionScore: number): SectionReport => ({
  sectionName,
  candidateScore,
  sectionScore,
});

const linesOf = (out: string): string[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().replace(/\s{2,}/g, ' | '));

describe('assay report show', () => {
  it('says what the PDF says, in its words: seconds under five minutes, and partly right apart', async () => {
    const generated = invitationReport({
      ...{ passPercent: '80', testResult: 'Fail', secondsTaken: 11, lateAnswers: 1 },
      group: { candidates: 40, percentile: 62, meanPercent: 55.3 },
      remarks: ['3 answers came within 2 s', 'away for 80 s before a right answer'],
    });
    const routes = { 'GET /v2/org/report/501': () => report, 'GET /manage/v1/invitations/501/report': () => generated };
    const { code, out, err } = await runCli(['report', 'show', '501'], { routes });
    expect([code, err]).toEqual([0, '']);
    expect(linesOf(out)).toEqual(
      expect.arrayContaining([
        'Score | 31.5 of 40 (78.75%)',
        'Result | Fail: 80% needed',
        'Compared | Above 62 of 100 candidates; 40 finished, with 55.3% on average',
        'Questions | 4: 12 right · 2 partly right · 4 wrong · 2 blank',
        'Time taken | 11 seconds of 45 minutes',
        'Proctoring | 2 window violations, 1 minute 15 seconds outside',
        'Late answers | 1 answer arrived after the deadline and was typed before it. It counts, and is marked.',
        'Remarks | 3 answers came within 2 s.',
        'away for 80 s before a right answer.',
      ]),
    );
    const { out: json } = await runCli(['report', 'show', '501', '--json'], { routes });
    const { secondsTaken, counts, remarks, group } = generated;
    expect(JSON.parse(json)).toEqual({ testInvitationId: 501, ...report, secondsTaken, counts, remarks, group });
  });

  it('before the report is made knows no time, and asks for no more than API v2 has', async () => {
    const pending: Report = { ...report, reportStatus: 'Pending', score: null, timeTaken: null };
    const { out, requests } = await runCli(['report', 'show', '501'], { routes: { 'GET /v2/org/report/501': () => pending } });
    expect(out).toContain('4 in 45 minutes');
    expect(out).not.toMatch(/Time taken|Score/);
    expect(requests).toHaveLength(1);
  });
});

describe('assay report sections', () => {
  const routes = (...sections: ReturnType<typeof reportedSection>[]) => ({
    'GET /v2/org/report/501/sections': () => sections.map((one) => scored(one.sectionName, Number(one.score), Number(one.totalScore))),
    'GET /manage/v1/invitations/501/report': () => invitationReport({ sections }),
  });

  it('counts partly right answers and void questions apart where there are some', async () => {
    const counts = { right: 3, partial: 0, wrong: 1, blank: 0, void: 0 };
    const plain = reportedSection('Markup', '18', '24', { counts });
    const mixed = reportedSection('Scripts', '8', '16', { counts: { ...counts, partial: 2, void: 1 } });
    const heads = async (...sections: ReturnType<typeof reportedSection>[]) =>
      linesOf((await runCli(['report', 'sections', '501'], { routes: routes(...sections) })).out);
    expect(await heads(plain)).toEqual([
      'SECTION | SCORE | OF | SHARE | RIGHT | WRONG | BLANK',
      expect.stringMatching(/^Markup \| 18 \| 24 \| 75% \| \S+ \| 3 \| 1 \| 0$/),
    ]);
    expect(await heads(plain, mixed)).toEqual([
      'SECTION | SCORE | OF | SHARE | RIGHT | PARTLY RIGHT | WRONG | BLANK | VOID',
      expect.stringMatching(/\| 3 \| 0 \| 1 \| 0 \| 0$/),
      expect.stringMatching(/\| 3 \| 2 \| 1 \| 0 \| 1$/),
    ]);
  });

  it('says which section missed its pass mark, and the mean of the group', async () => {
    const missed = reportedSection('Markup', '6', '24', { passPercent: '50', result: 'Fail', group: { percentile: 9, meanPercent: 55.3 } });
    const { out } = await runCli(['report', 'sections', '501'], { routes: routes(missed, reportedSection('Scripts', '8', '16')) });
    expect(linesOf(out)).toEqual([
      expect.stringContaining('| SHARE | RESULT | MEAN | RIGHT |'),
      expect.stringMatching(/\| 25% \| \S+ \| Fail \| 55\.3% \|/),
      expect.stringMatching(/\| 50% \| \S+ \| - \| - \|/),
    ]);
    const { out: json } = await runCli(['report', 'sections', '501', '--json'], { routes: routes(missed) });
    const { counts, result, group } = missed;
    expect(JSON.parse(json).sections).toEqual([{ ...scored('Markup', 6, 24), counts, result, group }]);
  });
});
