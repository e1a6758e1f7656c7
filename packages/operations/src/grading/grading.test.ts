import { formatInstant } from '@assay/domain';
import { type Db, gradings, type Store, StoreUnavailable } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { deferred, minute, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { chooseEngine, listEngineChoices } from '../account/choose-engine.ts';
import { closeOverdueAttempts } from '../attempt/complete-attempt.ts';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import { generateReports } from '../report/generate-reports.ts';
import { getReport } from '../report/get-report.ts';
import type { Assay, CodeRunner, Context, Program, ProgramRun } from '../support/context.ts';
import { TestVersions } from '../support/test-versions.ts';
import { defaultTimings } from '../support/timings.ts';
import { theDelivery } from '../testing/deliveries.ts';
import { newReceiver } from '../testing/outbound.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { type ClaimTurns, claimGradings } from './claim-gradings.ts';
import { gradeSubmission } from './grade-submission.ts';

const sections = [
  {
    name: 'Code',
    type: 'Coding Questions',
    questions: [
      {
        kind: 'coding',
        prompt: 'Print the sum.',
        marks: 10,
        languages: ['python'],
        cases: [
          { input: '1 2\n', output: '3\n', sample: true },
          { input: '2 2\n', output: '4\n', weight: 3 },
        ],
      },
      {
        kind: 'sql',
        prompt: 'The names.',
        marks: 5,
        schema: 'create table people (name text);',
        data: ["insert into people values ('Bo'), ('Al');"],
        solution: 'select name from people',
      },
      { kind: 'text', prompt: 'Capital of France?', marks: 1, answer: 'Paris' },
    ],
  },
];

const right = { language: 'python', source: 'print(sum(map(int, input().split())))' } as const;
const partly = { language: 'python', source: 'input()\nprint(4)' } as const;
const names = { language: 'sql', source: 'select name from people order by 1' } as const;

/** What the programs above write. */
const ran = ({ language, source, tasks }: Program): ProgramRun[] =>
  tasks.map((task) => ({
    end: 'ended',
    stdout: source === partly.source ? '4\n' : task.mode === 'stdio' && task.input.startsWith('1') ? '3\n' : '4\n',
    stderr: '',
    seconds: 0.1,
    memory: 8,
    ...(language === 'sql' ? { rows: { columns: [], rows: [['Al'], ['Bo']], ordered: false } } : {}),
  }));

const offers = async () => [
  { engine: 'embedded', language: 'python', version: '3.14', modes: ['stdio'] } as const,
  { engine: 'embedded', language: 'sql', version: '3.50', modes: ['sql'] } as const,
];

/** A runner that runs nothing: it knows the programs above. */
const knowing: CodeRunner = { offers, size: async () => 2, run: async (program) => ({ runs: ran(program) }) };
const refusing: CodeRunner = { ...knowing, run: async () => ({ refused: 'not-offered', message: 'no engine runs python' }) };
const failing: CodeRunner = {
  ...knowing,
  run: async (program) => ({ runs: ran(program).map((one) => ({ ...one, end: 'not-run' as const, stderr: 'the engine died' })) }),
};

describe.each(testDialects)('grading on %s', (engine) => {
  const service = useService(engine);
  const assayOf = (changes: Partial<Assay>): Assay => ({ ...service.assay, testVersions: new TestVersions(), runner: knowing, ...changes });
  const report = (ctx: Context, id: string) => value(getReport({ ctx, input: { testInvitationId: id } }));
  const entries = async (ctx: Context, id: string, type: string) =>
    (await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }))).timeline.filter((entry) => entry.type === type);
  const rowsOf = async (ctx: Context, id: string) =>
    service.assay.store.read((db) => gradings.list(db, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 }));
  const generate = (assay: Assay) =>
    generateReports({
      assay,
      onFailure: ({ error }) => {
        throw error;
      },
    });

  const complete = async (answers: Parameters<typeof service.complete>[1]) => {
    const { ctx, testId } = await service.mint({ sections });
    const invited = await service.register(ctx, testId);
    await service.complete(invited.candidate, answers);
    return { ctx, testId, id: invited.id };
  };

  it('the program of a worker that was killed is run by another when its lease ends, and what the first writes then does not count', async () => {
    const { ctx, id } = await complete({ 1: right });
    const [started, released] = [deferred<void>(), deferred<void>()];
    const slow: CodeRunner = {
      ...knowing,
      run: async (program) => {
        started.resolve();
        await released.promise;
        return { runs: ran(program).map((one) => ({ ...one, stdout: 'other' })) };
      },
    };
    const first = service.grade(assayOf({ runner: slow }));
    await started.promise;
    expect(await service.grade(assayOf({}))).toEqual([]);
    service.clock.advance(defaultTimings.gradingLeaseMs);
    expect(await service.grade(assayOf({}))).toEqual(['graded']);
    released.resolve();
    expect(await first).toEqual(['lost']);
    await generate(service.assay);
    expect(await report(ctx, id)).toMatchObject({ score: '10' });
  });

  it('a long program keeps its lease', async () => {
    const { ctx, id } = await complete({ 1: right });
    const released = deferred<void>();
    const renewed = deferred<void>();
    const { store } = service.assay;
    let writes = 0;
    const watched: Store = {
      ...store,
      write: async (work, row) => {
        const result = await store.write(work, row);
        writes += 1;
        // The first one claims.
        if (writes === 1) service.clock.advance(30);
        else renewed.resolve();
        return result;
      },
    };
    const slow: CodeRunner = {
      ...knowing,
      run: async (program) => {
        await released.promise;
        return { runs: ran(program) };
      },
    };
    const timings = { ...defaultTimings, gradingLeaseMs: 60 };
    const grading = service.grade(assayOf({ runner: slow, store: watched, timings }));
    await renewed.promise;
    expect((await rowsOf(ctx, id))[0]).toMatchObject({ lease_until: service.clock.now + 60 });
    released.resolve();
    expect(await grading).toEqual(['graded']);
    await generate(service.assay);
  });

  it('a worker that stops gives its lease back at once', async () => {
    const { ctx, id } = await complete({ 1: right });
    const stopping = new AbortController();
    const stopped: CodeRunner = {
      ...knowing,
      run: async () => {
        stopping.abort();
        return { refused: 'aborted', message: 'Nobody waits' };
      },
    };
    const {
      claimed: [claimed],
    } = await claimGradings({ assay: service.assay, limit: 1 });
    if (claimed === undefined) throw new Error('nothing is due');
    const assay = assayOf({ runner: stopped });
    expect(await gradeSubmission({ assay, claimed, signal: stopping.signal, onFailure: () => undefined })).toBe('lost');
    expect((await rowsOf(ctx, id))[0]).toMatchObject({ failures: 0, lease_until: 0, last_error: null });
    expect(await service.grade(assayOf({}))).toEqual(['graded']);
    await generate(service.assay);
  });

  it('two that end at the same time release the report once', async () => {
    const done = await Promise.all(Array.from({ length: 10 }, () => complete({ 1: right, 2: names })));
    const assay = assayOf({});
    const signal = new AbortController().signal;
    const { claimed } = await claimGradings({ assay, limit: 100 });
    expect(claimed).toHaveLength(20);
    await Promise.all(claimed.map((each) => gradeSubmission({ assay, claimed: each, signal, onFailure: () => undefined })));
    await generate(service.assay);
    for (const { ctx, id } of done) {
      expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '15' });
      expect(await entries(ctx, id, 'report.generated')).toHaveLength(1);
    }
  });

  it('goes by turns: an account with many delays another by one, and new programs of all accounts come before regrades but one after each four', async () => {
    const { store } = service.assay;
    const many = await service.mint({ sections });
    const one = await service.mint({ sections });
    const completed = async ({ ctx, testId }: typeof many) => {
      const { id, candidate } = await service.register(ctx, testId);
      await service.complete(candidate, { 1: right });
      return Number(id);
    };
    const { accountId: a } = many.ctx;
    const { accountId: b } = one.ctx;
    const ids: [number, number][] = [];
    for (let count = 0; count < 4; count += 1) ids.push([a, await completed(many)]);
    ids.push([b, await completed(one)]);
    const all = (tx: Db) => Promise.all(ids.map(([accountId, invitationId]) => gradings.list(tx, { accountId, invitationId, attempt: 1 })));
    await store.write(async (tx) => {
      for (const first of (await all(tx)).flat().slice(-2)) {
        const { account_id, invitation_id, attempt, question_id, test_id, version } = first;
        const again = { account_id, invitation_id, attempt, question_id, round: 2, test_id, version };
        await gradings.insertPending(tx, [again], first.not_before - minute);
      }
    });
    const order: [number, number][] = [];
    for (let turns: ClaimTurns | undefined; ; ) {
      const next = await claimGradings({ assay: service.assay, limit: 1, ...(turns && { turns }) });
      if (next.claimed.length === 0) break;
      order.push(...next.claimed.map((row): [number, number] => [row.account_id, row.round]));
      turns = next.turns;
    }
    expect(order).toEqual([
      ...[
        [a, 1],
        [b, 1],
        [a, 1],
        [a, 1],
      ],
      ...[
        [a, 2],
        [a, 1],
        [b, 2],
      ],
    ]);
    await store.write(async (tx) => {
      for (const [accountId, invitationId] of ids)
        for (const row of await gradings.list(tx, { accountId, invitationId, attempt: 1 }))
          await gradings.update(tx, row, { lease_until: 0 });
    });
    const { claimed } = await claimGradings({ assay: service.assay, limit: 100 });
    expect(claimed.map((row) => [row.account_id, row.round])).toEqual(order);
    const signal = new AbortController().signal;
    for (const each of claimed) await gradeSubmission({ assay: assayOf({}), claimed: each, signal, onFailure: () => undefined });
    await generate(service.assay);
  });

  it('two workers never grade one submission twice', async () => {
    await Promise.all(Array.from({ length: 6 }, () => complete({ 1: right })));
    const outcomes = await Promise.all([service.grade(assayOf({})), service.grade(assayOf({})), service.grade(assayOf({}))]);
    expect(outcomes.flat()).toEqual(Array.from({ length: 6 }, () => 'graded'));
    await generate(service.assay);
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('of answered programs begins with the completion, and the report is in progress until the last one', async () => {
    const { ctx, id } = await complete({ 1: partly, 2: names, 3: 'Paris' });
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'In progress', score: null, testStatus: 'Completed' });
    expect((await rowsOf(ctx, id)).map((row) => [row.question_id, row.round, row.result])).toEqual([
      [1, 1, null],
      [2, 1, null],
    ]);
    expect(service.woken).toContain('gradings');
    // It is looked at once after the completion, and waits.
    expect([await generate(service.assay), await generate(service.assay)]).toEqual([1, 0]);
    const assay = assayOf({});
    const {
      claimed: [first],
    } = await claimGradings({ assay, limit: 1 });
    if (first === undefined) throw new Error('nothing is due');
    const signal = new AbortController().signal;
    expect(await gradeSubmission({ assay, claimed: first, signal, onFailure: () => undefined })).toBe('graded');
    expect(await generate(service.assay)).toBe(0);
    expect(await service.grade(assay)).toEqual(['graded']);
    expect(await generate(service.assay)).toBe(1);
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '13.5', totalScore: '16' });
    expect((await rowsOf(ctx, id))[0]?.result).toMatchObject({
      language: 'python',
      engine: 'embedded',
      version: '3.14',
      cases: [{ name: '1', verdict: 'wrong-answer', difference: { expected: '3', actual: '4' } }, { verdict: 'accepted' }],
    });
  });

  it('is done by the engine that the version is pinned to: without it programs wait, until an operator chooses another, which is recorded', async () => {
    const { ctx, testId, id } = await complete({ 1: right });
    const pinned = (
      await service.assay.store.read((db) => service.assay.testVersions.load(db, { ...ctx, testId: Number(testId), version: 1 }))
    ).runLimits;
    expect(pinned[1]?.python?.engine?.name).toBe('embedded');
    const natively: CodeRunner = {
      ...knowing,
      offers: async () => [{ engine: 'native', language: 'python', version: 'Python 3.13', modes: ['stdio'] }],
      run: async (program) => (program.engine === 'native' ? { runs: ran(program) } : { refused: 'not-offered', message: 'no engine' }),
    };
    const assay = assayOf({ runner: natively });
    expect(await service.grade(assay)).toEqual(['failed']);
    expect((await rowsOf(ctx, id))[0]?.last_error).toContain('pinned to python of the engine embedded');
    await value(chooseEngine(assay, { language: 'python', engine: 'embedded', instead: 'native' }));
    service.clock.advance(60 * minute);
    expect(await service.grade(assay)).toEqual(['graded']);
    expect((await rowsOf(ctx, id))[0]?.result).toMatchObject({ engine: 'native', version: 'Python 3.13', insteadOf: 'embedded' });
    await value(chooseEngine(assay, { language: 'python', engine: 'embedded', instead: undefined }));
    expect(await listEngineChoices(assay)).toEqual([]);
    expect(await generate(service.assay)).toBe(1);
  });

  it('waits no longer than 10 s between workers without its engine, however often they were the ones to claim it', async () => {
    const { ctx, id } = await complete({ 1: right });
    for (const _ of Array(12).keys()) {
      expect(await service.grade(assayOf({ runner: refusing }))).toEqual(['failed']);
      const [row] = await rowsOf(ctx, id);
      expect((row?.not_before ?? 0) - service.clock.now).toBeLessThanOrEqual(10 * second);
      service.clock.moveTo(row?.not_before ?? 0);
    }
    expect(await service.grade(assayOf({}))).toEqual(['graded']);
    expect(await generate(service.assay)).toBe(1);
  });

  it('needs no program where none was answered', async () => {
    const { ctx, id } = await complete({ 3: 'Paris' });
    expect(await generate(service.assay)).toBe(1);
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '1' });
  });

  it('begins for attempts that are closed at their deadline too', async () => {
    const { ctx, testId } = await service.mint({ sections });
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    await service.answer(candidate, { 1: right });
    service.clock.advance(2 * 60 * minute);
    expect(await closeOverdueAttempts({ assay: service.assay })).toBe(1);
    await service.grade(assayOf({}));
    await generate(service.assay);
    expect(await report(ctx, id)).toMatchObject({ score: '10' });
  });

  it.each([
    ['refuses', refusing, expect.stringMatching(/^the version is pinned to python of the engine embedded .*not offered/)],
    ['lets a run down', failing, 'case 1 was not run: the engine died'],
  ])('an engine that %s delays the report and what waits for it, and scores nothing', async (_, broken, reason) => {
    const { ctx, testId } = await service.mint({ sections });
    const { id, candidate } = await service.register(ctx, testId, {
      emailId: 'c@d.example',
      fullName: 'C',
      callbackURL: newReceiver().url,
    });
    await service.complete(candidate, { 1: right });
    for (const [index, pause] of [second, 2 * second, 4 * second].entries()) {
      expect(await service.grade(assayOf({ runner: broken }))).toEqual(['failed']);
      expect((await rowsOf(ctx, id))[0]).toMatchObject({ failures: index + 1, last_error: reason, result: null });
      expect(await entries(ctx, id, 'grading.failed')).toHaveLength(index + 1);
      service.clock.advance(pause - 1);
      expect(await service.grade(assayOf({}))).toEqual([]);
      service.clock.advance(1);
    }
    await generate(service.assay);
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'In progress', score: null });
    expect(await theDelivery(ctx)).toMatchObject({ state: 'waiting' });
    expect(await service.grade(assayOf({}))).toEqual(['graded']);
    await generate(service.assay);
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '10' });
    expect(await theDelivery(ctx)).toMatchObject({ state: 'pending', nextAttemptAt: formatInstant(service.clock.now) });
  });

  it('of a program that ends its engine at the fifth try too is a runtime error of it; what ended otherwise meanwhile counts anew', async () => {
    const { ctx, id } = await complete({ 1: right });
    const killed: CodeRunner = {
      ...knowing,
      run: async (program) => ({
        runs: ran(program).map((one, index) => (index === 0 ? one : { ...one, end: 'not-run' as const, endedEngine: true as const })),
      }),
    };
    const tried = async (runner: CodeRunner) => {
      const outcomes = await service.grade(assayOf({ runner }));
      const [row] = await rowsOf(ctx, id);
      service.clock.moveTo(row?.not_before ?? 0);
      return outcomes;
    };
    for (const runner of [killed, killed, killed, failing, killed]) expect(await tried(runner)).toEqual(['failed']);
    expect((await rowsOf(ctx, id))[0]).toMatchObject({ failures: 5, last_error: 'the program ended the engine that ran it' });
    expect(await tried(killed)).toEqual(['graded']);
    expect((await rowsOf(ctx, id))[0]?.result?.cases.map(({ verdict }) => verdict)).toEqual(['accepted', 'runtime-error']);
    await generate(service.assay);
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '2.5' });
  });

  it.each(['queue-full', 'account-limit', 'attempt-limit'])('a full queue (%s) is no failure: graded a second later', async (refused) => {
    const { ctx, id } = await complete({ 1: right });
    const full: CodeRunner = { ...knowing, run: async () => ({ refused, message: 'try again' }) };
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await service.grade(assayOf({ runner: full }))).toEqual(['postponed']);
      expect((await rowsOf(ctx, id))[0]).toMatchObject({ failures: 0, last_error: null, lease_until: 0, result: null });
      service.clock.advance(second - 1);
      expect(await service.grade(assayOf({}))).toEqual([]);
      service.clock.advance(1);
    }
    expect(await entries(ctx, id, 'grading.failed')).toEqual([]);
    expect(await service.grade(assayOf({}))).toEqual(['graded']);
    await generate(service.assay);
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '10' });
  });

  it('the pause between tries never grows beyond 10 minutes', async () => {
    const { ctx, id } = await complete({ 1: right });
    for (let tries = 0; tries < 14; tries += 1) {
      await service.grade(assayOf({ runner: refusing }));
      const [row] = await rowsOf(ctx, id);
      expect((row?.not_before ?? 0) - service.clock.now).toBeLessThanOrEqual(10 * minute);
      service.clock.moveTo(row?.not_before ?? 0);
    }
    await service.grade(assayOf({}));
    await generate(service.assay);
  });

  it('storage that refuses the verdicts is no failure of the grading, although it takes the note of one: graded when the lease ends', async () => {
    const { ctx, id } = await complete({ 1: right });
    const refused = new StoreUnavailable('the storage of the database refuses writes');
    const { store } = service.assay;
    let writes = 0;
    const write: Store['write'] = (work) => {
      writes += 1;
      return writes === 2 ? Promise.reject(refused) : store.write(work);
    };
    await expect(service.grade(assayOf({ store: { ...store, write } }))).rejects.toBe(refused);
    expect((await rowsOf(ctx, id))[0]).toMatchObject({ failures: 0, last_error: null, result: null });
    service.clock.advance(defaultTimings.gradingLeaseMs);
    expect(await service.grade(assayOf({}))).toEqual(['graded']);
    await generate(service.assay);
    expect(await report(ctx, id)).toMatchObject({ score: '10' });
  });

  it('a report is looked at again should its release be lost', async () => {
    const { ctx, id } = await complete({ 1: right });
    await service.grade(assayOf({}));
    await service.assay.store.write((tx) =>
      tx.kysely
        .updateTable('reports')
        .set({ lease_until: service.clock.now + 10 * minute, not_before: service.clock.now + 10 * minute })
        .where('invitation_id', '=', Number(id))
        .execute(),
    );
    expect(await generate(service.assay)).toBe(0);
    service.clock.advance(10 * minute);
    expect(await generate(service.assay)).toBe(1);
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated' });
  });
});
