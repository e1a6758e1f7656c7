import { describe, expect, it } from 'vitest';
import { decode } from '../wire/decode.ts';
import { defineStored, fileOf, questionsOf, TestFile } from './test-file.ts';
import { defineTest } from './test-version.ts';

type Json = { [key: string]: unknown };

const choice = { kind: 'single-choice', prompt: 'What is logged?', options: [{ text: '1' }, { text: '2', correct: true }] };
const picks = {
  kind: 'multiple-choice',
  prompt: 'Which?',
  options: [{ text: 'x', correct: true }, { text: 'y', correct: true }, { text: 'z' }],
};
const number = { kind: 'numeric', prompt: 'How much?', answer: 12.5 };
const words = { kind: 'text', prompt: 'Where?', answer: 'Paris' };

const section = (change: Json = {}): Json => ({ name: 'Scope and values', questions: [choice], ...change });
const file = (change: Json = {}): Json => ({ name: 'JavaScript in depth', duration: 90, sections: [section()], ...change });
const asking = (question: Json): Json => file({ sections: [section({ questions: [question] })] });
const omit = (source: Json, key: string): Json => Object.fromEntries(Object.entries(source).filter(([name]) => name !== key));

const accepted = (source: unknown): TestFile => {
  const result = decode(TestFile, source);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('a test file', () => {
  it('is read with every field it may have', () => {
    const source = {
      name: 'JavaScript in depth',
      status: 'Active',
      duration: 90,
      sections: [
        {
          name: 'Scope and values',
          type: 'general questions',
          duration: 45,
          questions: [{ ...choice, marks: 2, penalty: 0.5 }],
        },
      ],
    };
    expect(accepted(source)).toEqual({
      ...source,
      sections: [
        {
          ...source.sections[0],
          questions: [
            {
              kind: 'single-choice',
              prompt: 'What is logged?',
              marks: 2,
              penalty: 0.5,
              options: [
                { text: '1', correct: false },
                { text: '2', correct: true },
              ],
            },
          ],
        },
      ],
    });
  });

  it('needs only the essential: type, durations of sections, marks, penalty and tolerance have defaults, status and key may be absent', () => {
    expect(accepted(asking(number))).toEqual({
      name: 'JavaScript in depth',
      duration: 90,
      sections: [
        {
          name: 'Scope and values',
          type: 'general questions',
          duration: 0,
          questions: [{ ...number, marks: 1, penalty: 0, tolerance: 0 }],
        },
      ],
    });
  });

  it.each(['general questions', 'coding questions', 'General Questions', 'CODING QUESTIONS'])('has sections of type %j', (type) => {
    expect(accepted(file({ sections: [section({ type })] })).sections[0]?.type).toBe(type.toLowerCase());
  });

  it('an optional key names it', () => {
    expect(accepted(file({ key: 'javascript-in-depth' })).key).toBe('javascript-in-depth');
  });

  it.each([
    [1, '1'],
    [0.5, '0.5'],
    [-3, '-3'],
    [true, 'true'],
    ['1', '1'],
  ])('an option text written as %j is the text %j', (text, meant) => {
    const read = accepted(asking({ ...choice, options: [{ text }, { text: 'other', correct: true }] })).sections[0]?.questions[0];
    expect(read).toMatchObject({ options: [{ text: meant }, { text: 'other' }] });
  });

  it('a text answer written as a number is the text', () => {
    const definition = defineTest(accepted(asking({ ...words, answer: 42 })));
    expect(questionsOf(definition)[0]).toMatchObject({ kind: 'text', answers: ['42'] });
  });

  it.each([
    ['１２．５', 12.5],
    ['－１２', -12],
    ['ー１２', -12],
    ['١٢٫٥', 12.5],
    ['१२', 12],
  ])('a number written as %j, which YAML reads as text, is the number', (written, meant) => {
    const definition = defineTest(accepted(asking({ ...number, answer: written, tolerance: '０．１' })));
    expect(questionsOf(definition)[0]).toMatchObject({ answer: meant, tolerance: 0.1 });
  });

  it('`answers` takes several texts', () => {
    const several = { ...omit(words, 'answer'), answers: ['Paris', 'paname'] };
    expect(questionsOf(defineTest(accepted(asking(several))))[0]).toMatchObject({ kind: 'text', answers: ['Paris', 'paname'] });
  });

  it('`exact` keeps the spaces of a text, which are else cut off', () => {
    const defined = (more: Json) => questionsOf(defineTest(accepted(asking({ ...words, answer: ' x ', ...more }))))[0];
    const exact = asking({ ...words, answer: ' x ', exact: true });
    expect(defined({ exact: true })).toMatchObject({ answers: [' x '], exact: true });
    const test = defineTest(accepted(exact));
    expect(defineTest(accepted(fileOf(test, {})))).toEqual(test);
    for (const more of [{}, { exact: false }]) {
      expect(defined(more)).toMatchObject({ answers: ['x'] });
      expect(defined(more)).not.toHaveProperty('exact');
    }
  });

  it('sections may plan exactly the test’s duration', () => {
    const sections = [section({ duration: 45 }), section({ duration: 45 })];
    expect(accepted(file({ sections })).sections.map((one) => one.duration)).toEqual([45, 45]);
  });

  it('has at most 1000 questions', () => {
    const half = section({ questions: Array.from({ length: 500 }, () => number) });
    expect(questionsOf(defineTest(accepted(file({ sections: [half, half] }))))).toHaveLength(1000);
  });

  it('name: exactly 200 characters, astral ones too', () => {
    expect(accepted(file({ name: '𝒶'.repeat(200) })).name).toBe('𝒶'.repeat(200));
  });
});

describe('an error names the path and the rule', () => {
  const q = 'sections[0].questions[0]';
  const long = 'x'.repeat(201);
  const manyOptions = Array.from({ length: 27 }, (_, index) => ({ text: `${index}`, correct: index === 0 }));
  const tooMany = section({ questions: Array.from({ length: 501 }, () => number) });

  it.each<[rule: string, source: unknown, path: string, message: RegExp]>([
    ['the file is an object', 'name: x', '', /must be an object/],
    ['a name', omit(file(), 'name'), 'name', /is required/],
    ['a name that is not blank', file({ name: '  ' }), 'name', /is required/],
    ['a name of text', file({ name: 5 }), 'name', /must be a string/],
    ['a name of 200 characters at most', file({ name: long }), 'name', /at most 200 characters/],
    ['a name on one line', file({ name: 'a\nb' }), 'name', /control characters/],
    ['a known status', file({ status: 'Draft' }), 'status', /must be Active or Inactive/],
    ['a duration', omit(file(), 'duration'), 'duration', /is required/],
    ['a duration above 0', file({ duration: 0 }), 'duration', /above 0/],
    ['a duration not negative', file({ duration: -5 }), 'duration', /above 0/],
    ['a duration in whole minutes', file({ duration: 1.5 }), 'duration', /must be an integer/],
    ['a duration that is a number', file({ duration: '90' }), 'duration', /must be a number/],
    ['a duration within reason', file({ duration: 100_001 }), 'duration', /100000/],
    ['a key of the right form', file({ key: 'Java Script' }), 'key', /lower-case letters, digits/],
    ['no field that it does not know', file({ durration: 90 }), '', /durration/],
    ['sections', omit(file(), 'sections'), 'sections', /is required/],
    ['sections as a list', file({ sections: {} }), 'sections', /must be an array/],
    ['at least one section', file({ sections: [] }), 'sections', /at least one section/],
    [
      'sections that fit into the test’s duration',
      file({ sections: [section({ duration: 60 }), section({ duration: 31 })] }),
      'sections',
      /add up to 91 minutes, more than the test's 90/,
    ],
    ['at most 1000 questions', file({ sections: [tooMany, tooMany] }), 'sections', /at most 1000 questions/],
    ['a section’s name', file({ sections: [omit(section(), 'name')] }), 'sections[0].name', /is required/],
    ['a section’s name of 200 characters at most', file({ sections: [section({ name: long })] }), 'sections[0].name', /at most 200/],
    [
      'a known section type',
      file({ sections: [section({ type: 'essays' })] }),
      'sections[0].type',
      /must be one of general questions, coding questions/,
    ],
    ['a section’s duration not negative', file({ sections: [section({ duration: -1 })] }), 'sections[0].duration', />=0|negative/],
    [
      'a section’s duration in whole minutes',
      file({ sections: [section({ duration: 0.5 })] }),
      'sections[0].duration',
      /must be an integer/,
    ],
    ['questions', file({ sections: [omit(section(), 'questions')] }), 'sections[0].questions', /is required/],
    ['at least one question', file({ sections: [section({ questions: [] })] }), 'sections[0].questions', /at least one question/],
    ['no unknown field of a section', file({ sections: [section({ title: 'x' })] }), 'sections[0]', /title/],
    [
      'the path counts sections and questions',
      file({ sections: [section(), section({ questions: [choice, { ...number, marks: 0 }] })] }),
      'sections[1].questions[1].marks',
      /above 0/,
    ],
    [
      'a kind',
      asking(omit(choice, 'kind')),
      `${q}.kind`,
      /must be one of single-choice, multiple-choice, numeric, text, coding, sql, essay/,
    ],
    [
      'a known kind',
      asking({ ...choice, kind: 'haiku' }),
      `${q}.kind`,
      /must be one of single-choice, multiple-choice, numeric, text, coding, sql, essay/,
    ],
    ['cases of a coding question', asking({ kind: 'coding', prompt: 'Write it' }), `${q}.cases`, /at least one case, or a harness/],
    ['a solution of an SQL question', asking({ kind: 'sql', prompt: 'Ask', schema: 's', data: ['d'] }), `${q}.solution`, /is required/],
    ['no unknown field of a question', asking({ ...choice, mark: 2 }), q, /mark/],
    ['a prompt', asking(omit(choice, 'prompt')), `${q}.prompt`, /is required/],
    ['a prompt that is not blank', asking({ ...choice, prompt: ' \n' }), `${q}.prompt`, /is required/],
    ['marks above 0', asking({ ...choice, marks: 0 }), `${q}.marks`, /above 0/],
    ['marks not negative', asking({ ...choice, marks: -1 }), `${q}.marks`, /above 0/],
    ['marks that are a number', asking({ ...choice, marks: '2' }), `${q}.marks`, /must be a number/],
    ['marks of 6 decimals at most', asking({ ...choice, marks: 1.0000001 }), `${q}.marks`, /at most 6 decimals/],
    ['a penalty not negative', asking({ ...choice, penalty: -0.5 }), `${q}.penalty`, /must not be negative/],
    ['a penalty that is a number', asking({ ...choice, penalty: 'half' }), `${q}.penalty`, /must be a number/],
    ['options', asking(omit(choice, 'options')), `${q}.options`, /is required/],
    ['two options at least', asking({ ...choice, options: [{ text: '1', correct: true }] }), `${q}.options`, /at least two options/],
    ['26 options at most', asking({ ...choice, options: manyOptions }), `${q}.options`, /at most 26 options/],
    [
      'one correct option: not none',
      asking({ ...choice, options: [{ text: '1' }, { text: '2' }] }),
      `${q}.options`,
      /exactly one correct option/,
    ],
    [
      'one correct option: not two',
      asking({
        ...choice,
        options: [
          { text: '1', correct: true },
          { text: '2', correct: true },
        ],
      }),
      `${q}.options`,
      /exactly one correct option/,
    ],
    [
      'a correct option for multiple-choice',
      asking({ ...picks, options: [{ text: '1' }, { text: '2' }] }),
      `${q}.options`,
      /at least one correct option/,
    ],
    ['an option’s text', asking({ ...picks, options: [{ correct: true }, { text: '2' }] }), `${q}.options[0].text`, /./],
    [
      'an option’s text not blank',
      asking({ ...picks, options: [{ text: 'x', correct: true }, { text: '' }] }),
      `${q}.options[1].text`,
      /is required/,
    ],
    [
      'an option’s text as text',
      asking({ ...picks, options: [{ text: 'x', correct: true }, { text: ['y'] }] }),
      `${q}.options[1].text`,
      /^must be a string, a number or a boolean$/,
    ],
    [
      '`correct` as true or false',
      asking({ ...picks, options: [{ text: 'x', correct: 'yes' }, { text: 'y' }] }),
      `${q}.options[0].correct`,
      /must be a boolean/,
    ],
    [
      'no unknown field of an option',
      asking({
        ...picks,
        options: [
          { text: 'x', correct: true },
          { text: 'y', right: true },
        ],
      }),
      `${q}.options[1]`,
      /right/,
    ],
    ['a numeric answer', asking(omit(number, 'answer')), `${q}.answer`, /is required/],
    ['a numeric answer that is a number', asking({ ...number, answer: '12.5' }), `${q}.answer`, /must be a number/],
    ['a numeric answer that is one number', asking({ ...number, answer: '１２，５００' }), `${q}.answer`, /must be a number/],
    ['a numeric answer that is within bounds', asking({ ...number, answer: '１'.repeat(5000) }), `${q}.answer`, /must be a number/],
    ['a tolerance not negative in any digits', asking({ ...number, tolerance: '－１' }), `${q}.tolerance`, /must not be negative/],
    ['a numeric answer that is finite', asking({ ...number, answer: Number.POSITIVE_INFINITY }), `${q}.answer`, /must be a number/],
    ['a tolerance not negative', asking({ ...number, tolerance: -1 }), `${q}.tolerance`, /must not be negative/],
    ['a text question’s answer', asking(omit(words, 'answer')), `${q}.answer`, /either `answer` or `answers`/],
    ['a text question’s answer once', asking({ ...words, answers: ['Paris'] }), `${q}.answer`, /either `answer` or `answers`/],
    ['accepted answers: at least one', asking({ ...omit(words, 'answer'), answers: [] }), `${q}.answers`, />=1|at least one/],
    ['`exact` of a text only', asking({ ...number, exact: true }), q, /has unknown fields: "exact"/],
    ['`exact` as true or false', asking({ ...words, exact: 'yes' }), `${q}.exact`, /must be a boolean/],
    ['an answer that can be seen', asking({ ...words, answer: '\u200b\u3000', exact: true }), `${q}.answer`, /is required/],
    [
      'an option that can be seen',
      asking({ ...picks, options: [{ text: '\u200b', correct: true }, { text: 'y' }] }),
      `${q}.options[0].text`,
      /is required/,
    ],
    ['an answer of at most 20,000 characters', asking({ ...words, answer: 'x'.repeat(20_001) }), `${q}.answer`, /at most 20000 characters/],
    ['accepted answers: none blank', asking({ ...omit(words, 'answer'), answers: ['Paris', ' '] }), `${q}.answers[1]`, /is required/],
  ])('%s', (_rule, source, path, message) => {
    const result = decode(TestFile, source);
    if (result.ok) throw new Error('the file was accepted');
    expect(result.error.code).toBe('request.invalid');
    const faults = result.error.message.split('; ').map((line) => {
      const [, where = '', rule = ''] = /^(?:([\w.[\]]+): )?(.*)$/.exec(line) ?? [];
      return { where, rule };
    });
    expect(faults).toContainEqual({ where: path, rule: expect.stringMatching(message) });
  });

  it('a missing option text is reported as required', () => {
    const result = decode(TestFile, asking({ ...picks, options: [{ correct: true }, { text: '2' }] }));
    expect(result.ok ? '' : result.error.message).toBe(`${q}.options[0].text: is required`);
  });

  it('names every fault, not only the first', () => {
    const result = decode(TestFile, file({ name: '', duration: 0, sections: [section({ questions: [{ ...choice, marks: -1 }] })] }));
    expect(result.ok ? '' : result.error.message).toBe(`name: is required; duration: must be above 0; ${q}.marks: must be above 0`);
  });
});

describe('the definition that is stored', () => {
  const definition = defineStored(
    accepted(
      file({
        status: 'Inactive',
        key: 'js',
        sections: [
          section({ questions: [choice, picks] }),
          section({ name: 'More', type: 'coding questions', duration: 20, questions: [number, words] }),
        ],
      }),
    ),
  );

  it('gives questions the ids 1…n across sections', () => {
    expect(definition.sections.map((one) => one.questions.map((question) => question.questionId))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('gives options the ids a…z', () => {
    const many = Array.from({ length: 26 }, (_, index) => ({ text: `${index}`, correct: index === 3 }));
    const [question] = questionsOf(defineTest(accepted(asking({ ...choice, options: many }))));
    expect(question && 'options' in question && question.options.map((one) => one.optionId).join('')).toBe('abcdefghijklmnopqrstuvwxyz');
  });

  it('has what an attempt needs', () => {
    expect(definition).toEqual({
      name: 'JavaScript in depth',
      duration: 90,
      sections: [
        {
          name: 'Scope and values',
          type: 'general questions',
          duration: 0,
          questions: [
            {
              questionId: 1,
              kind: 'single-choice',
              prompt: 'What is logged?',
              marks: 1,
              penalty: 0,
              options: [
                { optionId: 'a', text: '1', correct: false },
                { optionId: 'b', text: '2', correct: true },
              ],
            },
            {
              questionId: 2,
              kind: 'multiple-choice',
              prompt: 'Which?',
              marks: 1,
              penalty: 0,
              options: [
                { optionId: 'a', text: 'x', correct: true },
                { optionId: 'b', text: 'y', correct: true },
                { optionId: 'c', text: 'z', correct: false },
              ],
            },
          ],
        },
        {
          name: 'More',
          type: 'coding questions',
          duration: 20,
          questions: [
            { questionId: 3, kind: 'numeric', prompt: 'How much?', marks: 1, penalty: 0, answer: 12.5, tolerance: 0 },
            { questionId: 4, kind: 'text', prompt: 'Where?', marks: 1, penalty: 0, answers: ['Paris'] },
          ],
        },
      ],
    });
  });

  it('the same file gives the same definition', () => {
    expect(defineTest(accepted(asking(picks)))).toEqual(defineTest(accepted(asking(picks))));
  });
});
