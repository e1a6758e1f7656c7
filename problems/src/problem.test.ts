import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { kinds, readProblem } from './problem.ts';

const each = { python: 'print(1)', javascript: 'console.log(1)', typescript: 'console.log(1)' };
const verdicts = { slow: 'time-limit-exceeded', crashing: 'runtime-error', cheating: 'wrong-answer' } as const;
const question = {
  kind: 'coding',
  prompt: 'Print 1.',
  cases: [
    { output: '1', sample: true },
    { name: 'hidden', output: '1' },
  ],
  solution: each,
  wrong: [each],
};
const programs = (['slow', 'crashing', 'cheating'] as const).map((is) => ({
  ...{ is, how: 'somehow', verdicts: { [verdicts[is]]: ['hidden'] } as Record<string, unknown>, sources: each as Record<string, string> },
}));
const read = (changed: object) => () => readProblem('sum.yaml', stringify({ question, programs, ...changed }));

it('a problem has programs of every kind in three languages', () => {
  const found = read({})();
  expect(found.name).toBe('sum');
  for (const kind of kinds) expect(found.programs.filter(({ is }) => is === kind)).toHaveLength(3);
  expect(read({ programs: programs.slice(1) })).toThrow('sum.yaml: programs: needs slow ones in at least 3 languages, not 0');
  expect(read({ question: { ...question, wrong: [{ python: 'print(2)' }] } })).toThrow('needs wrong ones in at least 3 languages, not 1');
});

const withFirst = (changed: object) => ({ programs: [{ ...programs[0], ...changed }, ...programs.slice(1)] });

it.each([
  ['a fault of the question', { question: { ...question, cases: [{ output: 1 }] } }, 'question.cases[0].output: must be text'],
  ['a field that is not known', withFirst({ verdict: 'accepted' }), 'programs[0]'],
  [
    'a case that is not there',
    withFirst({ verdicts: { 'time-limit-exceeded': ['other'] } }),
    'programs[0].verdicts: there is no case other',
  ],
  [
    'a case with two verdicts',
    withFirst({ verdicts: { 'time-limit-exceeded': ['1', '1'] } }),
    'programs[0].verdicts: a case is named twice',
  ],
  ['no failed case', withFirst({ verdicts: {} }), 'programs[0].verdicts: a slow program fails at least one case'],
  ['a slow program that fails a sample', withFirst({ verdicts: { 'time-limit-exceeded': 'all' } }), 'programs[0].verdicts: a slow program'],
  ['the verdict of another kind', withFirst({ verdicts: { 'runtime-error': ['hidden'] } }), 'runtime-error is not a verdict of a slow'],
  [
    'a language of another kind',
    withFirst({ sources: { ...each, sql: 'select 1' } }),
    'programs[0].sources.sql: is not for a question of kind',
  ],
  [
    'a cheat that gets marks',
    { programs: [...programs.slice(0, 2), { ...programs[2], verdicts: { 'wrong-answer': ['1'] } }] },
    'programs[2].verdicts: a cheat gets marks for case hidden',
  ],
])('%s is told with the file and the field', (_name, changed, message) => {
  expect(read(changed)).toThrow(`sum.yaml: ${message}`.replace('sum.yaml: runtime', 'sum.yaml: programs[0].verdicts: runtime'));
});

it('a fault of YAML is told with its line', () => {
  expect(() => readProblem('sum.yaml', 'question: [')).toThrow(/^sum\.yaml: .* at line 1/);
});
