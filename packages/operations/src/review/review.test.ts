import { formatHour, formatInstant } from '@assay/domain';
import { reports } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { minute } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { createApiKey, rotateApiKey } from '../account/api-keys.ts';
import { authenticate } from '../account/authenticate.ts';
import { addRegrades, regradeTest } from '../grading/regrade-test.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import { getReport, getSectionReports } from '../report/get-report.ts';
import type { Context } from '../support/context.ts';
import { theDelivery } from '../testing/deliveries.ts';
import { newReceiver } from '../testing/outbound.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { printingRunner } from '../testing/printing-runner.ts';
import { useService } from '../testing/service.ts';
import { claimMilliseconds, claimReview } from './claim-review.ts';
import { gradeReview } from './grade-review.ts';
import { getReview, listReviews } from './read-reviews.ts';

const level = (marks: number) => ({ marks, text: `For ${marks}` });
const rubric = [
  { criterion: 'Argument', levels: [level(0), level(2), level(4)] },
  { criterion: 'Language', levels: [level(0), level(1)] },
];
const essay = { kind: 'essay', prompt: 'Why?\nExplain.', words: { min: 2, max: 300 }, rubric };
const sectionsOf = (...questions: object[]) => [{ name: 'Essays', questions }];

describe.each(testDialects)('answers that people grade, on %s', (engine) => {
  const service = useService(engine);
  const byKey = (ctx: Context, keyId: number): Context => ({ ...ctx, key: { keyId, endsAt: null } });
  const report = (ctx: Context, id: string) => value(getReport({ ctx, input: { testInvitationId: id } }));
  /** Sorted, because each grader has an order of their own. */
  const queue = async (ctx: Context, query: object = {}) =>
    (await value(listReviews({ ctx, input: { query } }))).reviews.toSorted((one, other) => one.questionId - other.questionId);
  const grade = (ctx: Context, reviewId: number, body: object) => gradeReview({ ctx, input: { reviewId: String(reviewId), body } });

  const complete = async (questions: object[], answers: Parameters<typeof service.complete>[1], key?: string) => {
    const { ctx, testId } = await service.mint({ sections: sectionsOf(...questions), ...(key === undefined ? {} : { key }) });
    const person = { emailId: 'ana@acme.example', fullName: 'Ana Example', callbackURL: newReceiver().url };
    const invited = await service.register(ctx, testId, person);
    await service.complete(invited.candidate, answers);
    return { ctx: byKey(ctx, 1), other: byKey(ctx, 2), testId, id: invited.id, candidate: invited.candidate };
  };

  it('are queued without a name, by test and question, and listed once they are graded', async () => {
    const { ctx, testId, id } = await complete([essay, essay], { 1: 'Because it is.', 2: 'So.' });
    const all = await queue(ctx);
    expect(all).toEqual([
      {
        kind: 'essay',
        file: null,
        reviewId: all[0]?.reviewId,
        testId: Number(testId),
        testName: 'A little of everything',
        questionId: 1,
        title: 'Why?',
        state: 'waiting',
        graders: 1,
        given: 0,
        mine: false,
        claimedUntil: null,
        score: null,
        marks: '5',
        waitingSince: formatHour(service.clock.now),
      },
      expect.objectContaining({ questionId: 2 }),
    ]);
    const review = await value(getReview({ ctx, input: { reviewId: String(all[0]?.reviewId) } }));
    expect(review).toMatchObject({
      prompt: 'Why?\nExplain.',
      answer: 'Because it is.',
      words: { count: 3, min: 2, max: 300 },
      rubric,
      grades: [],
    });
    expect(JSON.stringify([all, review])).not.toMatch(/ana|Invitation/i);
    expect((await queue(ctx, { testId, questionId: '2' })).map((one) => one.questionId)).toEqual([2]);
    for (const query of [{ testId, questionId: '9' }, { testId, questionId: '0' }, { questionId: '2' }])
      expect(await refusalOf(listReviews({ ctx, input: { query } }))).toMatchObject({
        statuscode: '400.1',
        message: expect.stringMatching(/^questionId: /),
      });
    const page = await value(listReviews({ ctx, input: { query: { limit: '1' } } }));
    expect(page).toMatchObject({ total: 2 });
    const next = await value(listReviews({ ctx, input: { query: { limit: '1', cursor: page.nextCursor } } }));
    expect(next).toMatchObject({ nextCursor: null, total: null });
    expect([...page.reviews, ...next.reviews].map(({ questionId }) => questionId).toSorted()).toEqual([1, 2]);
    for (const { reviewId } of all) await value(grade(ctx, reviewId, { marks: [2, 1] }));
    expect(await queue(ctx)).toEqual([]);
    expect((await queue(ctx, { state: 'graded' })).map((one) => [one.questionId, one.score, one.mine])).toEqual([
      [1, '3', true],
      [2, '3', true],
    ]);
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ score: '6' });
  });

  it('that another key has claimed are not graded by this one until the claim ends', async () => {
    const { ctx, other } = await complete([essay], { 1: 'Because.' });
    const reviewId = (await queue(ctx))[0]?.reviewId ?? 0;
    const claim = (by: Context) => claimReview({ ctx: by, input: { reviewId: String(reviewId) } });
    expect(await value(claim(ctx))).toMatchObject({ claimedUntil: null, answer: 'Because.' });
    expect((await queue(other))[0]).toMatchObject({ claimedUntil: formatInstant(service.clock.now + claimMilliseconds) });
    expect(await statuscodeOf(claim(other))).toBe('409.1');
    expect(await statuscodeOf(grade(other, reviewId, { marks: [4, 1] }))).toBe('409.1');
    service.clock.advance(claimMilliseconds - minute);
    await value(claim(ctx));
    service.clock.advance(claimMilliseconds - 1);
    expect(await statuscodeOf(claim(other))).toBe('409.1');
    service.clock.advance(1);
    await value(claim(other));
    await value(grade(other, reviewId, { marks: [4, 1] }));
    expect(await statuscodeOf(claim(ctx))).toBe('409.1');
  });

  it('come back into the queue in the step of the regrade that takes their void back', async () => {
    const file = (question: object) => ({ key: 'back', sections: sectionsOf(question) });
    const { ctx, testId, id } = await complete([essay], { 1: 'Because.' }, 'back');
    await service.generate();
    for (const question of [{ ...essay, void: 'full-marks' }, essay]) {
      await service.importTest(ctx, file(question));
      await value(regradeTest({ ctx, input: { testId, body: {} } }));
      while ((await addRegrades({ assay: service.assay })) > 0);
      expect(await queue(ctx)).toHaveLength('void' in question ? 0 : 1);
    }
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'In progress' });
  });

  it('of which two are graded at the same moment make one report', async () => {
    const { ctx, other, id } = await complete([essay, essay], { 1: 'Because.', 2: 'So.' });
    const [one, two] = await queue(ctx);
    await Promise.all([
      value(grade(ctx, one?.reviewId ?? 0, { marks: [4, 1] })),
      value(grade(other, two?.reviewId ?? 0, { marks: [4, 1] })),
    ]);
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '10' });
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('hold the report, the callback with it, until the last one is graded', async () => {
    const { ctx, id } = await complete([essay, essay, essay], { 1: 'Because it is.', 2: ' ', 3: 'So.' });
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'In progress', score: null });
    expect(await theDelivery(ctx)).toMatchObject({ state: 'waiting' });
    const [one, three] = await queue(ctx);
    expect([one?.questionId, three?.questionId]).toEqual([1, 3]);
    await value(grade(ctx, one?.reviewId ?? 0, { marks: [4, 1] }));
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'In progress' });
    expect(await theDelivery(ctx)).toMatchObject({ state: 'waiting' });
    await value(grade(ctx, three?.reviewId ?? 0, { marks: [2, 0], comment: ' Short. ' }));
    expect(service.woken).toContain('reports');
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '7', totalScore: '15' });
    expect(await theDelivery(ctx)).toMatchObject({ state: 'pending' });
    const stored = await service.assay.store.read((db) =>
      reports.find(db, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 }),
    );
    expect(stored?.content?.questions).toEqual([
      { questionId: 1, marks: '5', score: '5', outcome: 'right' },
      { questionId: 2, marks: '5', score: '0', outcome: 'blank' },
      { questionId: 3, marks: '5', score: '2', outcome: 'partial' },
    ]);
  });

  it('that are all blank hold nothing', async () => {
    const { ctx, id } = await complete([essay], { 1: '' });
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '0', totalScore: '5' });
    expect(await queue(ctx)).toEqual([]);
  });

  it('wait beside programs, and the report for both in either order', async () => {
    const coding = { kind: 'coding', prompt: 'Print 1.', languages: ['javascript'], cases: [{ input: '', output: '1' }] };
    const answers = { 1: 'Because.', 2: { language: 'javascript', source: 'print(1)' } } as const;
    const assay = { ...service.assay, runner: printingRunner };
    for (const first of ['program', 'essay']) {
      const { ctx, id } = await complete([essay, coding], answers);
      const steps = [() => service.grade(assay), async () => value(grade(ctx, (await queue(ctx))[0]?.reviewId ?? 0, { marks: [4, 1] }))];
      for (const step of first === 'program' ? steps : steps.toReversed()) {
        await service.generate();
        expect(await report(ctx, id)).toMatchObject({ reportStatus: 'In progress' });
        await step();
      }
      await service.generate();
      expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '6' });
    }
  });

  it('to a void question need no grade: the report that waited for one is generated, and waits again if it is taken back before', async () => {
    const file = (...questions: object[]) => ({ key: 'void', sections: sectionsOf(...questions) });
    const voided = { ...essay, void: 'full-marks' };
    const { ctx, testId, id } = await complete([essay, essay], { 1: 'Because it is.', 2: 'So.' }, 'void');
    const regradeBy = async (...questions: object[]) => {
      await service.importTest(ctx, file(...questions));
      await value(regradeTest({ ctx, input: { testId, body: {} } }));
      while ((await addRegrades({ assay: service.assay })) > 0);
      await service.generate();
    };
    const open = async () => (await queue(ctx)).map(({ questionId }) => questionId);
    await service.generate();
    const [one] = await queue(ctx);
    await regradeBy(voided, essay);
    expect([await open(), (await report(ctx, id)).reportStatus]).toEqual([[2], 'In progress']);
    expect(await statuscodeOf(grade(ctx, one?.reviewId ?? 0, { marks: [4, 1] }))).toBe('409.1');
    await regradeBy(essay, voided);
    expect([await open(), (await report(ctx, id)).reportStatus]).toEqual([[1], 'In progress']);
    await regradeBy(voided, { ...essay, void: 'not-counted' });
    expect(await open()).toEqual([]);
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '5', totalScore: '5' });
    expect(await theDelivery(ctx)).toMatchObject({ state: 'pending' });
    const later = await service.register(ctx, testId);
    await service.complete(later.candidate, { 1: 'Because.', 2: 'So.' });
    await service.generate();
    expect(await open()).toEqual([]);
    expect(await report(ctx, later.id)).toMatchObject({ reportStatus: 'Generated', score: '5', totalScore: '5' });
  });

  it('to a question that was void when the report was generated keep its marks when it is taken back, and the rest is graded by the later keys', async () => {
    const choice = (right: 'a' | 'b') => ({
      kind: 'single-choice',
      prompt: 'Which?',
      options: ['a', 'b'].map((text) => ({ text, correct: text === right })),
    });
    const file = (...questions: object[]) => ({ key: 'kept-void', sections: sectionsOf(...questions) });
    const voided = { ...essay, void: 'full-marks' };
    const { ctx, testId, id } = await complete([essay, choice('a')], { 1: 'Because it is.', 2: 'b' }, 'kept-void');
    const regradeBy = async (...questions: object[]) => {
      await service.importTest(ctx, file(...questions));
      await value(regradeTest({ ctx, input: { testId, body: {} } }));
      while ((await addRegrades({ assay: service.assay })) > 0);
      await service.generate();
    };
    await regradeBy(voided, choice('a'));
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '5', totalScore: '6' });
    await regradeBy(essay, choice('b'));
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '6', totalScore: '6' });
    expect(await queue(ctx)).toEqual([]);
    await regradeBy({ ...essay, void: 'not-counted' }, choice('b'));
    expect(await report(ctx, id)).toMatchObject({ score: '1', totalScore: '1' });
  });

  it('that a server of an earlier version completed come into the queue when the report is due', async () => {
    const { ctx, id } = await complete([essay], { 1: 'Because.' });
    await service.assay.store.write(async ({ kysely }) => {
      await kysely.deleteFrom('reviews').where('account_id', '=', ctx.accountId).execute();
      await kysely
        .updateTable('reports')
        .set({ status: 'Pending', not_before: 0, lease_until: 0 })
        .where('account_id', '=', ctx.accountId)
        .execute();
    });
    expect(await queue(ctx)).toEqual([]);
    await service.generate();
    const [review] = await queue(ctx);
    await value(grade(ctx, review?.reviewId ?? 0, { marks: [0, 0] }));
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '0' });
  });

  it('are shown with the candidate where the test file says so', async () => {
    const { ctx, id } = await complete([{ ...essay, blind: false }, essay], { 1: 'Because.', 2: 'So.' });
    const [open, blind] = await queue(ctx);
    const shown = (reviewId = 0) => value(getReview({ ctx, input: { reviewId: String(reviewId) } }));
    expect(await shown(open?.reviewId)).toMatchObject({
      candidate: { testInvitationId: Number(id), fullName: 'Ana Example', emailId: 'ana@acme.example' },
    });
    expect(await shown(blind?.reviewId)).toMatchObject({ candidate: null });
  });

  it('with two graders need two keys, who do not see each other’s grade before they have given theirs', async () => {
    const { ctx, other, id } = await complete([{ ...essay, graders: 2, reconcile: 1 }], { 1: 'Because.' });
    const reviewId = (await queue(ctx))[0]?.reviewId ?? 0;
    await value(grade(ctx, reviewId, { marks: [4, 0] }));
    expect(await value(grade(ctx, reviewId, { marks: [4, 1], comment: 'Good' }))).toMatchObject({
      state: 'waiting',
      given: 1,
      score: null,
    });
    expect((await queue(ctx))[0]).toMatchObject({ mine: true, given: 1 });
    expect(await value(getReview({ ctx: other, input: { reviewId: String(reviewId) } }))).toMatchObject({ grades: [], mine: false });
    expect(await value(grade(other, reviewId, { marks: [4, 0] }))).toMatchObject({ state: 'graded', score: '4.5', given: 2 });
    expect(
      (await value(getReview({ ctx, input: { reviewId: String(reviewId) } }))).grades.map((one) => [one.mine, one.score, one.comment]),
    ).toEqual([
      [true, '4', null],
      [true, '5', 'Good'],
      [false, '4', null],
    ]);
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ score: '4.5', totalScore: '5' });
  });

  it('are graded by the same grader with a key that was rotated, however often', async () => {
    const { ctx: owner } = await complete([{ ...essay, graders: 2, reconcile: 1 }], { 1: 'Because.' });
    const reviewId = (await queue(owner))[0]?.reviewId ?? 0;
    const by = (apiKey: string) => value(authenticate({ assay: service.assay, apiKey }));
    const made = await value(createApiKey({ ctx: owner, input: { body: { name: 'Ana', scopes: ['grade'] } } }));
    await value(grade(await by(made.apiKey), reviewId, { marks: [4, 1] }));
    let { keyId } = made;
    for (const marks of [
      [4, 0],
      [2, 0],
    ]) {
      const rotated = await value(rotateApiKey({ ctx: owner, input: { keyId: String(keyId), body: { overlapHours: 1 } } }));
      keyId = rotated.keyId;
      expect(await value(grade(await by(rotated.apiKey), reviewId, { marks }))).toMatchObject({ state: 'waiting', given: 1, mine: true });
    }
    expect((await queue(await by(made.apiKey)))[0]).toMatchObject({ mine: true });
    const second = await value(createApiKey({ ctx: owner, input: { body: { name: 'Bo', scopes: ['grade'] } } }));
    expect(await value(grade(await by(second.apiKey), reviewId, { marks: [2, 1] }))).toMatchObject({
      state: 'graded',
      given: 2,
      score: '2.5',
    });
  });

  it('on which two graders differ by more than the step are reconciled', async () => {
    const { ctx, other, id } = await complete([{ ...essay, graders: 2, reconcile: 1 }], { 1: 'Because.' });
    const reviewId = (await queue(ctx))[0]?.reviewId ?? 0;
    await value(grade(ctx, reviewId, { marks: [4, 1] }));
    expect(await value(grade(other, reviewId, { marks: [2, 1] }))).toMatchObject({ state: 'reconcile', given: 2 });
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'In progress' });
    expect(await value(grade(ctx, reviewId, { marks: [2, 0] }))).toMatchObject({ state: 'graded', score: '2', given: 2 });
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '2' });
  });

  it('are graded with marks of the rubric, once it is known who grades', async () => {
    const { ctx, other } = await complete([essay], { 1: 'Because.' });
    const reviewId = (await queue(ctx))[0]?.reviewId ?? 0;
    for (const marks of [[], [4], [3, 1], [4, 1, 1]]) expect(await statuscodeOf(grade(ctx, reviewId, { marks }))).toBe('400.1');
    expect(await statuscodeOf(grade(ctx, reviewId, { marks: [4, 1], comment: 'x'.repeat(2001) }))).toBe('400.1');
    expect(await statuscodeOf(grade(ctx, reviewId, { marks: [4, 1], reason: 'too early' }))).toBe('409.1');
    await value(grade(ctx, reviewId, { marks: [4, 1] }));
    expect(await statuscodeOf(grade(other, reviewId, { marks: [0, 0] }))).toBe('409.1');
  });

  it('are corrected after the report with a reason, which writes the report again and notifies nobody', async () => {
    const { ctx, other, id } = await complete([essay], { 1: 'Because.' });
    const reviewId = (await queue(ctx))[0]?.reviewId ?? 0;
    await value(grade(ctx, reviewId, { marks: [4, 1] }));
    await service.generate();
    await service.deliver();
    const before = await theDelivery(ctx);
    expect(await statuscodeOf(grade(ctx, reviewId, { marks: [2, 1] }))).toBe('409.1');
    const corrected = await value(grade(other, reviewId, { marks: [2, 1], reason: 'Copied from a book' }));
    expect(corrected).toMatchObject({ state: 'graded', score: '3' });
    expect(corrected.grades.at(-1)).toMatchObject({ type: 'correction', reason: 'Copied from a book', mine: true });
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '3' });
    expect(await value(getSectionReports({ ctx, input: { testInvitationId: id } }))).toMatchObject([
      { candidateScore: 3, sectionScore: 5 },
    ]);
    const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }));
    expect(timeline.at(-1)).toMatchObject({ type: 'report.regraded', data: { oldScore: '5', score: '3', totalScore: '5' } });
    expect(await theDelivery(ctx)).toEqual(before);
  });

  it('are corrected while its programs are graded again, which writes the report with both', async () => {
    const coding = (output: string) => ({ kind: 'coding', prompt: 'Print 1.', languages: ['javascript'], cases: [{ input: '', output }] });
    const assay = { ...service.assay, runner: printingRunner };
    const { ctx, testId, id } = await complete(
      [essay, coding('2')],
      { 1: 'Because.', 2: { language: 'javascript', source: 'print(1)' } },
      'both',
    );
    await service.grade(assay);
    const reviewId = (await queue(ctx))[0]?.reviewId ?? 0;
    await value(grade(ctx, reviewId, { marks: [4, 1] }));
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '5' });
    await service.importTest(ctx, { key: 'both', sections: sectionsOf(essay, coding('1')) });
    await value(regradeTest({ ctx, input: { testId, body: {} } }));
    while ((await addRegrades({ assay })) > 0);
    expect(await value(grade(ctx, reviewId, { marks: [2, 1], reason: 'Read again' }))).toMatchObject({ state: 'graded', score: '3' });
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '5' });
    await service.grade(assay);
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '4' });
  });

  it('of an attempt that was reset leave the queue', async () => {
    const { ctx, id, candidate } = await complete([essay], { 1: 'Because.' });
    const reviewId = (await queue(ctx))[0]?.reviewId ?? 0;
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    expect(await queue(ctx)).toEqual([]);
    expect(await statuscodeOf(grade(ctx, reviewId, { marks: [4, 1] }))).toBe('409.1');
    await service.complete(candidate, { 1: 'Because of that.' });
    const [again] = await queue(ctx);
    await value(grade(ctx, again?.reviewId ?? 0, { marks: [4, 1] }));
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '5' });
  });

  it('of an attempt that was reset are not in the queue after any regrade, and its report waits for nobody until they are void', async () => {
    const file = (question: object) => ({ key: 'reset', sections: sectionsOf(question) });
    const { ctx, testId, id } = await complete([essay], { 1: 'Because.' }, 'reset');
    const regradeBy = async (question: object) => {
      await service.importTest(ctx, file(question));
      await value(regradeTest({ ctx, input: { testId, body: {} } }));
      while ((await addRegrades({ assay: service.assay })) > 0);
      await service.generate();
    };
    const stored = () =>
      service.assay.store.read((db) => reports.find(db, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 }));
    await service.generate();
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    expect(await stored()).toMatchObject({ status: 'In progress', not_before: reports.never });
    await regradeBy({ ...essay, rubric: rubric.toReversed() });
    expect([await queue(ctx), (await stored())?.status]).toEqual([[], 'In progress']);
    await regradeBy({ ...essay, void: 'full-marks' });
    expect(await stored()).toMatchObject({ status: 'Generated', figures: { score: '5' } });
    expect(await queue(ctx)).toEqual([]);
  });
});
