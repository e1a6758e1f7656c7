import { buffer } from 'node:stream/consumers';
import type { AnsweringCandidate, GivenGrade, KeyedQuestion, TestAnswersReport } from '@assay/domain';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { libreOffice, readWithLibreOffice } from '../testing/libre-office.ts';
import { answersExcel } from './answers-excel.ts';

const question = {
  version: 2,
  keyVersion: 2,
  questionId: 1,
  id: 'red',
  number: 1,
  sectionName: 'Basics',
  kind: 'text',
  marks: '2.5',
} as const;
const asked: readonly KeyedQuestion[] = [
  { ...question, prompt: 'What is it?\n\n```js\nconst red = 1;\n```', keyText: 'Mars; mars' },
  { ...question, questionId: 2, number: 2, id: 'why', kind: 'essay', prompt: 'Why?', keyText: null },
  { ...question, version: 1, id: 'old', prompt: `Read. ${'long\n'.repeat(200)}`, keyText: '12' },
];
const report: TestAnswersReport = {
  accountName: 'Acme',
  testId: 7,
  testName: 'Spring',
  exportedAt: Date.UTC(2026, 10, 21, 10, 15),
  questions: asked,
};
const candidate = (testInvitationId: number, version: number, answers: AnsweringCandidate['answers']): AnsweringCandidate => ({
  testInvitationId,
  fullName: `Candidate ${testInvitationId}`,
  emailId: `c${testInvitationId}@x.test`,
  version,
  keyVersion: 2,
  completedAt: Date.UTC(2026, 2, 1, 0, 30),
  answers,
});
const essay = 'e'.repeat(32_767);
const candidates = [
  candidate(
    12,
    2,
    new Map([
      ['red', { text: '=HYPERLINK("x")', outcome: 'wrong' }],
      ['why', { text: `${essay}!`, outcome: null }],
    ]),
  ),
  candidate(
    11,
    2,
    new Map([
      ['red', { text: null, outcome: 'blank' }],
      ['why', { text: essay, outcome: 'partial' }],
    ]),
  ),
  candidate(10, 1, new Map([['old', { text: '12', outcome: 'right' }]])),
];
const grade: GivenGrade['grade'] = {
  type: 'reconciliation',
  keyName: 'Ben',
  marks: [2],
  score: '2',
  comment: '=1+1',
  reason: null,
  at: '2026-03-01T00:30:00.000Z',
};
const rubric = [{ criterion: 'Argument', levels: [2, 4].map((marks) => ({ marks, text: `Worth ${marks}` })) }];
const given: readonly GivenGrade[] = [
  { testInvitationId: 12, fullName: 'Candidate 12', emailId: 'c12@x.test', id: 'why', rubric, grade },
  {
    testInvitationId: 12,
    fullName: 'Candidate 12',
    emailId: 'c12@x.test',
    id: 'why',
    rubric,
    grade: { ...grade, keyName: null, marks: [4] },
  },
];
const made = (of: TestAnswersReport = report) =>
  buffer(
    answersExcel(of, {
      candidates: async function* () {
        yield* candidates;
      },
      grades: async function* () {
        yield* given;
      },
      questions: async function* () {
        yield* asked;
      },
    }),
  );

describe('answersExcel', () => {
  it('keeps what candidates typed as text in every colour, and rows within the height that Excel allows', async () => {
    const files = unzipSync(await made());
    const textOf = (path: string): string => strFromU8(files[path] ?? new Uint8Array());
    const formats = [...(/<cellXfs.*<\/cellXfs>/su.exec(textOf('xl/styles.xml'))?.[0] ?? '').matchAll(/<xf [^>]*>/gu)].map(([xf]) => xf);
    const [answers = '', questions = ''] = [1, 2].map((number) => textOf(`xl/worksheets/sheet${number}.xml`));
    const typed = [...answers.matchAll(/<c r="([GHI])\d" s="(\d+)"[^>]*>(?!<is><t xml:space="preserve">(?:Blank|red|why|old)<)/gu)];
    expect(typed).toHaveLength(4);
    for (const [, , style] of typed) expect(formats[Number(style)]).toContain('quotePrefix="1"');
    expect(answers).not.toContain('<f>');
    const heights = [...questions.matchAll(/ ht="(\d+)"/gu)].map(([, height]) => Number(height));
    expect(Math.max(...heights)).toBeGreaterThan(100);
    expect(Math.max(...heights)).toBeLessThan(409.5);
  });

  it.runIf(libreOffice !== undefined)('has a row per candidate, a column per question id, and whole prompts with keys', async () => {
    const sheets = await readWithLibreOffice(libreOffice ?? '', await made());
    const done = new Date('2026-03-01T00:30:00Z');
    const mark = ' … (cut: a cell holds no more)';
    const facts = ['Invitation id', 'Name', 'Email', 'Completed on (UTC)', 'Version', 'Keys of version'];
    expect(sheets.get('Answers')).toEqual([
      [...facts, 'red', 'why', 'old'],
      [12, 'Candidate 12', 'c12@x.test', done, 2, 2, '=HYPERLINK("x")', essay.slice(0, 32_767 - mark.length) + mark, null],
      [11, 'Candidate 11', 'c11@x.test', done, 2, 2, 'Blank', essay, null],
      [10, 'Candidate 10', 'c10@x.test', done, 1, 2, null, null, '12'],
    ]);
    const rows = sheets.get('Questions') ?? [];
    expect(rows[0]).toEqual(['Version', 'Keys of version', 'Number', 'Id', 'Section', 'Kind', 'Question', 'Key', 'Marks']);
    expect(rows[2]).toEqual([2, 2, 2, 'why', 'Basics', 'essay', 'Why?', null, 2.5]);
    expect(rows.flat()).toContain('Mars; mars');
    const [head, first, second] = sheets.get('Grades') ?? [];
    expect(head).toEqual([
      'Invitation id',
      'Name',
      'Email',
      'Question',
      'Grade',
      'By',
      'Score',
      'Levels',
      'Comment',
      'Reason',
      'Given on (UTC)',
    ]);
    const whose = [12, 'Candidate 12', 'c12@x.test', 'why', 'Reconciliation'];
    expect(first).toEqual([...whose, 'Ben', 2, 'Argument: 2 of 4, Worth 2', '=1+1', null, done]);
    expect(second?.slice(5, 8)).toEqual(['the operator', 2, 'Argument: 4 of 4, Worth 4']);
  });

  it('has no sheet of grades where people grade nothing', async () => {
    const names = async (of?: TestAnswersReport) => strFromU8(unzipSync(await made(of))['xl/workbook.xml'] ?? new Uint8Array());
    expect(await names()).toContain('"Grades"');
    expect(await names({ ...report, questions: report.questions.filter(({ kind }) => kind !== 'essay') })).not.toContain('Grades');
  });
});
