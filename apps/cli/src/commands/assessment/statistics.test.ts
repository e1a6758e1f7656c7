import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestStatistics } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { Routes } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';
import { someStatistics } from '../../testing/statistics.ts';

const statistics = someStatistics();
const nobody: TestStatistics = {
  ...statistics,
  candidates: 0,
  meanPercent: null,
  standardDeviationPercent: null,
  reliability: null,
  questions: [],
};
const answering = (...answers: readonly TestStatistics[]): Routes => {
  let sent = 0;
  return {
    'GET /manage/v1/tests/3/statistics': () => {
      sent += 1;
      return answers[Math.min(sent, answers.length) - 1];
    },
  };
};

describe('assay tests statistics', () => {
  it('prints figures, a histogram, each question, and what to look at with who chose what', async () => {
    const { out } = await runCli(['tests', 'statistics', '3'], { routes: answering(statistics) });
    expect(out).toContain('Mean                62.5% of the maximum');
    expect(out).toContain("Cronbach's alpha 0.71 (95% interval 0.60 to 0.80), of 40 candidates and 2 questions");
    expect(out).toContain(` 60–70%  ${'█'.repeat(30)}  40`);
    expect(out).toMatch(/ 1 {2}Which is strict\? +40 +0\.25 .* -0\.12 +1m 15s +2 {2}check-key/);
    expect(out).toContain('    check-key: Check the key first.');
    expect(out).toMatch(/✓ a .* 10, their mean 50\.0% {2}`==`/);
  });

  it('says which key was corrected, when and for how many, also where nothing else stands out', async () => {
    const corrected = { version: 2, at: '2026-11-24T10:00:00.000Z', attempts: 10 };
    const { out } = await runCli(['tests', 'statistics', '3'], {
      routes: answering(someStatistics([{ flags: [] }, { flags: [], corrected }, { flags: [], otherKey: 1 }])),
    });
    expect(out).toContain('2. Which is strict?\n    Key corrected in version 2 (2026-11-24): another result for 10 attempts\n');
    expect(out).not.toContain('1. Which is strict?');
  });

  it('asks again until everything is counted', async () => {
    const { out } = await runCli(['tests', 'statistics', '3', '--json'], {
      routes: answering({ ...statistics, isComplete: false, candidates: 20 }, statistics),
    });
    expect(JSON.parse(out)).toEqual(statistics);
  });

  it('saves a PDF with --pdf, once everything is counted', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-statistics-'));
    const file = join(directory, 'statistics.pdf');
    const routes = {
      ...answering({ ...statistics, isComplete: false }, statistics),
      'GET /manage/v1/tests/3/statistics.pdf': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    };
    const saved = await runCli(['tests', 'statistics', '3', '--pdf', file], { routes });
    expect(saved).toMatchObject({ code: 0, out: `${file}: 1 KiB\n`, err: '' });
    expect(saved.requests).toHaveLength(3);
    expect(await readFile(file, 'utf8')).toBe('%PDF');
    await rm(directory, { recursive: true });
  });

  it('says so when nobody has finished', async () => {
    expect((await runCli(['tests', 'statistics', '3'], { routes: answering(nobody) })).out).toBe('Nobody has finished this test yet.\n');
  });
});
