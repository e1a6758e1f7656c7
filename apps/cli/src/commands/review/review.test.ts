import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { example, exampleItem } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../testing/run-cli.ts';

const summary = exampleItem('listReviews', 'reviews', { reviewId: 7, questionId: 5, title: 'Why?', graders: 2, given: 1 });
const review = example('getReview', {
  ...summary,
  prompt: 'Why?\n\nExplain.',
  answer: 'Because\u001b[31m it is.',
  words: { count: 3, min: 2, max: null },
  grades: [],
});
const candidate = { testInvitationId: 5, fullName: 'Ana', emailId: 'ana@example.com' };
const [grade] = example('getReview').grades;

describe('assay review', () => {
  it('lists what waits, of a test and a question', async () => {
    const routes = {
      'GET /manage/v1/reviews': () => ({ reviews: [summary, { ...summary, reviewId: 8, mine: true }], nextCursor: null, total: 2 }),
    };
    const listed = await runCli(['review', 'list', '--test', '3', '--question', '5'], { routes });
    expect(listed.requests[0]?.query).toMatchObject({ state: 'open', testId: '3', questionId: '5' });
    expect(listed.out).toMatch(/7 +Operations +5: Why\? +waits, 1 of 2 graded/);
    expect(listed.out).toMatch(/8 +Operations +5: Why\? +waits for another grader/);
    expect((await runCli(['review', 'list', '--quiet'], { routes })).out).toBe('7\n8\n');
    expect(await runCli(['review', 'list', '--question', '5'], { routes })).toMatchObject({
      code: 2,
      err: expect.stringContaining('Name the test'),
    });
    const none = { 'GET /manage/v1/reviews': () => ({ reviews: [], nextCursor: null, total: 0 }) };
    expect((await runCli(['review', 'list'], { routes: none })).out).toContain('No answer waits for a grade.');
  });

  it('shows an answer with its rubric and its grades, and nothing that redraws the terminal', async () => {
    const routes = { 'GET /manage/v1/reviews/7': () => ({ ...review, candidate, grades: [grade] }) };
    const { out } = await runCli(['review', 'show', '7'], { routes });
    for (const said of [
      'Ana <ana@example.com>',
      'Explain.',
      'Because [31m it is.',
      '3, asked for at least 2',
      'Argument',
      'Reasons and an example',
      'you',
      '5 / 5',
      'one example too few',
    ])
      expect(out).toContain(said);
    expect(out).not.toContain('\u001b');
    expect(JSON.parse((await runCli(['review', 'show', '7', '--json'], { routes })).out)).toMatchObject({ answer: review.answer });
  });

  it('shows what a file is, and saves it under a name that is nobody’s and names no folder', async () => {
    const file = { name: '../../Ana.pdf', type: 'pdf', bytes: 1_234_567, sha256: 'ab' };
    const ofFile = { ...summary, kind: 'file', file };
    const routes = {
      'GET /manage/v1/reviews': () => ({ reviews: [ofFile], nextCursor: null, total: 1 }),
      'GET /manage/v1/reviews/7': () => ({ ...review, ...ofFile, answer: '', words: { count: 0, min: null, max: null } }),
      'GET /manage/v1/reviews/7/file': () =>
        new Response('%PDF-', {
          headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="x"' },
        }),
    };
    expect((await runCli(['review', 'list'], { routes, columns: 200 })).out).toContain('(PDF, 1.2 MB)');
    const { out } = await runCli(['review', 'show', '7'], { routes });
    expect(out).toMatch(/File +\.\.\/\.\.\/Ana\.pdf \(PDF, 1\.2 MB\)/);
    expect(out).toContain('assay review save 7');
    expect(out).not.toContain('Words');
    const directory = await mkdtemp(join(tmpdir(), 'assay-review-'));
    try {
      const saved = await runCli(['review', 'save', '7', '--output', `${directory}/`], { routes });
      expect([saved.code, await readdir(directory)]).toEqual([0, ['review-7-Ana.pdf']]);
      expect(await readFile(join(directory, 'review-7-Ana.pdf'), 'utf8')).toBe('%PDF-');
    } finally {
      await rm(directory, { recursive: true });
    }
    const essay = { 'GET /manage/v1/reviews/7': () => review };
    expect(await runCli(['review', 'save', '7'], { routes: essay })).toMatchObject({
      code: 2,
      err: expect.stringContaining('The answer is no file.'),
    });
  });

  it('claims an answer', async () => {
    const { out, requests } = await runCli(['review', 'claim', '7'], { routes: { 'POST /manage/v1/reviews/7/claim': () => review } });
    expect(requests).toHaveLength(1);
    expect(out).toContain('Explain.');
  });

  it.each([
    [{ state: 'waiting' }, 'It waits for another grader.'],
    [{ state: 'reconcile' }, 'The graders differ: one more grade decides.'],
    [{ state: 'graded', score: '4.5' }, 'The answer has 4.5 of 5.'],
  ])('gives a grade, and says what came of it: %j', async (change, said) => {
    const routes = { 'POST /manage/v1/reviews/7/grade': () => ({ ...review, grades: [grade], ...change }) };
    const { out, requests } = await runCli(['review', 'grade', '7', '--marks', '4, 1', '--comment', 'Good'], { routes });
    expect(requests[0]?.body).toEqual({ marks: [4, 1], comment: 'Good' });
    expect(out).toContain(`You gave 5 of 5 at 2026-03-02 10:10Z. ${said}`);
  });

  it.each([['4;1'], ['-1'], ['x'], ['1.1234567'], ['']])('refuses marks that are none: %j', async (marks) => {
    expect(await runCli(['review', 'grade', '7', '--marks', marks], {})).toMatchObject({ code: 2, requests: [] });
  });
});
