import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { calledLanguages, codingLanguages } from '../../coding/languages.ts';
import { codingBounds } from '../../coding/question-bounds.ts';
import { decode, validate } from '../../wire/decode.ts';
import { mostFaults } from '../../wire/list.ts';
import { SqlFile } from '../sql/file.ts';
import { defineSql, sqlFileOf } from '../sql/question.ts';
import { CodingFile } from './file.ts';
import { codingFileOf, defineCoding, languagesOf } from './question.ts';

type Json = { readonly [key: string]: unknown };

const sum: Json = {
  kind: 'coding',
  prompt: 'Read two integers, print their sum.',
  marks: 10,
  languages: ['python', 'javascript'],
  starter: { python: 'a, b = …' },
  io: 'stdio',
  limits: { seconds: 1, memory: 128 },
  compare: 'tokens',
  cases: [
    { input: '1 2\n', output: '3\n', sample: true },
    { input: '-5 5\n', output: '0\n', weight: 3, name: 'cancels out' },
  ],
  solution: { python: 'print(sum(map(int, input().split())))' },
  wrong: [{ python: 'print(3)' }],
};
const smallest: Json = { kind: 'coding', prompt: 'Print 3.', cases: [{ output: '3' }] };
const add: Json = {
  kind: 'coding',
  prompt: 'Add two numbers.',
  io: 'function',
  function: { name: 'add', parameters: ['a', 'b'] },
  cases: [{ args: [1, 2], returns: 3 }],
};
const harness: Json = {
  kind: 'coding',
  prompt: 'Write a stack.',
  harness: { python: 'from solution import *\nassert add(1, 2) == 3' },
};
const names: Json = {
  kind: 'sql',
  prompt: 'List the names.',
  schema: 'create table people (name text)',
  data: ["insert into people values ('Ana')", ''],
  solution: 'select name from people order by name',
};

