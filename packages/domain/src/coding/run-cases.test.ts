import { describe, expect, it } from 'vitest';
import type { Run } from './comparison/evaluate.ts';
import { type ExpectedTask, runCases } from './run-cases.ts';

const printing = (stdout: string, seconds = 0.1): Run => ({ end: 'ended', stdout, seconds, memory: 1 });
const cutOff: Run = { end: 'time-limit-exceeded', stdout: 'par', seconds: 1.15, memory: 1 };

const caseOf = (input: string): ExpectedTask => ({
  name: input,
  task: { mode: 'stdio', input },
  expectation: ({ stdout }) => (stdout === input ? undefined : { unit: 'value', place: '', expected: input, actual: stdout }),
});

/** What each case printed and its verdict, and the inputs of each program that was run. */
const ran = async (inputs: readonly string[], ...answers: readonly (readonly Run[])[]) => {
  const asked: string[][] = [];
  const found = await runCases(inputs.map(caseOf), 1, async (tasks) => {
    asked.push(tasks.map((task) => ('input' in task ? task.input : '')));
    return answers[asked.length - 1] ?? [];
  });
  return { cases: found.map(({ result, run }) => [result.name, result.verdict, run.stdout, run.seconds]), asked };
};

describe('the cases of a program', () => {
  it('are run together, and compared', async () =>
    expect(await ran(['a', 'b'], [printing('a'), printing('x')])).toEqual({
      cases: [
        ['a', 'accepted', 'a', 0.1],
        ['b', 'wrong-answer', 'x', 0.1],
      ],
      asked: [['a', 'b']],
    }));

  it('that end near the limit are run again, and the run that decided is the one that is shown', async () => {
    const found = await ran(
      ['a', 'b', 'c'],
      [printing('a', 1.1), printing('b'), printing('c', 1.1)],
      [cutOff, printing('c', 0.9)],
      [cutOff],
    );
    expect(found).toEqual({
      cases: [
        ['a', 'time-limit-exceeded', 'a', 1.1],
        ['b', 'accepted', 'b', 0.1],
        ['c', 'accepted', 'c', 0.9],
      ],
      asked: [['a', 'b', 'c'], ['a', 'c'], ['a']],
    });
  });

  it('must all be run', async () => await expect(ran(['a', 'b'], [printing('a')])).rejects.toThrow('case b was not run'));

  it('may be none', async () => expect(await ran([])).toEqual({ cases: [], asked: [] }));
});
