import { type CodeQuestion, codeQuestionsOf, defineTest, TestFile } from '@assay/domain';
import { poolWhenNeeded } from '@assay/runner/testing';
import { describe, expect, it } from 'vitest';
import type { CodeRunner, Program, ProgramRun } from './context.ts';
import { NotRun, runSubmission } from './run-submission.ts';

const questionOf = (question: object): CodeQuestion => {
  const file = TestFile.parse({
    name: 'Test',
    duration: 60,
    sections: [{ name: 'Code', type: 'Coding Questions', questions: [question] }],
  });
  const [found] = codeQuestionsOf(defineTest(file));
  if (found === undefined) throw new Error('no question');
  return found;
};

const sum = questionOf({
  kind: 'coding',
  prompt: 'Print the sum.',
  marks: 10,
  languages: ['python'],
  cases: [
    { input: '1 2\n', output: '3\n', sample: true },
    { input: '2 2\n', output: '4\n' },
  ],
  solution: { python: 'print(sum(map(int, input().split())))' },
});
const query = questionOf({
  kind: 'sql',
  prompt: 'The names, by name.',
  marks: 5,
  schema: 'create table people (name text);',
  data: ["insert into people values ('Bo'), ('Al');", "insert into people values ('Cy');"],
  solution: 'select name from people order by name',
});

const owner = { account: '1', attempt: '1/1' };
const limits = { seconds: 1, memory: 128 };
const ended: ProgramRun = { end: 'ended', stdout: '3\n', stderr: '', seconds: 0.1, memory: 1 };

/** A runner that gives these runs, program after program. */
const scripted = (...answers: readonly (readonly ProgramRun[])[]): CodeRunner & { readonly programs: Program[] } => {
  const programs: Program[] = [];
  return {
    programs,
    offers: async () => [],
    size: async () => 1,
    run: async (program) => {
      programs.push(program);
      return { runs: answers[programs.length - 1] ?? [] };
    },
  };
};

describe('a submission', () => {
  const verdicts = async (question: CodeQuestion, answer: { language: 'python' | 'sql'; source: string }) =>
    (await runSubmission({ runner: poolWhenNeeded, owner }, { question, answer, limits: { seconds: 5, memory: 256 } })).map(
      ({ result }) => result.verdict,
    );

  it('is run on each case and compared', async () => {
    expect(await verdicts(sum, { language: 'python', source: 'print(sum(map(int, input().split())))' })).toEqual(['accepted', 'accepted']);
    expect(await verdicts(sum, { language: 'python', source: 'print(4)' })).toEqual(['wrong-answer', 'accepted']);
  });

  it('that is a query is compared with the rows of the solution, which is run once', async () => {
    expect(await verdicts(query, { language: 'sql', source: 'select name from people order by 1' })).toEqual(['accepted', 'accepted']);
    expect(await verdicts(query, { language: 'sql', source: 'select name from people order by 1 desc' })).toEqual([
      'wrong-answer',
      'accepted',
    ]);
  });
});

describe('near the limit of time', () => {
  it('only the cases that are near it are run again, and the quickest try decides', async () => {
    const runner = scripted([ended, { ...ended, stdout: '4\n', seconds: 1.1 }], [{ ...ended, stdout: '4\n', seconds: 0.9 }]);
    const found = await runSubmission({ runner, owner }, { question: sum, answer: { language: 'python', source: 'x' }, limits });
    expect(found.map(({ result }) => [result.verdict, result.time.tries])).toEqual([
      ['accepted', [0.1]],
      ['accepted', [1.1, 0.9]],
    ]);
    expect(runner.programs.map(({ tasks }) => tasks.length)).toEqual([2, 1]);
    expect(runner.programs[0]?.limits.seconds).toBe(1.15);
  });
});

