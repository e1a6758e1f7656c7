import { buffer } from 'node:stream/consumers';
import { type ComparisonReport, noFigures } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { hasPoppler, poppler } from '../../testing/poppler.ts';
import { comparisonPdf } from './comparison-pdf.ts';

type Candidate = ComparisonReport['candidates'][number];

const outcomes = ['right', 'partial', 'wrong', 'blank'] as const;
const scores = { right: 2, partial: 1.25, wrong: -0.5, blank: 0 } as const;

const questionsOf = (count: number, shift: number): Candidate['questions'] =>
  Array.from({ length: count }, (_, index) => {
    const outcome = outcomes[(index * 7 + shift * (index % 3)) % 4] ?? 'right';
    const sectionName = index < count / 2 ? 'Scope and values' : 'Asynchronous code';
    return { id: `closures-${index + 1}`, number: index + 1, sectionName, outcome, score: scores[outcome], marks: 2, void: null };
  });

const someCandidate = (index: number, change: Partial<Candidate> = {}): Candidate => ({
  rank: index + 1,
  testInvitationId: 100_234 + index,
  fullName: `Ana Kowalska ${index + 1}`,
  emailId: `ana.kowalska.${index + 1}@example.com`,
  testVersion: 2,
  ...noFigures,
  score: 61.5 - index * 8,
  totalScore: 80,
  passPercent: '60',
  testResult: index < 2 ? 'Pass' : 'Fail',
  percentile: 90 - index * 9,
  meanPercent: 52.4,
  secondsTaken: (47 + index) * 60,
  wv: index,
  tv: index * 45,
  remarks: [],
  sections: [
    { sectionName: 'Scope and values', candidateScore: 40 - index, sectionScore: 50, passPercent: null, result: null, meanPercent: 55.3 },
    {
      sectionName: 'Asynchronous code',
      candidateScore: 21.5 - index * 3,
      sectionScore: 30,
      passPercent: '50',
      result: index < 3 ? 'Pass' : 'Fail',
      meanPercent: 48,
    },
  ],
  questions: questionsOf(12, index),
  completedAt: Date.UTC(2026, 1, 23, 11, 33 + index),
  duration: 90,
  ...change,
});

const comparison = (candidates: readonly Candidate[], change: Partial<ComparisonReport> = {}): ComparisonReport => ({
  accountName: 'Northwind Talent',
  brand: { color: null, logo: null },
  testId: 3,
  testName: 'Senior JavaScript Engineer',
  generatedAt: Date.UTC(2026, 1, 24, 12, 0),
  zone: 'Asia/Kolkata',
  by: null,
  candidates,
  ...change,
});

const pdfOf = async (of: ComparisonReport): Promise<Buffer> => buffer(await comparisonPdf(of));
const textOf = (pdf: Buffer): string => poppler('pdftotext', pdf, '-layout').toString();

describe.runIf(hasPoppler)('the PDF of a comparison', () => {
  it('has a column for each candidate: rank, result, score, percentile, sections, time, proctoring, remarks, each question', async () => {
    const remark = '12 of 20 answers came within 4 s';
    const questions = questionsOf(12, 0).map((one, index) => (index === 4 ? { ...one, void: 'not-counted' as const } : one));
    const text = textOf(
      await pdfOf(comparison([someCandidate(0, { questions }), someCandidate(1, { remarks: [remark], lateAnswers: 1 })])),
    );
    for (const line of [
      /Senior JavaScript Engineer\s+2 candidates side by side, the best first/,
      /Candidate\s+Ana Kowalska 1\s+Ana Kowalska 2/,
      /Rank\s+1\s+2/,
      /Result\s+Pass\s+Pass/,
      /60% needed\s+60% needed/,
      /Score\s+61\.5 of 80\s+53\.5 of 80\s+52\.4% on average\s+76\.88%\s+66\.88%/,
      /Above\s+90 of 100 candidates\s+81 of 100 candidates/,
      /Scope and values\s+40 of 50\s+39 of 50/,
      /Pass mark\s+Average of all candidates who finished the test/,
      /55\.3% on average/,
      /Question\s+Ana Kowalska 1\s+Ana Kowalska 2/,
      /Time taken\s+47 minutes\s+48 minutes\s+of 1 hour 30/,
      /Proctoring\s+No window violations\s+1 window violation/,
      /Remarks\s+none\s+2, below/,
      /Ana Kowalska 2\s+1 answer arrived after the deadline/,
      /12 of 20 answers came within 4 s/,
      /5\s+closures-5\s+Void/,
      /3\s+closures-3\s+-0\.5 of 2\s+2 of 2/,
      /A score below 0 is a penalty/,
      /ana\.kowalska\.2@example\.com/,
      /Page 1 of \d/,
    ])
      expect(text).toMatch(line);
  });

  it('says by which section it ranks, and leaves out what no candidate has', async () => {
    const none = { testResult: null, passPercent: null, percentile: null } as const;
    const text = textOf(
      await pdfOf(comparison([someCandidate(0, none), someCandidate(1, { ...none, rank: null })], { by: 'Asynchronous code' })),
    );
    expect(text).toMatch(/Rank\s+1\s+–/);
    expect(text).toMatch(/by Asynchronous/);
    expect(text).not.toMatch(/Result|Above|Remarks/);
  });

  it('lies across with many candidates, and repeats their names on each page', async () => {
    const ten = await pdfOf(
      comparison(Array.from({ length: 10 }, (_, index) => someCandidate(index, { questions: questionsOf(80, index) }))),
    );
    expect(poppler('pdfinfo', ten).toString()).toMatch(/Page size:\s+841\.89 x 595\.28/);
    const pages = textOf(ten)
      .split('\f')
      .filter((page) => page.includes('closures-'));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toMatch(/Question\s+Ana/);
    // A minus sign is copied as a hyphen, in its place.
    expect(pages[0]).toMatch(/3\s+closures-3\s+-0\.5 of 2\s+2 of 2/);
  });

  it('cuts long names over the columns, and has them whole below', async () => {
    const fullName = `${'Maximiliane Alexandra '.repeat(9)}von Ende`;
    const names = ['محمد عبد الرحمن', '山田太郎', fullName];
    const text = textOf(await pdfOf(comparison(names.map((name, index) => someCandidate(index, { fullName: name })))));
    expect(text).toContain('…');
    expect(text).toContain('von Ende');
    expect(text).toContain('山田太郎');
  });

  it('has names in any characters, cut between them and beside words in other ones', async () => {
    const names = ['👩‍👩‍👧‍👦'.repeat(22), `${'漢字'.repeat(90)}かな`, '\u0301김철수', '\u0600'.repeat(200)];
    const candidates = Array.from({ length: 10 }, (_, index) => someCandidate(index, { fullName: names[index % names.length] ?? '' }));
    for (const by of names) expect(textOf(await pdfOf(comparison(candidates, { testName: 'かな', by })))).toContain('김철수');
  });
});
