import { buffer } from 'node:stream/consumers';
import { adviceFor, type QuestionStatistics, type StatisticsReport } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { hasPoppler, poppler } from '../../testing/poppler.ts';
import { statisticsPdf } from './statistics-pdf.ts';

const question = (questionId: number, change: Partial<QuestionStatistics> = {}): QuestionStatistics => ({
  id: `closures-${questionId}`,
  questionId,
  versions: [1],
  kind: 'single-choice',
  prompt: `What does this closure print the ${questionId}th time?`,
  candidates: 240,
  void: null,
  corrected: null,
  otherKey: 0,
  difficulty: 0.62,
  discrimination: 0.31,
  right: 149,
  partial: 0,
  wrong: 85,
  blank: 6,
  timed: 231,
  medianSeconds: 75,
  options: [
    { optionId: 'a', text: '`undefined`', correct: true, candidates: 149, meanPercent: 61.25 },
    { optionId: 'b', text: 'A **TypeError**, as the name is not bound', correct: false, candidates: 60, meanPercent: 66 },
    { optionId: 'c', text: '3', correct: false, candidates: 25, meanPercent: null },
  ],
  flags: [],
  ...change,
});

const flagged = (questionId: number, ...flags: (keyof typeof adviceFor)[]) =>
  question(questionId, { flags: flags.map((flag) => ({ flag, advice: adviceFor[flag] })), difficulty: 0.24, discrimination: -0.12 });

const report = (questions: readonly QuestionStatistics[], change: Partial<StatisticsReport['statistics']> = {}): StatisticsReport => ({
  accountName: 'Northwind Talent',
  brand: { color: null, logo: null },
  testName: 'Senior JavaScript Engineer',
  generatedAt: Date.UTC(2026, 1, 24, 12, 0),
  zone: 'Asia/Kolkata',
  statistics: {
    testId: 3,
    candidates: 240,
    meanPercent: 58.31,
    standardDeviationPercent: 17.4,
    distribution: [2, 0, 9, 21, 38, 52, 61, 37, 15, 5].map((candidates, index) => ({ from: index * 10, to: index * 10 + 10, candidates })),
    reliability: {
      ...{ versions: [1], candidates: 240, questions: questions.length, mean: 23.3, standardDeviation: 6.9 },
      ...{ alpha: 0.813, lower: 0.776, upper: 0.846, standardError: 2.98 },
    },
    questions: [...questions],
    ...change,
  },
});

const textOf = async (of: StatisticsReport): Promise<string> =>
  poppler('pdftotext', await buffer(await statisticsPdf(of)), '-layout').toString();

describe.skipIf(!hasPoppler)('the PDF of the statistics of a test', () => {
  it('has figures, scores, a row for each question, and what to do about those that stand out', async () => {
    const text = await textOf(
      report([flagged(1, 'check-key', 'better-distractor'), question(2), question(3, { void: 'not-counted', difficulty: null })]),
    );
    for (const words of ['240 candidates', '58.3%', "Cronbach's alpha 0.81 (95% interval 0.78 to 0.85)", '2.98 marks', '60–70%', ' 61\n'])
      expect(text).toContain(words);
    expect(text).toMatch(/1 +What does this closure print the 1th time\? +0\.24 +[-−]0\.12 +1:15 +check key/);
    expect(text).toMatch(/3 +What does this closure print the 3th time\? +– .* void/);
    expect(text.replace(/\s+/g, ' ')).toContain(adviceFor['check-key']);
    expect(text).toMatch(/a +`undefined` +right +149 of 240 +61\.3%/);
    expect(text).not.toContain('Question 2:');
  });

  it('says which key was corrected, when and for how many, and how many another one grades', async () => {
    const corrected = { version: 2, at: '2026-02-20T10:00:00.000Z', attempts: 1 };
    const text = await textOf(report([question(1), question(2, { corrected, otherKey: 12 })]));
    expect(text).toMatch(/2 +What does this closure print the 2th time\? .* key corrected/);
    expect(text).toContain('Key corrected in version 2 (2026-02-20): another result for 1 attempt.');
    expect(text).toContain('12 attempts are graded by another key than the present one.');
  });

  it('of fewer than 20 candidates flags nothing and says why, and of nobody says that', async () => {
    expect(await textOf(report([question(1)], { candidates: 3 }))).toContain('With fewer than 20 candidates none is flagged');
    const none = { candidates: 0, meanPercent: null, standardDeviationPercent: null, reliability: null };
    const text = await textOf(report([], none));
    expect(text).toContain('0 candidates');
    expect(text).not.toContain('What to do');
  });

  it('is bounded, and says what is left out', async () => {
    const options = Array.from({ length: 40 }, (_, index) => ({
      ...{ optionId: `o${index}`, text: `Option ${index}`, correct: index === 0, candidates: 1, meanPercent: 50 },
    }));
    const many = Array.from({ length: 1_005 }, (_, index) =>
      index < 61 ? { ...flagged(index + 1, 'too-hard'), options } : question(index + 1),
    );
    const text = await textOf(report(many));
    expect(text).toContain('Questions that are left out here: 5');
    expect(text).toContain('Options that are left out here: 20');
    expect(text).toContain('Questions to look at that are left out here: 1');
  });

  it('no heading or first line of a table stands alone at the end of a page', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      index % 4 === 0 ? flagged(index + 1, 'check-key', 'weak-discrimination') : question(index + 1),
    );
    for (const page of (await textOf(report(many))).split('\f').filter((one) => one.trim() !== '')) {
      const lines = page.split('\n').filter((line) => line.trim() !== '');
      expect(lines.at(-2)).not.toMatch(/^\s*(Question \d+:|What to do|Questions|.*Chosen by)/);
    }
  });
});
