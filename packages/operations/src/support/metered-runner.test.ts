import { somebody } from '@assay/testing';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { getAccountQuotas } from '../account/get-quotas.ts';
import { setQuotas } from '../account/set-quotas.ts';
import { importTest } from '../assessment/import-test.ts';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { runCode } from '../attempt/run-code.ts';
import { saveAnswer } from '../attempt/save-answer.ts';
import { addRegrades, regradeTest } from '../grading/regrade-test.ts';
import { getReport } from '../report/get-report.ts';
import { statuscodeOf, value } from '../testing/outcomes.ts';
import { printingRunner } from '../testing/printing-runner.ts';
import { Service } from '../testing/service.ts';
import type { CodeRunner, Context } from './context.ts';
import { meteredRunner } from './metered-runner.ts';

const service = new Service();
beforeAll(() => service.open('sqlite', ({ store }) => ({ runner: meteredRunner(printingRunner, store) })));
afterAll(() => service.dispose());

const usedOf = async (ctx: Context) =>
  (await value(getAccountQuotas({ ctx }))).quotas.find(({ quota }) => quota === 'processorSeconds')?.used;

/** Of 0.1 s for each case; ten are samples. */
const cases = Array.from({ length: 12 }, (_, index) => ({ input: '', output: '1', ...(index < 10 ? { sample: true } : {}) }));
const program = { language: 'javascript', source: 'print(1)' } as const;
const question = { kind: 'coding', prompt: 'Print 1.', languages: ['javascript'], cases };
const test = (name: string, more = {}) => ({ name, duration: 60, sections: [{ name: 'Programs', questions: [{ ...question, ...more }] }] });
const solved = { solution: { javascript: 'print(1)' } };

it('counts the seconds of programs for their account; over the quota neither candidates try theirs nor imports do, and gradings go on', async () => {
  const ctx = await service.mintAccount();
  const testId = String((await value(importTest({ ctx, input: { body: test('A', solved) } }))).testId);
  expect(await usedOf(ctx)).toBe(1);
  const invited = await service.bringTo(ctx, await service.register(ctx, testId, somebody()), 'In progress');
  const { candidate } = invited;
  const run = () => runCode({ candidate, input: { body: { questionId: 1, answer: program } } });
  await value(run());
  expect(await usedOf(ctx)).toBe(2);
  await value(setQuotas({ assay: ctx.assay, accountId: ctx.accountId, changes: { processorSeconds: 2 } }));
  service.clock.advance(5_000);
  expect(await statuscodeOf(run())).toBe('429.1');
  expect(await statuscodeOf(importTest({ ctx, input: { body: test('B', solved) } }))).toBe('429.1');
  await value(importTest({ ctx, input: { body: test('without a program to try') } }));
  await value(saveAnswer({ candidate, input: { questionId: '1', body: { answer: program, revision: 1 } } }));
  await value(submitAttempt({ candidate }));
  expect(await service.grade()).toEqual(['graded']);
  expect(await usedOf(ctx)).toBe(3);
  const other = await service.mintAccount();
  await value(importTest({ ctx: other, input: { body: test('A', solved) } }));
  expect(await usedOf(other)).toBe(1);
});

it('of a program that is left in the middle, counts what was run until then', async () => {
  const ctx = await service.mintAccount();
  const run = { end: 'time-limit-exceeded', stdout: '', stderr: '', seconds: 2, memory: null } as const;
  const told: number[] = [];
  const left: CodeRunner = {
    ...printingRunner,
    run: async (_program, _owner, _signal, ran) => {
      ran?.(0, run);
      return { refused: 'aborted', message: 'Nobody waits' };
    },
  };
  const program = { language: 'python', source: '', tasks: [], limits: { seconds: 2, memory: 64, output: 99 } } as const;
  const owner = { account: String(ctx.accountId), attempt: '1/1' };
  await meteredRunner(left, ctx.assay.store).run(program, owner, undefined, (_, { seconds }) => told.push(seconds));
  expect([told, await usedOf(ctx)]).toEqual([[2], 2]);
});

it('counts nothing of what another process submits: it does so itself, and its owner is no account here', async () => {
  const write = vi.spyOn(service.assay.store, 'write');
  onTestFinished(() => write.mockRestore());
  const slow: CodeRunner = {
    ...printingRunner,
    run: async () => ({ runs: [{ end: 'ended', stdout: '', stderr: '', seconds: 2, memory: null }] }),
  };
  const program = { language: 'python', source: '', tasks: [], limits: { seconds: 2, memory: 64, output: 99 } } as const;
  await meteredRunner(slow, service.assay.store).run(program, { account: 'another process', attempt: '1' });
  expect(write).not.toHaveBeenCalled();
});

it('a regrade with the quota used up goes on: candidates must not keep a wrong score for what the account did', async () => {
  const ctx = await service.mintAccount();
  const keyed = (output: string) => ({ ...test('K', { cases: [...cases.slice(0, 11), { input: '', output }] }), key: 'k' });
  const testId = String((await value(importTest({ ctx, input: { body: keyed('2') } }))).testId);
  const { candidate, id } = await service.bringTo(ctx, await service.register(ctx, testId, somebody()), 'In progress');
  await value(saveAnswer({ candidate, input: { questionId: '1', body: { answer: program, revision: 1 } } }));
  await value(submitAttempt({ candidate }));
  expect(await service.grade()).toEqual(['graded']);
  await service.generate();
  await value(setQuotas({ assay: ctx.assay, accountId: ctx.accountId, changes: { processorSeconds: 0 } }));
  await value(importTest({ ctx, input: { body: keyed('1') } }));
  await value(regradeTest({ ctx, input: { testId, body: {} } }));
  while ((await addRegrades({ assay: service.assay })) > 0);
  expect(await service.grade()).toEqual(['graded']);
  await service.generate();
  expect(await value(getReport({ ctx, input: { testInvitationId: id } }))).toMatchObject({ score: '1' });
  expect(await usedOf(ctx)).toBeGreaterThan(0);
});