describe('a question whose marks one case loses', () => {
  const asked = {
    kind: 'coding',
    prompt: 'Print the sum.',
    languages: ['python'],
    cases: ['1 2', '2 1', '3 0', '0 3'].map((input) => ({ input, output: '3' })),
  };
  const allOrNothing = questionOf({ ...asked, allOrNothing: true });
  const over: ProgramRun = { ...ended, end: 'time-limit-exceeded', stdout: '', seconds: 1.15 };
  const [near, quick] = [1.1, 0.5].map((seconds) => ({ ...ended, seconds }));
  if (near === undefined || quick === undefined) throw new Error('both are there');
  /** A runner that tells of each run, and ends when it is left. */
  const telling = (...answers: readonly (readonly ProgramRun[])[]): CodeRunner & { readonly told: number[] } => {
    const told: number[] = [];
    return {
      ...scripted(),
      told,
      run: async ({ tasks }, _, signal, ran) => {
        const runs = answers[told.length] ?? [];
        let count = 0;
        told.push(count);
        for (const [index, one] of runs.slice(0, tasks.length).entries()) {
          if (signal?.aborted) return { refused: 'aborted', message: 'Nobody waits' };
          told[told.length - 1] = count += 1;
          ran?.(index, one);
        }
        return signal?.aborted ? { refused: 'aborted', message: 'Nobody waits' } : { runs };
      },
    };
  };
  const answer = { language: 'python', source: 'x' } as const;
  const cases = async (runner: CodeRunner, question: CodeQuestion, changes: { leavesOut?: boolean; signal?: AbortSignal } = {}) => {
    const { signal, leavesOut = true } = changes;
    const found = await runSubmission({ runner, owner, signal }, { question, answer, limits, leavesOut });
    return found.map(({ result: { verdict, leftOut } }) => (leftOut ? 'left out' : verdict));
  };

  it('is left at the first run that was ended for its time: what comes after it could change no marks', async () => {
    const runner = telling([ended, over, ended, ended]);
    expect(await cases(runner, allOrNothing)).toEqual(['accepted', 'time-limit-exceeded', 'left out', 'left out']);
    expect(runner.told).toEqual([2]);
  });

  it('is run on all cases for its author, where each case has marks, and by a runner that tells of nothing before its end', async () => {
    const all = ['accepted', 'time-limit-exceeded', 'accepted', 'accepted'];
    const runs = [ended, over, ended, ended];
    expect(await cases(telling(runs), allOrNothing, { leavesOut: false })).toEqual(all);
    expect(await cases(scripted(runs), allOrNothing)).toEqual(all);
    const shared = questionOf({ ...asked, allOrNothing: false });
    expect(await cases(telling(runs), shared)).toEqual(all);
  });

  it('is run again where it ended near the limit, and what is run again is left out by nothing', async () => {
    const runner = telling([near, near, over, ended], [over, quick], [over]);
    expect(await cases(runner, allOrNothing)).toEqual(['time-limit-exceeded', 'accepted', 'time-limit-exceeded', 'left out']);
    expect(runner.told).toEqual([3, 2, 1]);
  });

  it('has no verdicts when it is left for another reason', async () => {
    const stopping = new AbortController();
    const runner = telling([ended, ended, over, ended]);
    const stopped: CodeRunner = {
      ...runner,
      run: (program, by, signal, ran) => {
        stopping.abort();
        return runner.run(program, by, signal, ran);
      },
    };
    await expect(cases(stopped, allOrNothing, { signal: stopping.signal })).rejects.toBeInstanceOf(NotRun);
  });
});

it('a solution that could not be run leaves every case not-run, and is run again the next time', async () => {
  const another = questionOf({
    kind: 'sql',
    prompt: 'x',
    marks: 5,
    schema: 'create table t (a);',
    data: [''],
    solution: 'select a from t',
  });
  const row: ProgramRun = { ...ended, rows: { columns: [], rows: [], ordered: false } };
  const runner = scripted([{ ...ended, end: 'not-run' }], [row], [row], [row]);
  const answer = { language: 'sql', source: 'select a from t' } as const;
  const run = async () =>
    (await runSubmission({ runner, owner }, { question: another, answer, limits })).map(({ result }) => result.verdict);
  expect(await run()).toEqual(['not-run']);
  expect(await run()).toEqual(['accepted']);
  expect(runner.programs).toHaveLength(4);
});

it('a refusal of the runner is no verdict', async () => {
  const runner: CodeRunner = { ...scripted(), run: async () => ({ refused: 'queue-full', message: 'Too many' }) };
  const running = runSubmission({ runner, owner }, { question: sum, answer: { language: 'python', source: 'x' }, limits });
  await expect(running).rejects.toBeInstanceOf(NotRun);
});
