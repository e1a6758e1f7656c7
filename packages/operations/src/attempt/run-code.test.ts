import type { RunNews } from '@assay/domain';
import { deferred, hour, second } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Assay, CodeRunner, ProgramOutcome, ProgramRun } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { getAttempt } from './get-attempt.ts';
import type { Candidate } from './open-invitation.ts';
import { runCode } from './run-code.ts';
import { startAttempt } from './start-attempt.ts';

const canary = 'KANARIENVOGEL';
/** Right for texts of one letter. */
const echo = "const text = require('fs').readFileSync(0, 'utf8'); process.stdout.write(text.length > 1 ? text : text.toUpperCase())";
const raised = `from solution import *\nassert add(1, 2) == 3, '${canary}'`;

/** Each holds the canary wherever a candidate must not look. */
const questions = [
  {
    kind: 'coding',
    prompt: 'Write the input in capitals.',
    languages: ['javascript', 'python'],
    cases: [
      { name: 'small', input: 'a', output: 'A', sample: true },
      { name: canary, input: canary, output: canary },
      { name: 'longer', input: 'bc', output: 'BC', sample: true },
    ],
    solution: { python: `print(input().upper()) # ${canary}` },
    wrong: [{ python: `# ${canary}` }],
  },
  {
    kind: 'coding',
    prompt: 'Add.',
    io: 'function',
    function: { name: 'add', parameters: ['a', 'b'] },
    languages: ['javascript', 'python'],
    cases: [
      { args: [1, 2], returns: 3, sample: true },
      { name: `${canary} 2`, args: [canary, canary], returns: canary },
    ],
  },
  { kind: 'coding', prompt: 'Add.', harness: { python: raised }, solution: { python: `def add(a, b): return a + b # ${canary}` } },
  {
    kind: 'sql',
    prompt: 'All that are old.',
    schema: 'create table people (name text, age int);',
    data: ["insert into people values ('Ana', 70), ('Bo', 7);", `insert into people values ('${canary}', 80);`],
    solution: `select name, age from people where age > 60 -- ${canary}`,
    wrong: [`select '${canary}'`],
  },
  { kind: 'text', prompt: 'Name it.', answers: ['it'] },
];
const sections = [{ name: 'Programs', questions }];

