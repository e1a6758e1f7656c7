import { smallTest } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import type { CodeRunner, Context, Program } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { dumpAccount } from '../testing/tables.ts';
import { duplicateTest } from './duplicate-test.ts';
import { exportTest } from './export-test.ts';
import { importTest } from './import-test.ts';
import { previewTest } from './preview-test.ts';

const right = 'print(sum(map(int, input().split())))';
const sum = {
  kind: 'coding',
  prompt: 'Read two integers, print their sum.',
  cases: [
    { input: '1 2\n', output: '3\n', sample: true },
    { input: '-5 5\n', output: '0\n', name: 'cancels out' },
  ],
  solution: { python: right },
};
const names = {
  kind: 'sql',
  prompt: 'List the names.',
  schema: 'create table people (name text)',
  data: ["insert into people values ('Bo'), ('Al')", ''],
  solution: 'select name from people order by name',
  wrong: ['select name from people order by name desc'],
};
const text = { kind: 'text', prompt: 'Say yes', answer: 'yes' };
const fileOf = (...questions: readonly object[]) => ({
  key: 'code',
  name: 'Code',
  duration: 30,
  sections: [
    { name: 'One', questions: [text] },
    { name: 'Two', type: 'Coding Questions', questions },
  ],
});

/** The context of an account whose programs are run by a runner of its own. */
const runningWith = (ctx: Context, changes: Partial<CodeRunner>, importProgramsMs = 120_000): Context => {
  const { runner, timings } = ctx.assay;
  const { offers, size, run } = runner;
  return { ...ctx, assay: { ...ctx.assay, runner: { offers, size, run, ...changes }, timings: { ...timings, importProgramsMs } } };
};

