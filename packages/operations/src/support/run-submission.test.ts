import { type CodeQuestion, codeQuestionsOf, defineTest, TestFile } from '@assay/domain';
import { PoolWhenNeeded } from '@assay/runner/testing';
import { afterAll, describe, expect, it } from 'vitest';
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
  const runner = new PoolWhenNeeded();
  afterAll(() => runner.close());
  const verdicts = async (question: CodeQuestion, answer: { language: 'python' | 'sql'; source: string }) =>
    (await runSubmission({ runner, owner }, { question, answer, limits: { seconds: 5, memory: 256 } })).map(({ result }) => result.verdict);

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
