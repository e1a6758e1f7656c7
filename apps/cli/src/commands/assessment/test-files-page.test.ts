import { readFileSync } from 'node:fs';
import {
  type Answer,
  checkAnswer,
  defineTest,
  expectationsOf,
  gradeQuestion,
  type Plain,
  type Question,
  questionsOf,
  readValues,
} from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { checkFile } from './check-file.ts';
import { formatFault } from './fault.ts';

const page = readFileSync(new URL('../../../../../docs/test-files.md', import.meta.url), 'utf8');

const checked = (yaml: string): { readonly questions: readonly Question[]; readonly faults: readonly string[] } => {
  const file = checkFile('t.yaml', new TextEncoder().encode(yaml));
  return file.ok ? { questions: questionsOf(defineTest(file.test)), faults: [] } : { questions: [], faults: file.faults.map(formatFault) };
};

const around = (questions: unknown): string =>
  stringify({ name: 'Of the page', duration: 1, sections: [{ name: 'Questions', questions }] });

const questionOf = (written: object): Question => {
  const { questions, faults } = checked(around([{ prompt: 'Which?', ...written }]));
  const [question] = questions;
  if (question === undefined) throw new Error(faults.join('\n'));
  return question;
};

const sectionOf = (heading: string): string =>
  page.split(/^(?=##+ )/m).find((part) => part.startsWith(`## ${heading}\n`) || part.startsWith(`### ${heading}\n`)) ?? '';

/** The rows of the tables with this head, as text without the marks of code. */
const rowsUnder = (head: string): readonly (readonly string[])[] => {
  const lines = page.split('\n').map((line) =>
    line
      .replace(/^\| | \|$/g, '')
      .split(/ +\| +/)
      .map((cell) => cell.trim()),
  );
  const from = lines.findIndex((cells) => cells.join(' | ') === head);
  if (from < 0) throw new Error(`no table has the head ${head}`);
  const length = lines.slice(from).findIndex((cells) => cells.length < 2);
  return lines.slice(from + 2, from + length);
};

/** What a cell of a table stands for: `␣` is a space, `\n` and `\u0301` are characters. */
const meant = (cell: string): string =>
  cell
    .replace(/^`|`$/g, '')
    .replaceAll('␣', ' ')
    .replace(/\\n/g, '\n')
    .replace(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The answer is graded as the one that the server would store. */
const graded = (question: Question, answer: Answer): { readonly score: string; readonly right: string } => {
  const stored = checkAnswer(question, answer);
  if (!stored.ok) throw new Error(stored.error.message);
  const { score, outcome } = gradeQuestion(question, stored.value);
  return { score: String(Number(score) + 0), right: outcome === 'right' ? 'yes' : 'no' };
};

describe('docs/test-files.md', () => {
  const blocks = [...page.matchAll(/^```yaml(?: title=\S+)?\n(.*?)^```$/gms)].map(([, yaml = '']) => yaml);

  it.each(blocks)('has only YAML that an import accepts (%#)', (yaml) => {
    const value: unknown = parse(yaml);
    expect(checked(Array.isArray(value) ? around(value) : yaml).faults).toEqual([]);
    expect(blocks.length).toBeGreaterThan(10);
  });

  it('says rightly what marks and penalties come to', () => {
    const written = {
      'single-choice': { options: [{ text: 'right', correct: true }, { text: 'wrong' }] },
      numeric: { answer: 1 },
      text: { answer: 'right' },
    };
    const answers: { readonly [Kind in keyof typeof written]: Readonly<Record<string, Answer>> } = {
      'single-choice': { right: 'a', wrong: 'b', blank: null },
      numeric: { right: 1, wrong: 2, blank: null },
      text: { right: 'right', wrong: 'wrong', blank: ' ' },
    };
    for (const [kind = '', marks, penalty, answer = '', score] of rowsUnder('kind | `marks` | `penalty` | answer | score')) {
      const known = kind as keyof typeof written;
      const question = questionOf({ kind, marks: Number(marks), penalty: Number(penalty), ...written[known] });
      expect(graded(question, answers[known][answer] ?? null).score, `${kind} ${marks} ${penalty} ${answer}`).toBe(score);
    }
  });

  it('says rightly what picks come to', () => {
    const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(sectionOf('Single choice and multiple choice')) ?? [];
    const question = checked(around(parse(yaml))).questions.find(({ kind }) => kind === 'multiple-choice');
    if (question === undefined || !('options' in question)) throw new Error('the section has a multiple choice');
    for (const [picked = '', score] of rowsUnder('picked | score')) {
      const ids =
        picked === 'nothing' ? [] : picked.split(', ').map((text) => question.options.find((one) => one.text === text)?.optionId ?? text);
      expect(graded(question, ids).score, picked).toBe(score);
    }
  });

  it('says rightly which numbers are right', () => {
    for (const [answer, tolerance, given, right] of rowsUnder('`answer` | `tolerance` | answered | right'))
      expect(
        graded(questionOf({ kind: 'numeric', answer: Number(answer), tolerance: Number(tolerance) }), Number(given)).right,
        `${answer} ± ${tolerance}: ${given}`,
      ).toBe(right);
  });

  it('says rightly which texts are right', () => {
    for (const [expected = '', typed = '', right] of rowsUnder('expected | typed | right'))
      expect(graded(questionOf({ kind: 'text', answers: [meant(expected)] }), meant(typed)).right, `${expected}: ${typed}`).toBe(right);
  });

  it('says rightly which texts are exactly right', () => {
    for (const [expected = '', typed = '', right] of rowsUnder('exact | typed | right')) {
      const question = questionOf({ kind: 'text', answers: [meant(expected)], exact: true });
      expect(graded(question, meant(typed)).right, `${expected}: ${typed}`).toBe(right);
    }
  });

  const accepts = (written: object, run: { readonly stdout?: string; readonly value?: Plain }): string => {
    const question = questionOf({ kind: 'coding', ...written });
    if (question.kind !== 'coding') throw new Error('a coding question was defined as another one');
    const [expectation] = expectationsOf(question);
    return expectation?.({ end: 'ended', stdout: '', seconds: 0, memory: null, ...run }) === undefined ? 'yes' : 'no';
  };

  it('says rightly which output is accepted', () => {
    for (const [compare = '', output = '', printed = '', accepted] of rowsUnder('`compare` | expected | printed | accepted'))
      expect(
        accepts({ compare: meant(compare), cases: [{ output: meant(output) }] }, { stdout: meant(printed) }),
        `${compare} ${output} ${printed}`,
      ).toBe(accepted);
  });

  it('says rightly which values are accepted', () => {
    for (const [compare = '', returns = '', returned = '', accepted] of rowsUnder('`compare` | `returns` | returned | accepted')) {
      const values = readValues(`[${meant(returned)}]`);
      if ('fault' in values) throw new Error(`${returned} ${values.fault}`);
      const cases = [{ args: [], returns: parse(meant(returns)) }];
      expect(
        accepts({ io: 'function', function: { name: 'f', parameters: [] }, compare: meant(compare), cases }, { value: values[0] ?? null }),
        `${compare} ${returns} ${returned}`,
      ).toBe(accepted);
    }
  });
});