describe('a run of samples', () => {
  const service = useService();
  let test: Awaited<ReturnType<typeof service.mint>>;
  beforeAll(async () => {
    test = await service.mint({ sections });
  });
  const mintRunning = () => service.invite(test.ctx, test.testId, 'In progress');
  type Body = { questionId: number; answer: { language: string; source: string }; input?: string; sessionId?: string };
  const run = (candidate: Candidate, body: Body) => runCode({ candidate, input: { body } });
  const answer = (language: string, source: string) => ({ language, source });
  const with_ = (candidate: Candidate & { readonly assay: Assay }, runner: CodeRunner) => ({
    ...candidate,
    assay: { ...candidate.assay, runner },
  });
  const runnerOf = (run: CodeRunner['run']): CodeRunner => ({ offers: async () => [], size: async () => 1, run });
  const ended = { end: 'ended', stdout: 'A', stderr: '', seconds: 0.1, memory: 1 } as const;

  it('is told the version of each language that its test is pinned to, and never waits for an engine', async () => {
    const { candidate } = await mintRunning();
    const offers = await service.assay.runner.offers();
    const versionOf = (language: string) => offers.find((one) => one.language === language)?.version;
    const runner: CodeRunner = { ...runnerOf(async () => ({ runs: [] })), offers: () => new Promise<never>(() => undefined) };
    const [python, javascript, sql] = (['python', 'javascript', 'sql'] as const).map((language) => ({
      language,
      version: versionOf(language),
    }));
    const { questions } = await value(getAttempt({ candidate: with_(candidate, runner) }));
    expect(questions?.map((question) => ('code' in question ? question.code.languages : undefined))).toEqual([
      [python, javascript],
      [python, javascript],
      [python],
      [sql],
      undefined,
    ]);
    expect(python?.version).toMatch(/^3/);
  });

  it('gives each sample with its verdict, its output and what is expected, and no other case', async () => {
    const { candidate } = await mintRunning();
    const { cases } = await value(run(candidate, { questionId: 1, answer: answer('javascript', echo) }));
    expect(cases).toEqual([
      { name: 'small', verdict: 'accepted', stdout: 'A', stderr: '', expected: 'A', seconds: expect.any(Number) },
      { name: 'longer', verdict: 'wrong-answer', stdout: 'bc', stderr: '', expected: 'BC', seconds: expect.any(Number) },
    ]);
  });

  it('of a function gives what it returned', async () => {
    const { candidate } = await mintRunning();
    const source = 'def add(a, b):\n  print("called")\n  return [a, b]';
    const { cases } = await value(run(candidate, { questionId: 2, answer: answer('python', source) }));
    expect(cases).toMatchObject([{ name: '1', verdict: 'wrong-answer', stdout: 'called\n', expected: '3', returned: '[1, 2]' }]);
  });

  it('of a query gives its rows on the first data set, and the solution’s', async () => {
    const { candidate } = await mintRunning();
    const { cases } = await value(run(candidate, { questionId: 4, answer: answer('sql', 'select name from people') }));
    expect(cases).toMatchObject([
      { name: '1', verdict: 'wrong-answer', stdout: 'name\n----\nAna\nBo\n', expected: 'name | age\n-----+----\nAna  | 70\n' },
    ]);
  });

  it('an error of the program has its line, and its own words', async () => {
    const { candidate } = await mintRunning();
    const { cases } = await value(run(candidate, { questionId: 1, answer: answer('python', 'x = 1\nprint(y)') }));
    expect(cases).toMatchObject([{ verdict: 'runtime-error', line: 2, stderr: expect.stringContaining('NameError') }, {}]);
  });

  describe('on the candidate’s own input', () => {
    const own: [string, Body, object][] = [
      ['is the standard input', { questionId: 1, answer: answer('javascript', echo), input: 'own é' }, { stdout: 'own é' }],
      [
        'is a list of arguments',
        { questionId: 2, answer: answer('python', 'def add(a, b): return a + b'), input: '[[1], ["é"]]' },
        { returned: '[1, "é"]' },
      ],
      [
        'is a data set',
        { questionId: 4, answer: answer('sql', 'select count(*) as n from people'), input: "insert into people values ('x', 1)" },
        { stdout: 'n\n-\n1\n' },
      ],
      [
        'of a harness question is the standard input of the program alone',
        { questionId: 3, answer: answer('python', 'print(input())'), input: 'own' },
        { stdout: 'own\n' },
      ],
      ['of a harness question may be left out', { questionId: 3, answer: answer('python', 'print(1)') }, { stdout: '1\n' }],
    ];
    it.each(own)('%s: nothing is expected, and there is no verdict', async (_, body, shown) => {
      const { candidate } = await mintRunning();
      const { cases } = await value(run(candidate, body));
      expect(cases).toEqual([
        { name: 'input', verdict: null, stdout: '', stderr: '', expected: null, seconds: expect.any(Number), ...shown },
      ]);
    });

    it('that makes no data set is an error of the candidate: it was a service that is unavailable', async () => {
      const { candidate } = await mintRunning();
      const input = 'insert into nobody values (1)';
      const { cases } = await value(run(candidate, { questionId: 4, answer: answer('sql', 'select 1'), input }));
      expect(cases).toMatchObject([{ verdict: 'runtime-error', stderr: expect.stringContaining('no such table'), expected: null }]);
    });

    it('has a verdict if it failed, and its errors are shown: no harness is there', async () => {
      const { candidate } = await mintRunning();
      const body = { answer: answer('python', 'raise ValueError("mine")'), input: '' };
      const failed = { name: 'input', verdict: 'runtime-error', line: 1 };
      expect((await value(run(candidate, { ...body, questionId: 1 }))).cases).toMatchObject([
        { ...failed, stderr: expect.stringContaining('mine') },
      ]);
      service.clock.advance(3 * second);
      const { cases } = await value(run(candidate, { ...body, questionId: 3 }));
      expect(cases).toMatchObject([{ ...failed, stderr: expect.stringContaining('mine') }]);
      expect(JSON.stringify(cases)).not.toContain(canary);
    });

    it('is run again near the limit of time like a case, and has exceeded it if the quickest try did', async () => {
      const body = { questionId: 1, answer: answer('python', 'x'), input: 'a' };
      const shown = async (...seconds: readonly number[]) => {
        const left = [...seconds];
        const runner = runnerOf(async () => ({ runs: [{ ...ended, seconds: left.shift() ?? 0 }] }));
        const { candidate } = await mintRunning();
        const { cases } = await value(run(with_(candidate, runner), body));
        return [cases.map((one) => [one.verdict, one.seconds]), left];
      };
      // The measured limit is one second, the least.
      expect(await shown(1.1, 1.05, 0.9)).toEqual([[[null, 0.9]], []]);
      expect(await shown(1.1, 1.05, 1.07)).toEqual([[['time-limit-exceeded', 1.05]], []]);
      expect(await shown(0.9, 9)).toEqual([[[null, 0.9]], [9]]);
    });

    it.each([
      ['1', 'input: must be a list; '],
      ['[1', 'input: must be JSON; '],
      ['[1]', 'input: must have one value for each of the 2 parameters, not 1'],
      ['[1, 12345678901234567890]', 'input: a whole number beyond 2^53 must be'],
      [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'input: must have at most'],
    ])('%.30s is no list of arguments: 400.1 that says why', async (input, message) => {
      const { candidate } = await mintRunning();
      const refused = await refusalOf(run(candidate, { questionId: 2, answer: answer('python', 'x'), input }));
      expect(refused).toMatchObject({ statuscode: '400.1', message: expect.stringContaining(message) });
    });
  });

  const prying: [string, Body][] = [
    [
      'stdio',
      {
        questionId: 1,
        answer: answer('python', 'import sys, os\nprint(sys.stdin.read(), sorted(globals()), dict(os.environ), sys.argv)\n1/0'),
      },
    ],
    [
      'function',
      {
        questionId: 2,
        answer: answer(
          'python',
          'import sys, gc\ndef add(a, b):\n  f = sys._getframe()\n  while f:\n    print(f.f_locals)\n    f = f.f_back\n  print([o for o in gc.get_objects() if isinstance(o, str)][:1000])\n  1/0',
        ),
      },
    ],
    [
      'function, own input',
      {
        questionId: 2,
        answer: answer('javascript', 'function add(a, b) { return Object.getOwnPropertyNames(globalThis).join() + new Error().stack }'),
        input: '[1, 2]',
      },
    ],
    [
      'harness',
      { questionId: 3, answer: answer('python', 'import sys\nprint(sys.modules.keys())\nraise Exception(open(__file__).read())') },
    ],
    ['sql', { questionId: 4, answer: answer('sql', 'select sql, (select group_concat(name) from people) from sqlite_master') }],
    [
      'sql, own input',
      {
        questionId: 4,
        answer: answer('sql', 'select * from people, sqlite_master'),
        input: 'insert into people select sql, 1 from sqlite_master',
      },
    ],
    ['an unknown language', { questionId: 1, answer: answer('ruby', '') }],
  ];
  it.each(prying)('tells nothing of hidden cases, solutions and harnesses: %s', async (_, body) => {
    const { candidate } = await mintRunning();
    expect(JSON.stringify(await run(candidate, body))).not.toContain(canary);
  });

  it('shows at most 16 KiB of an output, cut between two characters', async () => {
    const { candidate } = await mintRunning();
    const source = 'import sys\nprint("a" + "é" * 20000)\nprint("b" * 20000, file=sys.stderr)';
    const { cases } = await value(run(candidate, { questionId: 1, answer: answer('python', source), input: '' }));
    expect(cases[0]?.stdout).toBe(`a${'é'.repeat(8191)}…`);
    expect(cases[0]?.stderr).toBe(`${'b'.repeat(16_384)}…`);
  });

  it.each([
    ['a question that is not there', { questionId: 9, answer: answer('python', '1') }, '404.1'],
    ['a question of another kind', { questionId: 5, answer: answer('python', '1') }, '400.1'],
    ['a language that the question does not offer', { questionId: 1, answer: answer('go', '1') }, '400.1'],
  ] as const)('%s is refused, and costs no run', async (_, body, statuscode) => {
    const { candidate } = await mintRunning();
    for (let times = 0; times < 2; times += 1) expect(await statuscodeOf(run(candidate, body))).toBe(statuscode);
  });

  it('is refused to a page that was taken over, and after the deadline', async () => {
    const { candidate } = await mintRunning();
    await value(startAttempt({ candidate, input: { body: { sessionId: 'the-latest' } } }));
    const body = { questionId: 1, answer: answer('javascript', echo) };
    expect(await statuscodeOf(run(candidate, body))).toBe('403.19');
    expect(await statuscodeOf(run(candidate, { ...body, sessionId: 'the-latest' }))).toBe('200.1');
    service.clock.advance(2 * hour);
    expect(await statuscodeOf(run(candidate, { ...body, sessionId: 'the-latest' }))).toBe('403.16');
  });

  it('comes at most every 3 s, and 300 times an attempt', async () => {
    const { candidate } = await mintRunning();
    const runs = with_(
      candidate,
      runnerOf(async () => ({ runs: [ended, ended] })),
    );
    const once = () => statuscodeOf(run(runs, { questionId: 1, answer: answer('javascript', echo) }));
    expect(await once()).toBe('200.1');
    service.clock.advance(3 * second - 1);
    expect(await once()).toBe('429.1');
    for (let times = 1; times < 300; times += 1) {
      service.clock.advance(3 * second);
      expect(await once()).toBe('200.1');
    }
    service.clock.advance(3 * second);
    expect(await once()).toBe('409.1');
  });

  it('is one at a time: another one of the attempt is 429.1 until it is done, however it ends', async () => {
    const [one, other] = [await mintRunning(), await mintRunning()];
    const started = deferred();
    const end = deferred<ProgramOutcome>();
    const runner = runnerOf(() => {
      started.resolve();
      return end.promise;
    });
    const body = { questionId: 1, answer: answer('javascript', echo) };
    const first = run(with_(one.candidate, runner), body);
    await started.promise;
    service.clock.advance(10 * second);
    expect(await statuscodeOf(run(with_(one.candidate, runner), body))).toBe('429.1');
    const second_ = run(with_(other.candidate, runner), body);
    end.reject(new Error('a bug'));
    await expect(first).rejects.toThrow('a bug');
    await expect(second_).rejects.toThrow('a bug');
    const later = { ...runner, run: async () => ({ runs: [ended, ended] }) };
    Object.assign(runner, later);
    expect(await statuscodeOf(run(with_(one.candidate, runner), body))).toBe('200.1');
  });

  it('ends when nobody waits for it any more, so that the next one need not wait for it', async () => {
    const { candidate } = await mintRunning();
    const gone = new AbortController();
    const body = { questionId: 1, answer: answer('javascript', echo) };
    const untilAborted = runnerOf(
      (_program, _owner, signal) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve({ refused: 'aborted', message: 'Nobody waits' }));
          gone.abort();
        }),
    );
    expect(await statuscodeOf(run({ ...with_(candidate, untilAborted), closedSignal: () => gone.signal }, body))).toBe('503.1');
    service.clock.advance(3 * second);
    const next = runnerOf(async () => ({ runs: [ended, ended] }));
    expect(await statuscodeOf(run(with_(candidate, next), body))).toBe('200.1');
  });

  it.each<[string, ProgramOutcome]>([
    ['an engine that takes no program', { refused: 'not-offered', message: 'a word of our own' }],
    [
      'an engine that is down',
      {
        runs: [
          { ...ended, end: 'not-run' },
          { ...ended, end: 'not-run' },
        ],
      },
    ],
  ])('%s is 503.1, which tells nothing of it', async (_, outcome) => {
    const { candidate } = await mintRunning();
    const refused = await refusalOf(
      run(
        with_(
          candidate,
          runnerOf(async () => outcome),
        ),
        { questionId: 1, answer: answer('javascript', echo) },
      ),
    );
    expect(refused).toMatchObject({ statuscode: '503.1', message: expect.stringMatching(/^Programs cannot be run at present/) });
  });

  describe('over its time', () => {
    const late = { ...ended, end: 'time-limit-exceeded', stdout: '', seconds: 9 } as const;
    /** Tells of each run, as a pool does, until it is left. */
    const telling = (runs: readonly ProgramRun[]) =>
      runnerOf(async (_program, _owner, signal, ran) => {
        for (const [index, one] of runs.entries()) {
          ran?.(index, one);
          if (signal?.aborted) return { refused: 'aborted', message: 'Nobody waits' };
        }
        return { runs };
      });
    const body = { questionId: 1, answer: answer('javascript', echo) };
    const shown = async (runner: CodeRunner, more = {}) => {
      const { candidate } = await mintRunning();
      const news: RunNews[] = [];
      const { cases } = await value(run({ ...with_(candidate, runner), onNews: (one) => news.push(one) }, { ...body, ...more }));
      return { verdicts: cases.map(({ verdict }) => verdict), news, cases };
    };

    it('is a verdict, and the cases that come after it are not run', async () => {
      const { verdicts } = await shown(telling([late, ended]));
      expect(verdicts).toEqual(['time-limit-exceeded', 'not-run']);
    });

    it('leaves what ended before it as it was, and each case is told of as it ends', async () => {
      const { verdicts, news } = await shown(telling([ended, late]));
      expect(verdicts).toEqual(['accepted', 'time-limit-exceeded']);
      expect(news).toMatchObject([
        { ran: { index: 0, name: 'small', verdict: 'accepted', expected: 'A' } },
        { ran: { index: 1, name: 'longer', verdict: 'time-limit-exceeded', expected: 'BC' } },
      ]);
    });

    it('goes on where all cases are wanted', async () => {
      expect((await shown(telling([late, ended]), { all: true })).verdicts).toEqual(['time-limit-exceeded', 'wrong-answer']);
    });

    it('says what the compiler said of a program that it compiled, cut off like an output', async () => {
      const warned = { ...ended, warnings: `program.c:1:9: warning: ${'x'.repeat(20_000)}` };
      const { cases } = await shown(telling([warned, ended]));
      expect(cases[0]?.warnings).toMatch(/^program\.c:1:9: warning: x{16,}…$/);
      expect(cases[0]?.warnings?.length).toBeLessThan(16_400);
      expect(cases[1]).not.toHaveProperty('warnings');
    });

    it('says so if the program waited and did not compute', async () => {
      const { cases } = await shown(telling([{ ...late, seconds: 0.1, waited: true }, ended]));
      expect(cases).toMatchObject([{ verdict: 'time-limit-exceeded', waited: true }, {}]);
    });
  });

  it('three candidates with endless programs have a verdict each: what they waited for one another was an outage', async () => {
    const three = await Promise.all(Array.from({ length: 3 }, mintRunning));
    const body = { questionId: 1, answer: answer('python', 'while True: pass') };
    const all = await Promise.all(three.map(({ candidate }) => value(run(candidate, body))));
    expect(all.map(({ cases }) => cases.map(({ verdict }) => verdict))).toEqual(three.map(() => ['time-limit-exceeded', 'not-run']));
  });

  it('tells how many programs go before it while it waits, and that it runs then', async () => {
    const { candidate } = await mintRunning();
    const end = deferred<ProgramOutcome>();
    const before = [2, 2, 0, undefined];
    const runner: CodeRunner = {
      ...runnerOf(() => end.promise),
      ahead: () => {
        if (before.length === 1) end.resolve({ runs: [ended, ended] });
        return before.shift();
      },
    };
    const news: RunNews[] = [];
    await value(
      run({ ...with_(candidate, runner), onNews: (one) => news.push(one) }, { questionId: 1, answer: answer('javascript', echo) }),
    );
    expect(news.filter((one) => 'ahead' in one)).toEqual([{ ahead: 2 }, { ahead: 0 }, { ahead: null }]);
  });

  it('what was run before an engine went down is shown, and the rest is not run', async () => {
    const { candidate } = await mintRunning();
    const runner = runnerOf(async () => ({ runs: [ended, { ...ended, end: 'not-run' }] }));
    const { cases } = await value(run(with_(candidate, runner), { questionId: 1, answer: answer('javascript', echo) }));
    expect(cases.map(({ verdict }) => verdict)).toEqual(['accepted', 'not-run']);
  });

  it('an engine that dies on data of the candidate is 503.1, and no fault of their statements', async () => {
    const { candidate } = await mintRunning();
    const runner = runnerOf(async () => ({ runs: [{ ...ended, end: 'not-run', stderr: 'the engine died' }] }));
    const body = { questionId: 4, answer: answer('sql', 'select 1'), input: 'insert into people values (1);' };
    expect(await statuscodeOf(run(with_(candidate, runner), body))).toBe('503.1');
  });
});
