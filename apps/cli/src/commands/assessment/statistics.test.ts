import type { TestStatistics } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { Routes } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';

const statistics: TestStatistics = {
  testId: 3,
  isComplete: true,
  candidates: 40,
  meanPercent: 62.5,
  standardDeviationPercent: 14.2,
  distribution: Array.from({ length: 10 }, (_, index) => ({ from: index * 10, to: index * 10 + 10, candidates: index === 6 ? 40 : 0 })),
  reliability: {
    versions: [1],
    candidates: 40,
    questions: 2,
    mean: 5,
    standardDeviation: 1.136,
    alpha: 0.712,
    lower: 0.6,
    upper: 0.8,
    standardError: 0.61,
  },
  questions: [
    {
      id: 'strict',
      questionId: 1,
      versions: [1],
      kind: 'single-choice',
      prompt: 'Which is strict?',
      candidates: 40,
      void: null,
      difficulty: 0.25,
      discrimination: -0.12,
      right: 10,
      partial: 0,
      wrong: 28,
      blank: 2,
      timed: 31,
      medianSeconds: 75,
      options: [
        { optionId: 'a', text: '`==`', correct: true, candidates: 10, meanPercent: 50 },
        { optionId: 'b', text: '`===`', correct: false, candidates: 28, meanPercent: 70 },
      ],
      flags: [{ flag: 'check-key', advice: 'Check the key first.' }],
    },
  ],
};
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
    expect(out).toContain('Mean                62.5 % of the maximum');
    expect(out).toContain("Cronbach's alpha 0.71 (95 % interval 0.60 to 0.80), of 40 candidates and 2 questions");
    expect(out).toContain(` 60–70  %  ${'█'.repeat(30)}  40`);
    expect(out).toMatch(/ 1 {2}Which is strict\? +40 +0\.25 .* -0\.12 +1m 15s +2 {2}check-key/);
    expect(out).toContain('    check-key: Check the key first.');
    expect(out).toMatch(/✓ a .* 10, their mean 50\.0 % {2}`==`/);
  });

  it('asks again until everything is counted', async () => {
    const { out } = await runCli(['tests', 'statistics', '3', '--json'], {
      routes: answering({ ...statistics, isComplete: false, candidates: 20 }, statistics),
    });
    expect(JSON.parse(out)).toEqual(statistics);
  });

  it('says so when nobody has finished', async () => {
    expect((await runCli(['tests', 'statistics', '3'], { routes: answering(nobody) })).out).toBe('Nobody has finished this test yet.\n');
  });
});
