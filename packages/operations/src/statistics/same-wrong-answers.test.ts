import type { Answer } from '@assay/domain';
import { reports } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { hour } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportAnswersPdf } from '../answers/export-answers.ts';
import { listAnswers } from '../answers/list-answers.ts';
import { addRegrades, regradeTest } from '../grading/regrade-test.ts';
import { reattemptInvitation } from '../invitation/reattempt-invitation.ts';
import { exportReportPdf } from '../report/export-report.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';

const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
const asked = numbers.map((number) => ({
  kind: 'single-choice',
  prompt: `Which one, number ${number}?`,
  options: [...'abcd'].map((text) => ({ text, correct: text === 'a' })),
}));
const fileOf = (questions: readonly object[]) => ({ key: 'copied', sections: [{ name: 'One', questions }] });
type Sheet = Readonly<Record<number, Answer>>;
const sheet = (questions: readonly number[], option: (question: number) => number): Sheet =>
  Object.fromEntries(questions.map((question) => [question, 'bcd'.charAt(option(question) % 3)]));
/** Of no pattern. */
const hash = (person: number, question: number): number => {
  const once = Math.imul(person * 64 + question, 0x9e3779b1);
  return Math.imul(once ^ (once >>> 15), 0x85ebca6b) >>> 16;
};
/** A fifth wrong; what is not answered is not wrong. */
const honest = (person: number): Sheet =>
  sheet(
    numbers.filter((question) => hash(person, question) % 5 === 0),
    (question) => hash(person, question) >> 4,
  );
const shared = numbers.slice(28);
const copied = sheet(shared, (question) => question);

describe.each(testDialects)('the same wrong answers on %s', (engine) => {
  const service = useService(engine);
  let test: Awaited<ReturnType<typeof service.mint>>;
  let [one, other] = ['', ''];
  const people: string[] = [];
  const complete = async (answers: Sheet) => {
    const { id, candidate } = await service.register(test.ctx, test.testId);
    await service.complete(candidate, answers);
    return id;
  };
  beforeAll(async () => {
    test = await service.mint(fileOf(asked));
    for (let person = 0; person < 20; person += 1) people.push(await complete(honest(person)));
    one = await complete(copied);
    other = await complete({ ...copied, 40: 'a' });
    await service.generate();
  });
  const signals = async (testInvitationId: string) =>
    (await value(listAnswers({ ctx: test.ctx, input: { testInvitationId, query: {} } }))).signals.filter(
      ({ kind }) => kind === 'same-wrong-answers',
    );
  const named = async (id: string) => (await signals(id)).map((signal) => String(signal.other?.testInvitationId));

  it('are a signal of both attempts with its numbers, and name the other one to those who may read answers only', async () => {
    const { ctx } = test;
    const questionIds = shared.slice(0, -1);
    const figures = { sameWrong: 11, bothWrong: 11, wrong: 12, wrongOfOther: 11, compared: 21, minutesApart: 0 };
    expect(await signals(one)).toMatchObject([{ questionIds, figures, other: { testInvitationId: Number(other), attempt: 1 } }]);
    expect(await signals(other)).toMatchObject([{ questionIds, other: { testInvitationId: Number(one), attempt: 1 } }]);
    const input = { testInvitationId: one, query: {} };
    const { remarks } = await value(exportReportPdf({ ctx, input }));
    expect(remarks.filter(({ kind }) => kind === 'same-wrong-answers')).toEqual([
      { kind: 'same-wrong-answers', text: expect.stringContaining('11 of 11'), figures: expect.objectContaining(figures) },
    ]);
    expect((await value(exportAnswersPdf({ ctx, input }))).signals).toContainEqual(expect.objectContaining({ kind: 'same-wrong-answers' }));
  });

  it('are none of honest candidates, of the same person again and again, of another day, and of another version', async () => {
    for (const id of people) expect(await named(id)).toEqual([]);
    let again = one;
    for (let time = 1; time <= 3; time += 1) {
      const { testInvitationId, takeTestURL } = await value(reattemptInvitation({ ctx: test.ctx, input: { testInvitationId: again } }));
      await service.complete(service.candidateOf(takeTestURL), copied);
      again = String(testInvitationId);
    }
    await service.generate();
    expect([await named(one), await named(again)]).toEqual([[other], [other]]);
    service.clock.advance(26 * hour);
    const late = await complete(copied);
    await service.importTest(
      test.ctx,
      fileOf(asked.map((question, index) => (index === 28 ? { ...question, void: 'full-marks' } : question))),
    );
    const later = await complete(copied);
    await service.generate();
    expect([await named(late), await named(later)]).toEqual([[], []]);
  });

  it('follow a regrade: what everybody gets is no wrong answer any more, and attempts from before they were kept get theirs', async () => {
    const { accountId } = test.ctx;
    const stored = async () =>
      (await service.assay.store.read((db) => reports.find(db, { accountId, invitationId: Number(one), attempt: 1 })))?.wrong_answers;
    const before = await stored();
    expect(before?.split(',')).toHaveLength(12);
    await service.assay.store.write((tx) =>
      tx.kysely.updateTable('reports').set({ wrong_answers: null }).where('account_id', '=', accountId).execute(),
    );
    expect(await named(one)).toEqual([]);
    await value(regradeTest({ ctx: test.ctx, input: { testId: test.testId, body: {} } }));
    while ((await addRegrades({ assay: service.assay })) > 0);
    expect(await stored()).toBe(before?.split(',').slice(1).join(','));
    expect(await signals(one)).toMatchObject([{ figures: { sameWrong: 10, wrong: 11 } }]);
  });
});
