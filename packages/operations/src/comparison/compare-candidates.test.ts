import { mixedAnswers, rightAnswers, smallTest } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { importTest } from '../assessment/import-test.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { compareCandidates, exportComparisonPdf } from './compare-candidates.ts';

describe('a comparison of candidates', () => {
  const service = useService();
  const compare = (ctx: Context, testId: string, invitations: readonly string[], by?: string) =>
    compareCandidates({ ctx, input: { testId, query: { invitations: invitations.join(','), ...(by === undefined ? {} : { by }) } } });
  const complete = async (ctx: Context, testId: string, answers: typeof mixedAnswers) => {
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, answers);
    await service.generate();
    return id;
  };

  it('has the best first with what came of each section and question, whatever order they are asked in', async () => {
    const { ctx, testId } = await service.mint();
    const mixed = await complete(ctx, testId, mixedAnswers);
    const right = await complete(ctx, testId, rightAnswers);
    const { candidates, ...test } = await value(compare(ctx, testId, [mixed, right]));
    expect(test).toEqual({ testId: Number(testId), testName: smallTest.name });
    expect(candidates.map(({ rank, testInvitationId }) => [rank, String(testInvitationId)])).toEqual([
      [1, right],
      [2, mixed],
    ]);
    const [best] = candidates;
    expect(best?.score).toBe(best?.totalScore);
    expect(best?.sections.map(({ sectionName }) => sectionName)).toEqual(smallTest.sections.map(({ name }) => name));
    expect(best?.questions.map(({ number, outcome }) => [number, outcome])).toEqual([1, 2, 3, 4].map((number) => [number, 'right']));
    // What somebody answered, and what would be right, is never in it.
    expect(JSON.stringify(candidates)).not.toMatch(/prompt|answer|correct/);
  });

  it('gives equal shares one rank, and ranks by a section', async () => {
    const { ctx, testId } = await service.mint();
    const ids = [
      await complete(ctx, testId, rightAnswers),
      await complete(ctx, testId, rightAnswers),
      await complete(ctx, testId, mixedAnswers),
    ];
    expect((await value(compare(ctx, testId, ids))).candidates.map(({ rank }) => rank)).toEqual([1, 1, 3]);
    const name = smallTest.sections[0]?.name ?? '';
    const { candidates } = await value(compare(ctx, testId, ids, name));
    const shares = candidates.map(({ sections }) => (sections[0]?.candidateScore ?? 0) / (sections[0]?.sectionScore ?? 1));
    expect(shares).toEqual(shares.toSorted((one, other) => other - one));
    expect(await refusalOf(compare(ctx, testId, ids, 'Nowhere'))).toMatchObject({ code: 'request.invalid' });
  });

  it('has pass marks, times, what stands out and void questions, for API and PDF alike', async () => {
    const { ctx } = await service.mint();
    const options = [{ text: 'Mars' }, { text: 'Jupiter', correct: true }];
    const prompt = 'Which of these planets is the largest, by its mass and by its diameter? '.repeat(4);
    const questions = Array.from({ length: 12 }, (_, index) => ({ kind: 'single-choice', prompt: `${index}. ${prompt}`, options }));
    const unfair = { ...questions[0], prompt: 'Which?', void: 'full-marks' };
    const sections = [{ name: 'Planets', passPercent: 50, questions: [unfair, ...questions] }];
    const testId = await service.importTest(ctx, { passPercent: 60, sections });
    const hasty = await complete(ctx, testId, Object.fromEntries(questions.map((_, index) => [index + 2, 'b'])));
    const {
      candidates: [one],
    } = await value(compare(ctx, testId, [hasty]));
    expect(one).toMatchObject({ passPercent: '60', testResult: 'Pass', percentile: null, secondsTaken: 0, tv: 0, lateAnswers: 0 });
    expect(one?.sections).toMatchObject([{ passPercent: '50', result: 'Pass', meanPercent: null }]);
    expect(one?.questions.map((question) => question.void)).toEqual(['full-marks', ...questions.map(() => null)]);
    expect(one?.remarks).toEqual([expect.stringContaining('12 questions of'), expect.stringContaining('12 of 12 answers came within')]);
    const document = await value(exportComparisonPdf({ ctx, input: { testId, query: { invitations: hasty } } }));
    expect(document).toMatchObject({ by: null, candidates: [{ ...one, duration: expect.any(Number), completedAt: expect.any(Number) }] });
  });

  it('refuses whoever has no report, is of another test or of another account, and more than ten', async () => {
    const { ctx, testId } = await service.mint();
    const done = await complete(ctx, testId, rightAnswers);
    const { id: pending } = await service.register(ctx, testId);
    expect(await refusalOf(compare(ctx, testId, [done, pending]))).toMatchObject({ code: 'resource.conflict' });
    const { testId: another } = await value(importTest({ ctx, input: { body: smallTest } }));
    expect(await refusalOf(compare(ctx, String(another), [done]))).toMatchObject({ code: 'resource.not-found' });
    const stranger = await service.mint();
    expect(await refusalOf(compare(stranger.ctx, stranger.testId, [done]))).toMatchObject({ code: 'resource.not-found' });
    const eleven = Array.from({ length: 11 }, (_, index) => String(index + 1));
    expect(await refusalOf(compare(ctx, testId, eleven))).toMatchObject({ code: 'request.invalid' });
  });
});
