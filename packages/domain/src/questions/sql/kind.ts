import { checkCode, isCodeAnswer } from '../../coding/check-code.ts';
import type { CodeAnswer } from '../../coding/code-answer.ts';
import { counted } from '../counted.ts';
import type { Kind } from '../kind.ts';
import { gradeProgram, takeRuns } from '../program.ts';
import { SqlFile } from './file.ts';
import { defineSql, type SqlQuestion, sqlFileOf } from './question.ts';

const languages = ['sql'] as const;

export const sql = {
  words: 'SQL query',
  gradedBy: 'program',
  file: SqlFile,
  define: (written) => ({ prompt: written.prompt, marks: written.marks, penalty: written.penalty, ...defineSql(written) }),
  fileOf: (question) => ({ marks: question.marks, penalty: question.penalty, ...sqlFileOf(question) }),
  texts: () => [],
  take: (question, run) => {
    const { kind, schema, data, starter } = question;
    const code = { io: kind, ...takeRuns(question, languages, run), starter: starter === null ? {} : { sql: starter }, schema };
    // What is expected of a query are rows, which nobody knows before the solution ran: a run of the sample shows them.
    return { kind, code: { ...code, samples: [{ name: '1', input: data[0] ?? '', expected: null }] } };
  },
  isAnswer: isCodeAnswer,
  answerRule: 'must be an object with language and source',
  check: ({ starter }, answer) => checkCode(answer, { languages, starter: starter ?? '' }),
  grade: (question, _, by) => gradeProgram(question, by),
  answerWords: (_, { source }) => source,
  countsPasted: false,
  decidedBy: ({ data }) => `the rows of the solution, on ${counted(data.length, 'data set')}`,
  languages: () => languages,
  starter: ({ starter }) => starter ?? '',
  // The solution gives the rows that are expected.
  gradedPart: (question) => ({ ...question, starter: null, wrong: [] }),
} satisfies Kind<SqlFile, SqlQuestion, CodeAnswer>;
