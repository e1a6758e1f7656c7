import type { AnsweringCandidate } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../account/audit.ts';
import { addRegrades, regradeTest } from '../grading/regrade-test.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { statuses, useService } from '../testing/service.ts';
import { exportAnswersPdf } from './export-answers.ts';
import { exportAnswersExcel } from './export-test-answers.ts';

const planet = (right: string) => ({
  id: 'planet',
  kind: 'single-choice',
  prompt: 'Which planet is red?',
  marks: 2,
  options: ['Venus', 'Mars'].map((text) => ({ text, correct: text === right })),
});
const half = { id: 'half', kind: 'numeric', prompt: 'What is 25 / 2?', marks: 1, answer: 12.5, tolerance: 0.1 };
const capital = { id: 'capital', kind: 'text', prompt: 'The capital of France?', marks: 1, answers: ['Paris', 'paname'] };
const hello = {
  id: 'hello',
  kind: 'coding',
  prompt: 'Say hello.',
  marks: 2,
  languages: ['javascript'],
  cases: [{ input: '', output: 'hello' }],
};
const fileOf = (...questions: object[]) => ({ key: 'all-answers', name: 'All', duration: 60, sections: [{ name: 'One', questions }] });

describe.each(testDialects)('the export of all answers to a test on %s', (engine) => {
  const service = useService(engine);
  const exported = (ctx: Context, testId: string) => value(exportAnswersExcel({ ctx, input: { testId } }));
  const candidatesOf = async (ctx: Context, testId: string) => {
    const walked: AnsweringCandidate[] = [];
    for await (const one of (await exported(ctx, testId)).candidates()) walked.push(one);
    return walked;
  };

  it('has the questions of all versions with their keys, and each candidate answers in words those of the own version', async () => {
    const { ctx, testId } = await service.mint(fileOf(planet('Mars'), half));
    const first = await service.invite(ctx, testId, 'In progress');
    await service.complete(first.candidate, { 1: 'a' });
    await service.importTest(ctx, fileOf(capital, planet('Mars')));
    const second = await service.invite(ctx, testId, 'In progress');
    await service.complete(second.candidate, { 1: '=1+1', 2: 'b' });
    await service.generate();
    const { report, questions } = await exported(ctx, testId);
    const keyed = [];
    for await (const one of questions()) keyed.push(one);
    expect(report.questions).toEqual(keyed.map(({ id, kind }) => ({ id, kind })));
    expect(keyed).toMatchObject([
      { version: 2, id: 'capital', number: 1, sectionName: 'One', kind: 'text', keyText: 'Paris; paname', marks: '1' },
      { version: 2, id: 'planet', number: 2, keyText: 'Mars', marks: '2' },
      { version: 1, id: 'planet', number: 1, prompt: 'Which planet is red?', keyText: 'Mars' },
      { version: 1, id: 'half', number: 2, keyText: '12.5 ± 0.1' },
    ]);
    const common = { fullName: expect.any(String), emailId: expect.any(String), completedAt: service.clock.now };
    expect(await candidatesOf(ctx, testId)).toEqual([
      {
        ...common,
        testInvitationId: Number(second.id),
        version: 2,
        keyVersion: 2,
        answers: new Map([
          ['capital', { text: '=1+1', outcome: 'wrong' }],
          ['planet', { text: 'Mars', outcome: 'right' }],
        ]),
      },
      {
        ...common,
        testInvitationId: Number(first.id),
        version: 1,
        keyVersion: 1,
        answers: new Map([
          ['planet', { text: 'Venus', outcome: 'wrong' }],
          ['half', { text: null, outcome: 'blank' }],
        ]),
      },
    ]);
  });

  it('of a program it says the language, and never the program', async () => {
    const { ctx, testId } = await service.mint(fileOf(hello));
    const { candidate } = await service.invite(ctx, testId, 'In progress');
    await service.complete(candidate, { 1: { language: 'javascript', source: 'print("hello")' } });
    const [one] = await candidatesOf(ctx, testId);
    expect([...(one?.answers ?? [])]).toEqual([['hello', { text: 'JavaScript', outcome: null }]]);
  });

  it('has only present attempts that were completed before the export began', async () => {
    const { ctx, testId } = await service.mint();
    const ids = [];
    for (const status of statuses) ids.push({ status, ...(await service.invite(ctx, testId, status)) });
    const completed = ids.filter(({ status }) => status === 'Completed').map(({ id }) => Number(id));
    const export_ = await exported(ctx, testId);
    service.clock.advance(1);
    for (const { candidate } of ids.filter(({ status }) => status === 'In progress')) await service.complete(candidate, { 1: 'a' });
    const walked = [];
    for await (const { testInvitationId } of export_.candidates()) walked.push(testInvitationId);
    expect(walked).toEqual(completed);
    await value(resetInvitation({ ctx, input: { testInvitationId: String(completed[0]) } }));
    expect((await candidatesOf(ctx, testId)).map(({ testInvitationId }) => testInvitationId)).not.toContain(completed[0]);
  });

  it('after a regrade it says whose keys graded an attempt, and the PDF of its answers shows them', async () => {
    const { ctx, testId } = await service.mint(fileOf(planet('Venus')));
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    await service.complete(candidate, { 1: 'b' });
    await service.generate();
    await service.importTest(ctx, fileOf(planet('Mars')));
    await value(regradeTest({ ctx, input: { testId, body: {} } }));
    while ((await addRegrades({ assay: service.assay })) > 0);
    expect(await candidatesOf(ctx, testId)).toMatchObject([
      { version: 1, keyVersion: 2, answers: new Map([['planet', { text: 'Mars', outcome: 'right' }]]) },
    ]);
    const { questions } = await value(exportAnswersPdf({ ctx, input: { testInvitationId: id, query: {} } }));
    expect(questions).toMatchObject([{ keyText: 'Mars', outcome: 'right' }]);
  });

  it('leaves a look in the audit, and none when it is refused', async () => {
    const { ctx, testId } = await service.mint();
    const looks = async () => {
      const { entries } = await value(listAudit({ ctx, input: { query: {} } }));
      return entries.filter(({ type }) => type === 'answers.read').map(({ data }) => data);
    };
    expect((await refusalOf(exportAnswersExcel({ ctx, input: { testId: '999999' } }))).statuscode).toBe('404.1');
    const reader = { ...ctx, scopes: new Set(['read', 'manage'] as const) };
    expect((await refusalOf(exportAnswersExcel({ ctx: reader, input: { testId } }))).statuscode).toBe('403.1');
    expect(await looks()).toEqual([]);
    await exported(ctx, testId);
    expect(await looks()).toEqual([{ form: 'excel', testId: Number(testId) }]);
  });
});