describe('an import with coding and SQL questions', () => {
  const service = useService();
  const send = (ctx: Context, ...questions: readonly object[]) => importTest({ ctx, input: { body: fileOf(...questions) } });

  it('answers what its author should look at, the same when it is sent again', async () => {
    const ctx = await service.mintAccount();
    const untried = { kind: 'coding', prompt: 'Add.', harness: { python: 'import solution' } };
    const findings = [{ code: 'untried-harness', path: 'sections[1].questions[1].harness.python' }];
    for (const outcome of ['created', 'unchanged']) expect(await value(send(ctx, sum, untried))).toMatchObject({ outcome, findings });
    expect(await value(send(ctx, sum))).not.toHaveProperty('findings');
  });

  it('answers where its author gave a limit that the solution comes near', async () => {
    const ctx = await service.mintAccount();
    const limits = { seconds: 2 };
    const taking = (seconds: number): Partial<CodeRunner> => ({
      run: async ({ tasks }) => ({
        runs: tasks.map((task) => {
          const stdout = task.mode === 'stdio' && task.input === '1 2\n' ? '3\n' : '0\n';
          return { end: 'ended', stdout, stderr: '', seconds, memory: 9 };
        }),
      }),
    });
    const slow = runningWith(ctx, taking(0.7));
    const path = 'sections[1].questions[1].limits.seconds';
    expect(await value(send(slow, sum, { ...sum, limits }))).toMatchObject({
      findings: [{ code: 'slow-solution', path, message: expect.stringContaining('solution.python took 0.7 s') }],
    });
    expect(await value(send(runningWith(ctx, taking(0.6)), sum, { ...sum, limits, prompt: 'Add.' }))).not.toHaveProperty('findings');
  });

  it('names the languages that are left out, and keeps the limits that the solutions give', async () => {
    const ctx = await service.mintAccount();
    const { testId, outcome } = await value(send(ctx, sum, names));
    expect(outcome).toBe('created');
    const { sections } = await value(exportTest({ ctx, input: { testId: String(testId), query: {} } }));
    const offered = (await service.assay.runner.offers()).filter(({ modes }) => modes.includes('stdio')).map(({ language }) => language);
    expect(offered).toContain('python');
    expect(sections[1]?.questions[0]).toMatchObject({ languages: expect.arrayContaining(offered) });
    const { runLimits } = await service.assay.store.read((db) => service.assay.testVersions.load(db, { ...ctx, testId, version: 1 }));
    expect(Object.keys(runLimits)).toEqual(['2', '3']);
    expect(runLimits[2]?.python).toMatchObject({ seconds: 1, memory: 128, from: { seconds: 'solution', memory: 'solution' } });
    expect(runLimits[2]?.javascript).toEqual({ ...runLimits[2]?.python, engine: { name: 'embedded', version: expect.any(String) } });
    expect(runLimits[3]).toMatchObject({ sql: { from: { seconds: 'solution' } } });
    const { questions } = await value(previewTest({ ctx, input: { testId: String(testId) } }));
    expect(questions[1]).toMatchObject({ code: { io: 'stdio', limits: { seconds: 1, memory: 128 } } });
    expect(JSON.stringify(questions)).not.toMatch(/solution|cancels out|print\(sum|order by/);
  });

  it('is pinned to the engine of each language that is preferred, or that its question names, and its programs are run there', async () => {
    const account = await service.mintAccount();
    const ran: (string | undefined)[] = [];
    const { runner } = account.assay;
    const ctx = runningWith(account, {
      offers: async () => [
        { engine: 'runner native', language: 'python', version: 'Python 3.13', modes: ['stdio'] },
        ...(await runner.offers()),
      ],
      run: async ({ engine, ...program }, ...others) => {
        ran.push(engine);
        return runner.run(program, ...others);
      },
    });
    const inPython = { ...sum, languages: ['python'] };
    const { testId } = await value(send(ctx, inPython, { ...inPython, prompt: 'Sum.', engine: 'embedded' }));
    const { runLimits } = await service.assay.store.read((db) => service.assay.testVersions.load(db, { ...ctx, testId, version: 1 }));
    const embedded = (await runner.offers()).find(({ language }) => language === 'python')?.version;
    expect(runLimits[2]?.python?.engine).toEqual({ name: 'native', version: 'Python 3.13' });
    expect(runLimits[3]?.python?.engine).toEqual({ name: 'embedded', version: embedded });
    expect(ran.sort()).toEqual(['embedded', 'native']);
    const { sections } = await value(exportTest({ ctx, input: { testId: String(testId), query: {} } }));
    expect(sections[1]?.questions.map((one) => ('engine' in one ? one.engine : null))).toEqual([null, 'embedded']);
    const { message } = await refusalOf(send(account, { ...inPython, engine: 'native' }));
    expect(message).toContain('this installation does not run python on the native engine');
  });

  it('is refused with every program that does not do what it must, and changes nothing', async () => {
    const ctx = await service.mintAccount();
    const before = await dumpAccount(service.assay.store, ctx.accountId);
    const { statuscode, message } = await refusalOf(
      send(
        ctx,
        { ...sum, solution: { python: 'print(3)', javascript: 'let (' }, wrong: [{ python: right }] },
        { ...names, solution: 'select nothing from people' },
        { ...names, wrong: ['select name from people order by 1'] },
      ),
    );
    expect(statuscode).toBe('400.1');
    const faults = message.split('; ');
    expect(faults[0]).toContain(
      'sections[1].questions[0].solution.python: must pass, but is wrong-answer on case cancels out: "0" is expected',
    );
    expect(faults[1]).toMatch(/^sections\[1\]\.questions\[0\]\.solution\.javascript: must pass, but is compile-error in line \d/);
    expect(faults[2]).toBe('sections[1].questions[0].wrong[0].python: must not pass, but every case accepts it');
    expect(faults[3]).toMatch(/^sections\[1\]\.questions\[1\]\.solution: must pass, but is (compile|runtime)-error/);
    expect(faults).toHaveLength(5);
    expect(faults[4]).toBe('sections[1].questions[2].wrong[0]: must not pass, but every case accepts it');
    expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(before);
  });

  it('is refused with the faults of its texts and of its programs together', async () => {
    const long = { ...text, prompt: '"'.repeat(50_000) };
    const { message } = await refusalOf(send(await service.mintAccount(), long, { ...sum, solution: { python: 'print(3)' } }, long));
    expect(message.split('; ')).toEqual([
      'sections[1].questions[0].prompt: gives 300008 characters of HTML, and may give 300000',
      'sections[1].questions[2].prompt: gives 300008 characters of HTML, and may give 300000',
      expect.stringMatching(/^sections\[1\]\.questions\[1\]\.solution\.python: must pass, but is wrong-answer/),
    ]);
  });

  it('runs nothing again for a file that says the same, and keeps its limits', async () => {
    const ctx = await service.mintAccount();
    const { testId } = await value(send(ctx, sum, names));
    const none = runningWith(ctx, { run: () => Promise.reject(new Error('a program was run')) });
    expect(await value(send(none, sum, names))).toMatchObject({ outcome: 'unchanged', version: 1 });
    const inactive = { ...fileOf(sum, names), status: 'Inactive' };
    expect(await value(importTest({ ctx: none, input: { body: inactive } }))).toMatchObject({ outcome: 'updated', version: 1 });
    const exported = await value(exportTest({ ctx, input: { testId: String(testId), query: {} } }));
    expect(await value(importTest({ ctx: none, input: { body: exported } }))).toMatchObject({ outcome: 'unchanged' });
    const copy = await value(duplicateTest({ ctx: none, input: { testId: String(testId), body: {} } }));
    const load = (id: number) => service.assay.store.read((db) => service.assay.testVersions.load(db, { ...ctx, testId: id, version: 1 }));
    expect((await load(copy.testId)).runLimits).toEqual((await load(testId)).runLimits);
  });

  it('returns its response to an Idempotency-Key without running programs again', async () => {
    const ctx = { ...(await service.mintAccount()), idempotencyKey: 'key-1' };
    const body = { ...fileOf(sum), key: undefined };
    const first = await value(importTest({ ctx, input: { body } }));
    const none = runningWith(ctx, { run: () => Promise.reject(new Error('a program was run')) });
    expect(await value(importTest({ ctx: none, input: { body } }))).toEqual(first);
    expect(await refusalOf(importTest({ ctx: none, input: { body: { ...body, name: 'Other' } } }))).toMatchObject({ statuscode: '409.1' });
  });

  it('that comes between makes a file conflict whose programs were not run', async () => {
    const ctx = await service.mintAccount();
    await value(send(ctx, sum));
    const { store } = ctx.assay;
    let meanwhile = async (): Promise<unknown> => value(send(ctx, { ...sum, prompt: 'Add.' }));
    const write: typeof store.write = async (...given) => {
      const first = meanwhile;
      meanwhile = async () => undefined;
      await first();
      return store.write(...given);
    };
    const unrun = runningWith(ctx, { run: () => Promise.reject(new Error('a program was run')) });
    const racing = { ...unrun, assay: { ...unrun.assay, store: { ...store, write } } };
    expect(await refusalOf(send(racing, sum))).toMatchObject({ statuscode: '409.1' });
  });
});

describe('an import with coding questions', () => {
  const service = useService();
  const send = (ctx: Context, ...questions: readonly object[]) => importTest({ ctx, input: { body: fileOf(...questions) } });
  const messageOf = async (ctx: Context, ...questions: readonly object[]) => (await refusalOf(send(ctx, ...questions))).message;
  const offering = (
    ...offers: readonly (readonly ['python' | 'javascript' | 'sql', ...('stdio' | 'function' | 'harness' | 'sql')[]])[]
  ) => ({
    offers: async () => offers.map(([language, ...modes]) => ({ engine: 'embedded', language, version: '1', modes })),
  });

  it('is refused where it names what the installation does not run', async () => {
    const ctx = runningWith(await service.mintAccount(), offering(['python', 'stdio', 'function'], ['javascript', 'stdio']));
    expect(
      await messageOf(
        ctx,
        { ...sum, languages: ['python', 'javascript', 'java'], starter: { java: 'x' } },
        { ...sum, solution: { cpp: 'x' } },
        {
          kind: 'coding',
          prompt: 'Add.',
          io: 'function',
          function: { name: 'f', parameters: [] },
          languages: ['javascript'],
          cases: [{ args: [], returns: 1 }],
        },
        { kind: 'coding', prompt: 'Add.', harness: { python: 'import solution' } },
        names,
      ),
    ).toBe(
      [
        'sections[1].questions[0].languages[2]: this installation does not run java; it runs python, javascript',
        'sections[1].questions[0].starter.java: this installation does not run java; it runs python, javascript',
        'sections[1].questions[1].solution.cpp: this installation does not run cpp; it runs python, javascript',
        'sections[1].questions[2].languages[0]: this installation does not run javascript with `io: function`; it runs python',
        'sections[1].questions[3].harness.python: this installation does not run python with a harness; it runs nothing',
        'sections[1].questions[4].kind: this installation does not run sql',
      ].join('; '),
    );
    const onlySql = runningWith(ctx, offering(['sql', 'sql']));
    expect(await messageOf(onlySql, sum)).toContain('sections[1].questions[0].languages: this installation runs nothing');
  });

  it('is 503.1, and imports nothing, while nothing can be run', async () => {
    const ctx = await service.mintAccount();
    const before = await dumpAccount(service.assay.store, ctx.accountId);
    const notRun = { end: 'not-run', stdout: '', stderr: 'the engine died\n', seconds: 0, memory: null } as const;
    const down: readonly Partial<CodeRunner>[] = [
      { offers: async () => [] },
      { run: async () => ({ refused: 'queue-full', message: 'Too many programs wait to be run; try again' }) },
      { run: async ({ tasks }: Program) => ({ runs: tasks.map(() => notRun) }) },
    ];
    for (const changes of down) expect(await refusalOf(send(runningWith(ctx, changes), sum))).toMatchObject({ statuscode: '503.1' });
    expect((await refusalOf(send(runningWith(ctx, down[1] ?? {}), sum))).message).toContain('sections[1].questions[0].solution.python');
    expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(before);
  });

  it('ends when nobody waits for it any more, and imports nothing', async () => {
    const ctx = await service.mintAccount();
    const before = await dumpAccount(service.assay.store, ctx.accountId);
    const gone = new AbortController();
    const leaving: Partial<CodeRunner> = {
      run: (_program, _owner, signal) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve({ refused: 'aborted', message: 'Nobody waits' }));
          gone.abort();
        }),
    };
    const refused = await refusalOf(send({ ...runningWith(ctx, leaving), closedSignal: () => gone.signal }, sum));
    expect(refused).toMatchObject({ statuscode: '503.1' });
    expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(before);
  });

  it('is refused with the program that runs when the time for all programs is over, and leaves none behind', async () => {
    const ctx = runningWith(await service.mintAccount(), {}, 300);
    const loops = { ...sum, solution: { python: 'while True: pass' } };
    expect(await refusalOf(send(ctx, loops))).toMatchObject({
      statuscode: '400.1',
      message: 'sections[1].questions[0].solution.python: the programs of a file may take 0.3 s together, and this one had not ended',
    });
    expect(await value(send(runningWith(ctx, {}), sum))).toMatchObject({ outcome: 'created' });
  });

  it("enforces an author's own limits on the solution", async () => {
    const ctx = await service.mintAccount();
    const slow = 'for i in range(10**7): pass\n';
    expect(await messageOf(ctx, { ...sum, limits: { seconds: 0.1 }, solution: { python: slow + right } })).toContain(
      'solution.python: must pass, but is time-limit-exceeded on case 1',
    );
  });

  it('gives a wrong program the limits that the solution has: one that is too slow does not pass', async () => {
    const ctx = await service.mintAccount();
    const slow = `x = 0\nfor i in range(10**8): x += i\n${right}`;
    expect(await value(send(ctx, { ...sum, cases: sum.cases.slice(0, 1), wrong: [{ python: slow }] }))).toMatchObject({
      outcome: 'created',
    });
  });

  it('without such questions asks nothing of the runner', async () => {
    const never = () => Promise.reject(new Error('the runner was asked'));
    const ctx = runningWith(await service.mintAccount(), { offers: never, size: never, run: never });
    expect(await value(importTest({ ctx, input: { body: smallTest } }))).toMatchObject({ outcome: 'created' });
  });
});
