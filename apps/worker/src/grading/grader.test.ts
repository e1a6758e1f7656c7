import { type Assay, addRegrades, api, type GradingOutcome } from '@assay/operations';
import { printingRunner, useService } from '@assay/operations/testing';
import { deferred, eventually, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { Grader } from './grader.ts';

const fileOf = (output: string) => ({
  key: 'programs',
  sections: [{ name: 'Code', questions: [{ kind: 'coding', prompt: 'Print.', languages: ['python'], cases: [{ input: '', output }] }] }],
});
const answers = { 1: { language: 'python', source: 'print(1)' } } as const;

describe('grader', () => {
  const service = useService();

  const complete = async (count: number) => {
    const ctx = await service.mintAccount();
    const testId = await service.importTest(ctx, fileOf('1'));
    for (let index = 0; index < count; index += 1) {
      const { candidate } = await service.register(ctx, testId);
      await service.complete(candidate, answers);
    }
    return { ctx, testId };
  };
  const startGrader = (changes: Partial<Assay> = {}) => {
    const outcomes: GradingOutcome[] = [];
    const assay = { ...service.assay, runner: printingRunner, ...changes };
    return { outcomes, grader: new Grader({ assay, onOutcome: (one) => outcomes.push(one), onFailure: () => undefined }) };
  };

  it('runs as many submissions at the same time as the runner has places, and the next when one has ended', async () => {
    await complete(5);
    const gates = Array.from({ length: 5 }, () => deferred<void>());
    let started = 0;
    const run: typeof printingRunner.run = async (...program) => {
      started += 1;
      await gates[started - 1]?.promise;
      return printingRunner.run(...program);
    };
    const { grader, outcomes } = startGrader({ runner: { ...printingRunner, run } });
    // The first one opens the runner.
    expect(await grader.run()).toBe(1);
    expect(await grader.run()).toBe(1);
    expect(await grader.run()).toBe(0);
    await eventually(() => expect(started).toBe(2));
    gates[0]?.resolve();
    await eventually(() => expect(outcomes).toEqual(['graded']));
    expect(await grader.run()).toBe(1);
    for (const gate of gates) gate.resolve();
    await eventually(() => expect(outcomes).toHaveLength(3));
    while ((await grader.run()) > 0) await eventually(async () => expect(await grader.run()).toBe(0));
    await eventually(() => expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'graded')));
    await grader.stop();
  });

  it('takes a first grading beside regrades that hold all places: the runner has them make way, and regrades wait for places', async () => {
    const { ctx, testId } = await complete(4);
    const first = startGrader();
    await eventually(async () => {
      await first.grader.run();
      expect(first.outcomes).toHaveLength(4);
    });
    await first.grader.stop();
    await service.generate();
    await service.importTest(ctx, fileOf('2'));
    expect(await api.regradeTest({ ctx, input: { testId, body: {} } })).toMatchObject({ ok: true, value: { programs: 4 } });
    while ((await addRegrades({ assay: service.assay })) > 0);
    const gate = deferred<void>();
    const waits: unknown[] = [];
    const run: typeof printingRunner.run = async (...program) => {
      waits.push(program[1].waits);
      await gate.promise;
      return printingRunner.run(...program);
    };
    const { grader, outcomes } = startGrader({ runner: { ...printingRunner, run } });
    expect([await grader.run(), await grader.run(), await grader.run()]).toEqual([1, 1, 0]);
    await complete(3);
    expect([await grader.run(), await grader.run()]).toEqual([2, 0]);
    await eventually(() => expect(waits).toEqual(['regrade', 'regrade', 'grading', 'grading']));
    gate.resolve();
    await eventually(async () => {
      await grader.run();
      expect(outcomes).toHaveLength(7);
    });
    expect(waits.slice(4).sort()).toEqual(['grading', 'regrade', 'regrade']);
    await grader.stop();
  });

  it('opens no runner while nothing is due', async () => {
    const size = async (): Promise<number> => {
      throw new Error('the runner was opened');
    };
    const { grader } = startGrader({ runner: { ...printingRunner, size } });
    expect(await grader.run()).toBe(0);
    await grader.stop();
  });

  it.each([
    ['the engine is down', 'not-offered', 'failed'],
    ["the runner's queue is full", 'account-limit', 'postponed'],
  ])('tries one submission at a time while %s, without a pause for the others when it is over', async (_, refused, outcome) => {
    await complete(4);
    let isDown = true;
    const run: typeof printingRunner.run = async (...program) =>
      isDown ? { refused, message: 'try again' } : printingRunner.run(...program);
    const { grader, outcomes } = startGrader({ runner: { ...printingRunner, run } });
    await grader.run();
    await eventually(() => expect(outcomes).toEqual([outcome]));
    // 0: the loop waits before the next.
    expect(await grader.run()).toBe(0);
    await eventually(() => expect(outcomes).toEqual([outcome, outcome]));
    isDown = false;
    await grader.run();
    await eventually(() => expect(outcomes).toHaveLength(3));
    expect(await grader.run()).toBe(1);
    service.clock.advance(second);
    await eventually(async () => {
      await grader.run();
      expect(outcomes.filter((one) => one === 'graded')).toHaveLength(4);
    });
    await grader.stop();
  });

  it('grades the programs of other engines while one is in its self-test, however many wait for that', async () => {
    await complete(4);
    let tried = 0;
    const run: typeof printingRunner.run = async (...program) => {
      tried += 1;
      return tried < 4 ? { refused: 'untested', message: 'try again', againInMs: 3 * second } : printingRunner.run(...program);
    };
    const { grader, outcomes } = startGrader({ runner: { ...printingRunner, run } });
    for (let ended = 1; ended <= 4; ended += 1) {
      await eventually(async () => expect(await grader.run()).toBe(1));
      await eventually(() => expect(outcomes).toHaveLength(ended));
    }
    expect(outcomes).toEqual(['untested', 'untested', 'untested', 'graded']);
    service.clock.advance(3 * second - 1);
    expect(await grader.run()).toBe(0);
    service.clock.advance(1);
    expect(await grader.run()).toBe(1);
    await grader.stop();
  });

  it('gives back what runs when it stops: another one grades it at once', async () => {
    await complete(1);
    const started = deferred<void>();
    const run: typeof printingRunner.run = (_, __, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve({ refused: 'aborted', message: 'x' }));
        started.resolve();
      });
    const { grader, outcomes } = startGrader({ runner: { ...printingRunner, run } });
    await grader.run();
    await started.promise;
    await grader.stop();
    expect(outcomes).toEqual(['lost']);
    expect(await grader.run()).toBe(0);
    const other = startGrader();
    expect(await other.grader.run()).toBe(1);
    await eventually(() => expect(other.outcomes).toEqual(['graded']));
    await other.grader.stop();
  });
});