const read = <Schema extends z.core.$ZodType>(schema: Schema, source: unknown): z.output<Schema> => {
  const result = decode(schema, source);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

const faultsOf = (schema: z.core.$ZodType, source: unknown): readonly string[] => {
  const result = decode(schema, source);
  if (result.ok) throw new Error('the question was accepted');
  return result.error.message.split('; ');
};

describe('a coding question', () => {
  it('is read as the issue writes it', () => {
    expect(defineCoding(read(CodingFile, sum))).toEqual({
      kind: 'coding',
      languages: ['python', 'javascript'],
      starter: { python: 'a, b = …' },
      limits: { seconds: 1, memory: 128 },
      solution: { python: 'print(sum(map(int, input().split())))' },
      wrong: [{ python: 'print(3)' }],
      io: 'stdio',
      compare: { by: 'tokens' },
      allOrNothing: false,
      cases: [
        { name: '1', input: '1 2\n', output: '3\n', sample: true, weight: 1 },
        { name: 'cancels out', input: '-5 5\n', output: '0\n', sample: false, weight: 3 },
      ],
    });
  });

  it('needs only cases: its program reads and writes, its tokens are compared, and languages and limits are the installation’s', () => {
    expect(defineCoding(read(CodingFile, smallest))).toMatchObject({
      languages: null,
      limits: { seconds: null, memory: null },
      io: 'stdio',
      compare: { by: 'tokens' },
      cases: [{ input: '', output: '3' }],
    });
  });

  it('may call a function, whose values are compared exactly', () => {
    expect(defineCoding(read(CodingFile, add))).toMatchObject({
      io: 'function',
      function: { name: 'add', parameters: ['a', 'b'] },
      compare: { by: 'exact' },
      cases: [{ name: '1', args: [1, 2], returns: 3 }],
    });
  });

  it('a function may return nothing', () => {
    const [one] = [{ args: [1, 2], returns: null }];
    expect(defineCoding(read(CodingFile, { ...add, cases: [one] }))).toMatchObject({ cases: [{ returns: null }] });
  });

  it('may have a harness, and is then asked in the languages of that', () => {
    expect(defineCoding(read(CodingFile, harness))).toMatchObject({ io: 'harness', languages: ['python'], harness: harness.harness });
  });

  it.each([
    [0.01, { absolute: 0.01, relative: 0.01 }],
    [{ absolute: 1e-9 }, { absolute: 1e-9, relative: 0 }],
    [{ relative: 0.5 }, { absolute: 0, relative: 0.5 }],
    [undefined, { absolute: 1e-6, relative: 1e-6 }],
  ])('numbers are compared with a tolerance: %j', (tolerance, meant) => {
    const question = { ...smallest, compare: 'numbers', ...(tolerance === undefined ? {} : { tolerance }) };
    expect(defineCoding(read(CodingFile, question))).toMatchObject({ compare: { by: 'numbers', ...meant } });
  });

  it('programs and texts of cases are kept to the last space', () => {
    const question = { ...smallest, cases: [{ input: ' 1 \n\n', output: '\t2\r\n' }], solution: { c: '  int x;\n' } };
    expect(defineCoding(read(CodingFile, question))).toMatchObject({
      cases: [{ input: ' 1 \n\n', output: '\t2\r\n' }],
      solution: { c: '  int x;\n' },
    });
  });

  it.each([
    ['all that the installation offers', smallest, codingLanguages],
    ['those that can be called', add, calledLanguages],
    ['those of the question', sum, ['python', 'javascript']],
    ['those of the harness', harness, ['python']],
  ])('is answered in %s', (_, question, languages) => {
    const defined = defineCoding(read(CodingFile, question));
    expect(languagesOf(defined, codingLanguages)).toEqual(languages);
    expect(languagesOf(defined, ['ruby', 'rust'])).toEqual(languages.filter((one) => one === 'ruby' || one === 'rust'));
  });
});

describe('an error names the field and the rule', () => {
  const long = 'x'.repeat(codingBounds.source + 1);
  const many = (count: number, change: Json = {}) => Array.from({ length: count }, () => ({ output: '3', ...change }));

  it.each<[rule: string, source: Json, fault: string]>([
    ['no unknown field', { ...sum, langs: [] }, 'has unknown fields: "langs"'],
    ['a known language', { ...sum, languages: ['cobol'] }, `languages[0]: must be one of ${codingLanguages.join(', ')}`],
    ['a language once', { ...sum, languages: ['python', 'python'] }, 'languages: names a language twice'],
    ['a language at least', { ...smallest, languages: [] }, 'languages: needs at least one language'],
    ['a starter in a known language', { ...smallest, starter: { cobol: 'x' } }, 'starter: has unknown fields: "cobol"'],
    ['a starter in an offered language', { ...sum, starter: { ruby: 'x' } }, 'starter.ruby: `languages` does not offer ruby'],
    ['a solution in an offered language', { ...sum, solution: { c: 'x' } }, 'solution.c: `languages` does not offer c'],
    ['a wrong program in an offered language', { ...sum, wrong: [{ go: 'x' }] }, 'wrong[0].go: `languages` does not offer go'],
    ['a wrong program in a language', { ...sum, wrong: [{}] }, 'wrong[0]: needs at least one language'],
    ['a program that is not blank', { ...sum, solution: { python: ' \n' } }, 'solution.python: is required'],
    ['a program of 64 KiB at most', { ...sum, solution: { python: long } }, 'solution.python: must be at most 65536 bytes of UTF-8'],
    [
      'a program of 64 KiB in bytes',
      { ...sum, solution: { python: 'é'.repeat(40_000) } },
      'solution.python: must be at most 65536 bytes of UTF-8',
    ],
    ['a known io', { ...sum, io: 'file' }, 'io: must be one of stdio, function'],
    ['an engine that is known', { ...sum, engine: 'judge0' }, 'engine: must be one of embedded, native'],
    ['seconds above nothing', { ...sum, limits: { seconds: 0 } }, 'limits.seconds: must be at least 0.1'],
    ['seconds within the maximum', { ...sum, limits: { seconds: 31 } }, 'limits.seconds: must be at most 30'],
    ['memory within the maximum', { ...sum, limits: { memory: 1025 } }, 'limits.memory: must be at most 1024'],
    ['memory in whole MiB', { ...sum, limits: { memory: 64.5 } }, 'limits.memory: must be an integer'],
    ['no unknown limit', { ...sum, limits: { time: 1 } }, 'limits: has unknown fields: "time"'],
    ['a known comparison', { ...sum, compare: 'fuzzy' }, 'compare: must be one of exact, tokens, numbers, unordered'],
    ['a tolerance for numbers only', { ...sum, tolerance: 0.1 }, 'tolerance: is only for `compare: numbers`'],
    ['a tolerance not negative', { ...sum, compare: 'numbers', tolerance: { absolute: -1 } }, 'tolerance.absolute: must not be negative'],
    ['a case', { ...sum, cases: [] }, 'cases: needs at least one case, or a harness instead'],
    ['cases', { kind: 'coding', prompt: 'x' }, 'cases: needs at least one case, or a harness instead'],
    ['cases as a list', { ...sum, cases: 'cases/*.in' }, 'cases: must be an array'],
    ['cases within the maximum', { ...sum, cases: many(codingBounds.cases + 1) }, 'cases: must have at most 200 cases'],
    ['samples within the maximum', { ...sum, cases: many(11, { sample: true }) }, 'cases: at most 10 cases may be samples'],
    ['a weight above 0', { ...sum, cases: many(2, { weight: 0 }) }, 'cases: at least one case needs a weight above 0'],
    ['a weight not negative', { ...sum, cases: many(1, { weight: -1 }) }, 'cases[0].weight: must not be negative'],
    ['a weight with decimals that add up', { ...sum, cases: many(1, { weight: 1 / 3 }) }, 'cases[0].weight: must have at most 6 decimals'],
    ['a case with a name of its own', { ...sum, cases: many(2, { name: 'small' }) }, 'cases[1].name: another case is called small'],
    [
      'a name that no other case has by its place',
      { ...sum, cases: [{ output: '3', name: '2' }, { output: '3' }] },
      'cases[1].name: another case is called 2',
    ],
    [
      'an input within the maximum',
      { ...sum, cases: [{ input: 'x'.repeat(codingBounds.caseText + 1), output: '' }] },
      'cases[0].input: must be at most 1048576 characters',
    ],
    [
      'a sample that a paper can hold',
      { ...sum, cases: [{ input: 'x'.repeat(codingBounds.shownText + 1), output: '', sample: true }] },
      'cases[0].input: must be at most 100000 characters in a sample',
    ],
    ['an output for stdio', { ...sum, cases: [{ input: '1' }] }, 'cases[0].output: is required with `io: stdio`'],
    ['no value for stdio', { ...sum, cases: [{ output: '1', returns: 1 }] }, 'cases[0].returns: is not for `io: stdio`'],
    ['an output in quotes', { ...sum, cases: [{ output: 3 }] }, 'cases[0].output: must be text: put it in quotes'],
    [
      'an output within the maximum',
      { ...sum, cases: [{ output: 'x'.repeat(codingBounds.caseText + 1) }] },
      'cases[0].output: must be at most 1048576 characters',
    ],
    [
      'whole characters',
      { ...sum, cases: [{ output: '\ud800' }] },
      'cases[0].output: must be valid Unicode, without half of a surrogate pair',
    ],
    ['a value for a function', { ...add, cases: [{ args: [1, 2] }] }, 'cases[0].returns: is required with `io: function`'],
    ['arguments for a function', { ...add, cases: [{ returns: 3 }] }, 'cases[0].args: is required with `io: function`'],
    [
      'no output for a function',
      { ...add, cases: [{ args: [1, 2], returns: 3, output: '3' }] },
      'cases[0].output: is not for `io: function`',
    ],
    [
      'a value for each parameter',
      { ...add, cases: [{ args: [1], returns: 3 }] },
      'cases[0].args: must have one value for each of the 2 parameters, not 1',
    ],
    ['a function with `io: function`', { ...add, function: undefined }, 'function: is required with `io: function`'],
    ['a function with `io: function` only', { ...sum, function: add.function }, 'function: is only for `io: function`'],
    [
      'a function with a name',
      { ...add, function: { name: '__proto__', parameters: ['a', 'b'] } },
      'function.name: must be a name of letters, digits and _ that does not begin with a digit or __, at most 50 characters',
    ],
    ['a parameter once', { ...add, function: { name: 'add', parameters: ['a', 'a'] } }, 'function.parameters: names a parameter twice'],
    [
      'a function in a language that can be called',
      { ...add, languages: ['python', 'c'] },
      'languages[1]: `io: function` needs python, javascript, typescript or ruby',
    ],
    [
      'a starter that can be called',
      { ...add, starter: { rust: 'x' } },
      'starter.rust: `io: function` needs python, javascript, typescript or ruby',
    ],
    [
      'a value that has no tokens',
      { ...add, compare: 'tokens' },
      'compare: must be exact, numbers or unordered: the value of a function has no tokens',
    ],
    [
      'a harness in a language that can be called',
      { ...harness, harness: { java: 'x' } },
      'harness.java: a harness needs python, javascript, typescript or ruby',
    ],
    ['a harness in every language', { ...harness, languages: ['python', 'ruby'] }, 'languages[1]: there is no harness in ruby'],
    ['a harness in a language at least', { ...harness, harness: {} }, 'harness: needs at least one language'],
    [
      'a harness in place of cases',
      { ...harness, cases: [{ output: '3' }] },
      'cases: is not for a question with a harness, which gives all marks or none',
    ],
  ])('%s', (_rule, source, fault) => {
    expect(faultsOf(CodingFile, source)).toContain(fault);
  });

  it('all faults at once, and a field with a fault of its own is not reported again', () => {
    expect(faultsOf(CodingFile, { ...sum, io: 'file', marks: 0, cases: [{ output: 3 }, { outputs: '3' }] })).toEqual([
      'marks: must be above 0',
      'io: must be one of stdio, function',
      'cases[0].output: must be text: put it in quotes',
      'cases[1]: has unknown fields: "outputs"',
      'cases[1].output: is required with `io: stdio`',
    ]);
  });

  it.each<[string, Json, readonly string[]]>([
    ['cases', { ...sum, cases: Array.from({ length: 300_000 }, () => ({})) }, ['cases: must have at most 200 cases']],
    ['languages', { ...sum, languages: Array.from({ length: 300_000 }, () => 'c') }, ['languages: must have at most 9 languages']],
    ['programs', { ...sum, starter: Array.from({ length: 300_000 }) }, ['starter: must be an object']],
    [
      'parameters',
      { ...add, function: { name: 'add', parameters: Array.from({ length: 300_000 }) } },
      ['function.parameters: must have at most 20 parameters'],
    ],
  ])('far too many %s are refused without being looked at', (_, source, faults) => {
    const found = faultsOf(CodingFile, source);
    expect(found).toEqual(expect.arrayContaining([...faults]));
    expect(found.length).toBeLessThanOrEqual(3);
  });

  it('at most as many faults by rules over several fields as a refusal names', () => {
    const result = validate(CodingFile, { ...sum, cases: Array.from({ length: 200 }, () => ({ returns: 1, name: 'same' })) });
    expect(result.error?.issues).toHaveLength(mostFaults);
  });

  it.each<[rule: string, value: unknown, fault: RegExp]>([
    ['no words that YAML lacks but ours', { $list: [] }, /only, of \$set, \$tuple, \$dict, \$bytes, \$int, \$float$/],
    ['one of them alone', { $set: [], x: 1 }, /has that one only/],
    ['a set of a list', { $set: 1 }, /\$set must be a list/],
    ['a set without an element twice', { $set: [1, { $float: '1.0' }] }, /\$set must not have an element twice/],
    ['a dict of pairs', { $dict: [[1]] }, /\$dict must be a list of pairs/],
    [
      'a dict without a key twice',
      {
        $dict: [
          [1, 2],
          [1, 3],
        ],
      },
      /\$dict must not have a key twice/,
    ],
    ['bytes in base64', { $bytes: 'x!' }, /\$bytes must be base64 text/],
    ['an integer of digits', { $int: '1.5' }, /\$int must be text with the digits of an integer/],
    ['a float that is a number', { $float: '1,5' }, /\$float must be text with a number/],
    ['no integer that was rounded', 2 ** 53, /beyond 2\^53 must be \{ \$int: "…" \}/],
    ['nothing that is no value', new Date(0), /must be null, a boolean, a number, text, a list or a mapping/],
    ['no half of a surrogate pair', ['\udc00'], /half of a surrogate pair/],
    ['at most 10,000 parts', Array.from({ length: 10_001 }, () => 0), /at most 10000 parts/],
    ['at most 20 levels', JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`), /20 levels/],
    ['at most 100,000 characters', ['x'.repeat(60_000), 'x'.repeat(60_000)], /100000 characters/],
  ])('a value has %s', (_rule, value, fault) => {
    const [line = ''] = faultsOf(CodingFile, { ...add, cases: [{ args: [1, 2], returns: value }] });
    expect(line.startsWith('cases[0].returns: ')).toBe(true);
    expect(line).toMatch(fault);
  });

  it('a value with 100,000 levels is refused without being read to its end', () => {
    let value: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) value = [value];
    expect(faultsOf(CodingFile, { ...add, cases: [{ args: [1, 2], returns: value }] })[0]).toMatch(/20 levels/);
  });
});

describe('an SQL question', () => {
  it('has a schema, data sets and a solution', () => {
    expect(defineSql(read(SqlFile, names))).toEqual({
      kind: 'sql',
      schema: names.schema,
      data: names.data,
      starter: null,
      limits: { seconds: null, memory: null },
      solution: names.solution,
      wrong: [],
    });
  });

  it.each<[Json, string]>([
    [{ ...names, data: [] }, 'data: needs at least one data set'],
    [{ ...names, data: Array.from({ length: 21 }, () => '') }, 'data: must have at most 20 data sets'],
    [{ ...names, schema: '' }, 'schema: is required'],
    [{ ...names, solution: ' ' }, 'solution: is required'],
    [{ ...names, solution: undefined }, 'solution: is required'],
    [{ ...names, data: 'insert' }, 'data: must be an array'],
    [{ ...names, languages: ['sql'] }, 'has unknown fields: "languages"'],
  ])('%#: %s', (source, fault) => {
    expect(faultsOf(SqlFile, source)).toContain(fault);
  });
});

describe('what is stored becomes a file that means the same', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  const program = text.map((one) => `x${one}`);
  const languages = (of: readonly string[]) => fc.option(fc.subarray([...of], { minLength: 1 }), { nil: undefined });
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        null,
        true,
        0,
        -1.5,
        3,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        { $int: '12345678901234567890' },
        { $float: '1.0' },
        { $bytes: 'YQ==' },
      ),
      fc.integer(),
      fc.double().filter((one) => Number.isSafeInteger(one) || !Number.isInteger(one)),
      text,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        text.filter((key) => !key.startsWith('$')),
        tie('value'),
        { maxKeys: 3 },
      ),
      fc.record({ $tuple: fc.array(tie('value'), { maxLength: 3 }) }),
      fc.record({ $set: fc.uniqueArray(fc.integer(), { maxLength: 3 }) }),
      fc.record({ $dict: fc.array(tie('value'), { maxLength: 1 }).map((values) => values.map((one, key) => [key, one])) }),
    ),
  }));
  const named = { sample: fc.boolean(), weight: fc.constantFrom(0.1, 1, 2.5) };
  const common = {
    kind: fc.constant('coding'),
    prompt: fc.constant('Write it.'),
    marks: fc.constantFrom(1, 2.5),
    penalty: fc.constantFrom(0, 0.5),
    limits: fc.record({ seconds: fc.constantFrom(0.5, 2, 30), memory: fc.constantFrom(64, 1024) }, { requiredKeys: [] }),
  };
  const stdio = fc.record({
    ...common,
    starter: fc.record({ python: program, c: program }, { requiredKeys: ['c'] }),
    compare: fc.constantFrom('exact', 'tokens', 'numbers', 'unordered', undefined),
    cases: fc.array(fc.record({ ...named, input: text, output: text }), { minLength: 1, maxLength: 5 }),
    wrong: fc.array(fc.record({ rust: program }), { maxLength: 2 }),
    allOrNothing: fc.boolean(),
    engine: fc.constantFrom('embedded', 'native', undefined),
  });
  const called = fc.record({
    ...common,
    io: fc.constant('function'),
    function: fc.constant({ name: 'f', parameters: ['x'] }),
    languages: languages(calledLanguages),
    compare: fc.constantFrom('exact', 'numbers', 'unordered', undefined),
    cases: fc.array(fc.record({ ...named, args: fc.tuple(value), returns: value }), { minLength: 1, maxLength: 4 }),
  });
  const withHarness = fc.record({ ...common, harness: fc.record({ python: program, ruby: program }, { requiredKeys: ['ruby'] }) });

  it('coding', () => {
    fc.assert(
      fc.property(fc.oneof(stdio, called, withHarness), (source) => {
        const { prompt, marks, penalty, ...file } = read(CodingFile, source);
        const defined = JSON.parse(JSON.stringify(defineCoding(read(CodingFile, source))));
        const written = JSON.parse(JSON.stringify({ prompt, marks, penalty, ...codingFileOf(defined) }));
        expect(defineCoding(read(CodingFile, written))).toEqual(defined);
        expect(read(CodingFile, written)).toEqual({ prompt, marks, penalty, ...codingFileOf(defineCoding(read(CodingFile, written))) });
        expect(file.kind).toBe('coding');
      }),
      { numRuns: 200 },
    );
  });

  it('sql', () => {
    const queries = fc.record(
      {
        ...common,
        kind: fc.constant('sql'),
        schema: program,
        data: fc.array(text, { minLength: 1, maxLength: 3 }),
        solution: program,
        starter: program,
      },
      { requiredKeys: ['kind', 'prompt', 'schema', 'data', 'solution'] },
    );
    fc.assert(
      fc.property(queries, (source) => {
        const { prompt, marks, penalty } = read(SqlFile, source);
        const defined = defineSql(read(SqlFile, source));
        expect(defineSql(read(SqlFile, { prompt, marks, penalty, ...sqlFileOf(defined) }))).toEqual(defined);
      }),
    );
  });
});
