import { describe, expect, it } from 'vitest';
import { api } from '../api.ts';
import { addRegrades } from '../grading/regrade-test.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import type { Context } from '../support/context.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { exportAnswersPdf } from './export-answers.ts';
import { exportAnswersExcel } from './export-test-answers.ts';
import { listAnswers } from './list-answers.ts';

const level = (marks: number) => ({ marks, text: `For ${marks}` });
const rubric = [{ criterion: 'Argument', levels: [level(0), level(2), level(4)] }];
const essay = { kind: 'essay', prompt: 'Why?', rubric, graders: 2, reconcile: 1 };
const coding = {
  kind: 'coding',
  prompt: 'Print 1.',
  languages: ['javascript'],
  cases: [{ input: '', output: '1', sample: true }, ...['2', '3'].map((output) => ({ input: output, output }))],
};

describe('how people graded the answers that somebody reads', () => {
  const service = useService();
  const byKey = (ctx: Context, keyId: number): Context => ({ ...ctx, key: { keyId, endsAt: null } });

  const complete = async () => {
    const { ctx, testId } = await service.mint({ sections: [{ name: 'Essays', questions: [essay, essay, coding] }] });
    const { candidate, id } = await service.register(ctx, testId);
    await service.complete(candidate, { 1: 'Because.' });
    const { reviews } = await value(api.listReviews({ ctx, input: { query: {} } }));
    const reviewId = String(reviews[0]?.reviewId);
    const grade = (keyId: number, marks: number, more: object = {}) =>
      value(api.gradeReview({ ctx: byKey(ctx, keyId), input: { reviewId, body: { marks: [marks], ...more } } }));
    const read = async () => (await value(listAnswers({ ctx, input: { testInvitationId: id, query: {} } }))).questions;
    return { ctx, id, testId, grade, read };
  };

  it('are the rubric and all grades, but no grade while the second grader might be reading', async () => {
    const { ctx, id, grade, read } = await complete();
    const review = async () => (await read())[0]?.review;
    const unread = { graders: 2, reconcile: 1, rubric, grades: [] };
    expect(await review()).toEqual({ ...unread, state: 'waiting', given: 0 });
    await grade(1, 0, { comment: 'No reason.' });
    expect(await review()).toEqual({ ...unread, state: 'waiting', given: 1 });
    await grade(2, 4);
    expect(await review()).toMatchObject({
      state: 'reconcile',
      given: 2,
      grades: [
        { type: 'grade', marks: [0], score: '0', comment: 'No reason.', reason: null },
        { type: 'grade', marks: [4], score: '4', comment: null },
      ],
    });
    await grade(1, 2);
    await service.generate();
    for (let count = 0; count < 20; count += 1) await grade(1, 4, { reason: `Look ${count}` });
    const graded = await review();
    expect(graded?.state).toBe('graded');
    expect(graded?.grades.map(({ reason }) => reason)).toEqual(Array.from({ length: 20 }, (_, count) => `Look ${count}`));
    const { questions } = await value(exportAnswersPdf({ ctx, input: { testInvitationId: id, query: {} } }));
    expect(questions[0]?.review).toEqual(graded);
  });

  it('is not needed where the answer is blank; and what decides stands where there is no key', async () => {
    const { read } = await complete();
    const [, blank, program] = await read();
    expect(blank?.review).toMatchObject({ state: null, given: 0, rubric, grades: [] });
    expect([blank?.keyText, blank?.decidedBy]).toEqual([null, '2 graders, by a rubric: Argument (0 to 4)']);
    expect([program?.keyText, program?.decidedBy]).toEqual([null, '1 sample case and 2 hidden cases']);
    expect(program).not.toHaveProperty('review');
  });

  it('are in the Excel file of the test, a row each, of present attempts that were graded before', async () => {
    const { ctx, id, testId, grade } = await complete();
    const rows = async () => {
      const found = [];
      for await (const one of (await value(exportAnswersExcel({ ctx, input: { testId } }))).grades()) found.push(one);
      return found;
    };
    await grade(1, 4);
    expect(await rows()).toEqual([]);
    await grade(2, 4, { comment: 'Well put.' });
    const whose = {
      testInvitationId: Number(id),
      fullName: expect.any(String),
      emailId: expect.any(String),
      id: expect.any(String),
      rubric,
    };
    expect(await rows()).toMatchObject([
      { ...whose, grade: { type: 'grade', marks: [4], comment: null } },
      { ...whose, grade: { type: 'grade', marks: [4], comment: 'Well put.' } },
    ]);
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    expect(await rows()).toEqual([]);
  });

  it('nothing decides a question that a regrade made void', async () => {
    const facts = (change: object) => ({
      key: 'void',
      sections: [{ name: 'Facts', questions: [{ kind: 'numeric', prompt: 'How many?', answer: 1, ...change }] }],
    });
    const { ctx, testId } = await service.mint(facts({}));
    const { candidate, id } = await service.register(ctx, testId);
    await service.complete(candidate, { 1: 2 });
    await service.generate();
    await service.importTest(ctx, facts({ void: 'full-marks' }));
    await value(api.regradeTest({ ctx, input: { testId, body: {} } }));
    while ((await addRegrades({ assay: service.assay })) > 0);
    const { questions } = await value(listAnswers({ ctx, input: { testInvitationId: id, query: {} } }));
    expect(questions).toMatchObject([{ score: 1, keyText: '1', decidedBy: 'nothing: it is void, and everybody has its marks' }]);
  });
});
