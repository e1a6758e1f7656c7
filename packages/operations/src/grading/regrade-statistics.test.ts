import type { Answer, TestStatistics } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { minute } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { exportAnswersExcel } from '../answers/export-test-answers.ts';
import { importTest } from '../assessment/import-test.ts';
import { getTestStatistics } from '../statistics/get-test-statistics.ts';
import type { Context } from '../support/context.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { addRegrades, regradeTest } from './regrade-test.ts';

type Json = { readonly [field: string]: unknown };

const cities = ['Lyon', 'Paris', 'Nice'];
const capital = (right: string, change: Json = {}): Json => ({
  kind: 'single-choice',
  prompt: 'Which is the capital?',
  options: cities.map((text) => ({ text, correct: text === right })),
  ...change,
});
const river = (...answers: string[]): Json => ({ kind: 'text', prompt: 'Which river?', answers });
const fileOf = (...questions: Json[]) => ({ key: 'capitals', name: 'Capitals', duration: 60, sections: [{ name: 'One', questions }] });

const questionOf = ({ questions }: TestStatistics, questionId = 1) => {
  const found = questions.find((one) => one.questionId === questionId);
  if (found === undefined) throw new Error(`there is no question ${questionId}`);
  const { right, wrong, options, corrected, otherKey } = found;
  return { right, wrong, key: options.filter((one) => one.correct).map(({ text }) => text), corrected, otherKey };
};

