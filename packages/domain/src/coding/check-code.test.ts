import { describe, expect, it } from 'vitest';
import type { Answer } from '../attempt/answer.ts';
import { checkAnswer } from '../attempt/check-answer.ts';
import type { CodingQuestion } from '../questions/coding/question.ts';
import type { SqlQuestion } from '../questions/sql/question.ts';
import { decode } from '../wire/decode.ts';
import type { CodeAnswer } from './code-answer.ts';
import { languageFacts } from './language-facts.ts';
import { SentCodeAnswer } from './sent-code-answer.ts';

const coding: CodingQuestion = {
  kind: 'coding',
  languages: ['python', 'c'],
  starter: { python: 'a, b = …\n' },
  limits: { seconds: null, memory: null },
  solution: {},
  wrong: [],
  io: 'stdio',
  compare: { by: 'tokens' },
  cases: [{ name: '1', sample: false, weight: 1, input: '', output: '3' }],
  allOrNothing: false,
};
const sql: SqlQuestion = {
  kind: 'sql',
  schema: 'create table t (x)',
  data: [''],
  starter: 'select',
  limits: { seconds: null, memory: null },
  solution: 'select 1',
  wrong: [],
};
const most = 65_536;
const check = (question: CodingQuestion | SqlQuestion, answer: unknown) =>
  checkAnswer({ questionId: 1, prompt: 'Add.', marks: 1, penalty: 0, ...question }, answer as Answer);

describe('the answer of a coding question', () => {
  it.each<[string, CodingQuestion | SqlQuestion, unknown, CodeAnswer | null]>([
    ['is kept as it was typed', coding, { language: 'c', source: ' int x;\r\n\n' }, { language: 'c', source: ' int x;\r\n\n' }],
    ['has no other fields', coding, { language: 'c', source: 'x', seconds: 9 }, { language: 'c', source: 'x' }],
    ['is cleared by null', coding, null, null],
    ['that is blank is none', coding, { language: 'python', source: ' \n\t' }, null],
    ['that is the starter is none', coding, { language: 'python', source: 'a, b = …' }, null],
    ['that is another language’s starter is one', coding, { language: 'c', source: 'a, b = …' }, { language: 'c', source: 'a, b = …' }],
    ['that is the starter of its language is none', coding, { language: 'c', source: languageFacts.c.starter }, null],
    ['may be a query', sql, { language: 'sql', source: 'select 1' }, { language: 'sql', source: 'select 1' }],
    ['that is the starter of a query is none', sql, { language: 'sql', source: 'select\n' }, null],
    ['may have 64 KiB', coding, { language: 'c', source: 'é'.repeat(most / 2) }, { language: 'c', source: 'é'.repeat(most / 2) }],
  ])('%s', (_, question, answer, kept) => {
    expect(check(question, answer)).toEqual({ ok: true, value: kept });
  });

  it.each<[string, CodingQuestion | SqlQuestion, unknown, string]>([
    ['text', coding, 'print(3)', 'must be an object with language and source'],
    ['a list', coding, ['a'], 'must be an object with language and source'],
    ['a number', coding, 3, 'must be an object with language and source'],
    ['no source', coding, { language: 'c' }, 'must be an object with language and source'],
    ['another language', coding, { language: 'go', source: 'x' }, 'language must be one of python, c'],
    ['a query to a coding question', coding, { language: 'sql', source: 'x' }, 'language must be one of python, c'],
    ['a program to an SQL question', sql, { language: 'c', source: 'x' }, 'language must be one of sql'],
    ['too many characters', coding, { language: 'c', source: 'x'.repeat(most + 1) }, 'source must be at most 65536 bytes of UTF-8'],
    ['too many bytes', coding, { language: 'c', source: '€'.repeat(30_000) }, 'source must be at most 65536 bytes of UTF-8'],
  ])('%s is refused with 400.1', (_, question, answer, message) => {
    expect(check(question, answer)).toEqual({
      ok: false,
      error: expect.objectContaining({ code: 'request.invalid', message: `answer: ${message}` }),
    });
  });

  it('a language that the question does not name is refused; without names every language goes', () => {
    expect(check(coding, { language: 'go', source: 'x' }).ok).toBe(false);
    expect(check({ ...coding, languages: null }, { language: 'go', source: 'x' }).ok).toBe(true);
  });

  it.each([
    ['x'.repeat(most), true],
    ['x'.repeat(most + 1), false],
    ['é'.repeat(most / 2), true],
    [`${'é'.repeat(most / 2)}x`, false],
    ['😀'.repeat(most / 4), true],
    [`${'😀'.repeat(most / 4)}x`, false],
    ['€'.repeat(most / 3), true],
  ])('as it is sent it has at most 64 KiB of UTF-8 (%#)', (source, ok) => {
    expect(decode(SentCodeAnswer, { language: 'python', source }).ok).toBe(ok);
  });
});