describe.each(testDialects)('statistics after a regrade on %s', (engine) => {
  const service = useService(engine);
  const complete = async (ctx: Context, testId: string, all: readonly Readonly<Record<number, Answer>>[]) => {
    for (const answers of all) await service.complete((await service.invite(ctx, testId)).candidate, answers);
    await service.generate();
  };
  const update = async (ctx: Context, ...questions: Json[]) => {
    service.clock.advance(minute);
    await value(importTest({ ctx, input: { body: fileOf(...questions) } }));
    return new Date(service.clock.now).toISOString();
  };
  const walk = async () => {
    while ((await addRegrades({ assay: service.assay })) > 0);
  };
  const regrade = async (ctx: Context, testId: string) => {
    await value(regradeTest({ ctx, input: { testId, body: {} } }));
    await walk();
  };
  const statistics = (ctx: Context, testId: string) => value(getTestStatistics({ ctx, input: { testId } }));

  it('judge by the key that attempts are graded by now, and say when it was corrected and how many attempts that moved', async () => {
    const { ctx, testId } = await service.mint(fileOf(capital('Lyon'), river('Seine')));
    await complete(ctx, testId, [{ 1: 'a', 2: 'seine' }, { 1: 'b' }, { 1: 'b' }, { 1: 'c' }, {}]);
    expect(questionOf(await statistics(ctx, testId))).toEqual({ right: 1, wrong: 3, key: ['Lyon'], corrected: null, otherKey: 0 });
    const at = await update(ctx, capital('Paris'), river('Seine', 'la Seine'));
    // Not graded by it yet.
    expect(questionOf(await statistics(ctx, testId))).toEqual({ right: 1, wrong: 3, key: ['Lyon'], corrected: null, otherKey: 5 });
    await regrade(ctx, testId);
    const found = await statistics(ctx, testId);
    const corrected = { version: 2, at, attempts: 3 };
    expect(questionOf(found)).toEqual({ right: 2, wrong: 2, key: ['Paris'], corrected, otherKey: 0 });
    expect(questionOf(found, 2)).toEqual({ right: 1, wrong: 0, key: [], corrected: { ...corrected, attempts: 0 }, otherKey: 0 });
    // A later version with the same key corrects nothing.
    await update(ctx, capital('Paris'), river('Seine', 'la Seine'), capital('Nice', { prompt: 'Which is by the sea?' }));
    await regrade(ctx, testId);
    expect(questionOf(await statistics(ctx, testId)).corrected).toEqual(corrected);
  });

  it('judge by the former key again after a regrade back to it, at every moment', async () => {
    const { ctx, testId } = await service.mint(fileOf(capital('Lyon')));
    await complete(ctx, testId, [{ 1: 'a' }, { 1: 'a' }, { 1: 'b' }]);
    for (const [right, key] of [
      [1, 'Paris'],
      [2, 'Lyon'],
    ] as const) {
      await update(ctx, capital(key));
      const before = questionOf(await statistics(ctx, testId));
      await value(regradeTest({ ctx, input: { testId, body: {} } }));
      expect(questionOf(await statistics(ctx, testId))).toEqual(before);
      await walk();
      expect(questionOf(await statistics(ctx, testId))).toMatchObject({ right, wrong: 3 - right, key: [key], otherKey: 0 });
    }
    expect(questionOf(await statistics(ctx, testId)).corrected).toBeNull();
  });

  it('follow a corrected key that changes no score', async () => {
    const { ctx, testId } = await service.mint(fileOf(capital('Lyon')));
    await complete(ctx, testId, [{ 1: 'c' }, {}]);
    service.clock.advance(minute);
    await statistics(ctx, testId);
    const at = await update(ctx, capital('Paris'));
    await regrade(ctx, testId);
    expect(questionOf(await statistics(ctx, testId))).toEqual({
      ...{ right: 0, wrong: 1, key: ['Paris'], otherKey: 0 },
      corrected: { version: 2, at, attempts: 0 },
    });
  });

  it('show the newest key that grades an attempt, and how many are graded by another one, until those are regraded', async () => {
    const { ctx, testId } = await service.mint(fileOf(capital('Lyon')));
    await complete(ctx, testId, [{ 1: 'a' }, { 1: 'b' }]);
    await update(ctx, capital('Paris'));
    await complete(ctx, testId, [{ 1: 'b' }]);
    expect(await statistics(ctx, testId)).toMatchObject({
      candidates: 3,
      questions: [{ right: 2, otherKey: 2, options: [{}, { correct: true, candidates: 2 }, {}], flags: [{ flag: 'other-key' }] }],
    });
    await regrade(ctx, testId);
    expect(await statistics(ctx, testId)).toMatchObject({
      candidates: 3,
      questions: [{ versions: [2, 1], right: 2, otherKey: 0, corrected: { version: 2, attempts: 2 }, flags: [] }],
    });
  });

  it('have a question that was void and is not any more', async () => {
    const { ctx, testId } = await service.mint(fileOf(capital('Lyon'), river('Seine')));
    await complete(ctx, testId, [{ 1: 'a' }, { 1: 'b' }]);
    await update(ctx, capital('Paris', { void: 'not-counted' }), river('Seine'));
    await regrade(ctx, testId);
    expect(await statistics(ctx, testId)).toMatchObject({ questions: [{ void: 'not-counted', difficulty: null, corrected: null }, {}] });
    await update(ctx, capital('Paris'), river('Seine'));
    await regrade(ctx, testId);
    expect(await statistics(ctx, testId)).toMatchObject({
      questions: [{ void: null, difficulty: 0.5, right: 1, corrected: { attempts: 2 } }, {}],
    });
  });

  it('the table of answers has the keys that attempts are graded by', async () => {
    const { ctx, testId } = await service.mint(fileOf(capital('Lyon')));
    await complete(ctx, testId, [{ 1: 'b' }]);
    const keys = async () => {
      const exported = await value(exportAnswersExcel({ ctx: { ...ctx, scopes: new Set(['read-answers']) }, input: { testId } }));
      for await (const _ of exported.candidates());
      const rows = [];
      for await (const { version, keyVersion, keyText } of exported.questions()) rows.push([version, keyVersion, keyText]);
      return rows;
    };
    await update(ctx, capital('Paris'));
    expect(await keys()).toEqual([
      [2, 2, 'Paris'],
      [1, 1, 'Lyon'],
    ]);
    await regrade(ctx, testId);
    expect(await keys()).toEqual([
      [2, 2, 'Paris'],
      [1, 2, 'Paris'],
    ]);
  });
});
