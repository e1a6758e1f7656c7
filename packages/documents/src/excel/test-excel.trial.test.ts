import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { libreOffice, readWithLibreOffice } from '../testing/libre-office.ts';
import { gradedCandidate, gradedReport, pendingCandidate, testReport, walkOf } from '../testing/test-report-fixtures.ts';
import { testExcel } from './test-excel.ts';

const date = (text: string): Date => new Date(`${text}Z`);

describe.runIf(libreOffice !== undefined)('testExcel, read back with LibreOffice', () => {
  const read = async (...of: Parameters<typeof testExcel>) => readWithLibreOffice(libreOffice ?? '', await buffer(testExcel(...of)));

  it('shows in every cell the number, date or text of the report', async () => {
    const second = gradedCandidate({
      testInvitationId: 100,
      fullName: 'Cy',
      emailId: 'cy@x.test',
      report: gradedReport({
        score: '3',
        wv: 0,
        tv: 0,
        lateAnswers: 3,
        questions: [
          { questionId: 21, marks: '2.5', score: '0.1', outcome: 'partial' },
          { questionId: 22, marks: '2.5', score: '0', outcome: 'blank' },
          { questionId: 23, marks: '2.5', score: '2.5', outcome: 'right' },
        ],
        sections: [],
      }),
    });
    const [basics, depth] = gradedReport().sections;
    if (basics === undefined || depth === undefined) throw new Error('no sections');
    const sections = [basics, { ...depth, passPercent: '12.5', result: 'Fail' as const }];
    const first = gradedCandidate({ report: gradedReport({ passPercent: '50', testResult: 'Fail', sections }) });
    const sheets = await read(testReport(), walkOf([pendingCandidate(), first, second]));

    expect([...sheets.keys()].toSorted()).toEqual(['Candidates', 'Questions', 'Results', 'Sections', 'Statistics', 'Test']);
    const blank = [null, null, null, null];
    expect(sheets.get('Test')).toEqual([
      ['Account', 'Assay & Söhne', ...blank],
      ['Test', '=1+1', ...blank],
      ['Test id', 7, ...blank],
      ['Test key', null, ...blank],
      ['Status', 'Active', ...blank],
      ['Newest version', 2, ...blank],
      ['Duration (min)', 60, ...blank],
      ['Questions', 3, ...blank],
      ['Maximum score', 7.5, ...blank],
      ['Exported at (UTC)', date('2026-11-21T10:15:00'), ...blank],
      [null, null, ...blank],
      ['Version', 'Section', 'Type', 'Questions', 'Maximum', 'Duration of version (min)'],
      [2, 'Basics', 'general questions', 2, 5, 60],
      [2, 'Depth & width', 'coding questions', 1, 2.5, 60],
      [1, 'Basics', 'general questions', 2, 5, 30],
      [1, 'Depth & width', 'coding questions', 1, 2.5, 30],
    ]);

    const dates = [date('2026-01-02T03:04:05'), date('2026-02-28T23:59:59'), date('2026-03-01T00:30:00')];
    const facts = ['Time taken (min)', 'Test link', 'Status', 'Report', 'Version', 'Invited on (UTC)', 'Attempted on (UTC)'];
    const violations = ['Window violations', 'Seconds outside', 'Answers counted late', 'Time taken (s)'];
    const mark = ['Pass mark (%)', 'Result'];
    const head = ['Invitation id', 'Name', 'Email', 'Rank', 'Score', 'Maximum', 'Share of the maximum', ...mark, 'Basics', 'Depth & width'];
    const attempt = [31, 'Spring', 'Completed', 'Generated', 2, ...dates];
    expect(sheets.get('Candidates')).toEqual([
      [...head, ...facts, 'Completed on (UTC)', ...violations],
      [102, 'Bo', 'bo@x.test', ...Array(10).fill(null), 'Pending', 'Pending', null, date('2026-01-01T00:00:00'), ...Array(6).fill(null)],
      [101, 'Ana Lima', 'ana@x.test', 1, 3.75, 7.5, 0.5, 50, 'Fail', 4, -0.25, ...attempt, 2, 45, 0, 1830],
      [100, 'Cy', 'cy@x.test', 2, 3, 7.5, 0.4, null, null, null, null, ...attempt, 0, 0, 3, 1830],
    ]);

    expect(sheets.get('Results')).toEqual([
      ['Invitation id', 'Name', '1', '2', '3'],
      [101, 'Ana Lima', 2.5, 1.5, -0.25],
      [100, 'Cy', 0.1, 0, 2.5],
    ]);

    const counted = sheets.get('Statistics') ?? [];
    expect(counted.slice(0, 11).map(([, value]) => value)).toEqual([
      ...['More attempts wait to be counted than one export counts: export again', ...Array(7).fill(null), 0.4, 0.45, 0.5],
    ]);

    expect(sheets.get('Sections')).toEqual([
      ['Invitation id', 'Name', 'Email', 'Section', 'Score', 'Maximum', ...mark],
      [101, 'Ana Lima', 'ana@x.test', 'Basics', 4, 5, null, null],
      [101, 'Ana Lima', 'ana@x.test', 'Depth & width', -0.25, 2.5, 12.5, 'Fail'],
    ]);

    const prompt = 'What is…';
    const counts = ['Marks', 'Graded', 'Right', 'Partly right', 'Wrong', 'Blank', 'Right % of graded', 'Average score', 'Void'];
    const ungraded = [2.5, 0, 0, 0, 0, 0, null, null, 0];
    expect(sheets.get('Questions')).toEqual([
      ['Version', 'Number', 'Id', 'Section', 'Kind', 'Question', ...counts],
      [2, 1, 'question-1', 'Basics', 'numeric', prompt, 2.5, 2, 1, 1, 0, 0, 0.5, 1.3, 0],
      [2, 2, 'question-2', 'Basics', 'numeric', 'Quest…', 2.5, 2, 0, 1, 0, 1, 0, 0.75, 0],
      [2, 3, 'question-3', 'Depth & width', 'numeric', 'Quest…', 2.5, 2, 1, 0, 1, 0, 0.5, 1.125, 0],
      [1, 1, 'question-1', 'Basics', 'numeric', prompt, ...ungraded],
      [1, 2, 'question-2', 'Basics', 'numeric', 'Quest…', ...ungraded],
      [1, 3, 'question-3', 'Depth & width', 'numeric', 'Quest…', ...ungraded],
    ]);
  });

  it('counts a void question of an attempt apart from right, wrong and average', async () => {
    const report = gradedReport();
    const voided = { ...report, questions: report.questions.map((one) => ({ ...one, void: 'full-marks' as const })) };
    const sheets = await read(testReport(), walkOf([gradedCandidate(), gradedCandidate({ testInvitationId: 100, report: voided })]));
    const rows = sheets.get('Questions')?.slice(1, 4) ?? [];
    expect(rows.map((row) => row.slice(7))).toEqual([
      [1, 1, 0, 0, 0, 1, 2.5, 1],
      [1, 0, 1, 0, 0, 0, 1.5, 1],
      [1, 0, 0, 1, 0, 0, -0.25, 1],
    ]);
  });

  it('has the figures of the domain, and a sheet of how each question works, without its options', async () => {
    const question = {
      ...{
        id: 'question-1',
        questionId: 21,
        versions: [2, 1],
        kind: 'single-choice' as const,
        prompt: 'What is the whole of this prompt?',
      },
      ...{ corrected: null, otherKey: 0 },
      ...{ candidates: 40, void: null, difficulty: 0.25, discrimination: -0.12, right: 10, partial: 0, wrong: 28, blank: 2 },
      ...{ timed: 31, medianSeconds: 75, flags: [{ flag: 'check-key' as const, advice: 'Check the key first.' }] },
      options: [{ optionId: 'a', text: 'Secret option', correct: true, candidates: 10, meanPercent: 50 }],
    };
    const statistics = {
      ...{ candidates: 40, meanPercent: 62.5, standardDeviationPercent: 14.2 },
      distribution: Array.from({ length: 10 }, (_, index) => ({ from: index * 10, to: index * 10 + 10, candidates: index })),
      reliability: {
        ...{ versions: [2], candidates: 38, questions: 3, mean: 5, standardDeviation: 1.136 },
        ...{ alpha: 0.712, lower: 0.6, upper: 0.8, standardError: 0.61 },
      },
      questions: [
        { ...question, corrected: { version: 2, at: '2026-02-20T10:00:00.000Z', attempts: 7 }, otherKey: 1 },
        { ...question, id: 'question-2', questionId: 22, void: 'not-counted' as const, difficulty: null, flags: [] },
      ],
    };
    const sheets = await read(testReport({ statistics }), walkOf([gradedCandidate()]));
    const counted = (sheets.get('Statistics') ?? []).map(([, value]) => value);
    expect(counted).toEqual([40, 0.625, 0.142, 0.712, 0.6, 0.8, 38, 0.61, 0.5, 0.5, 0.5, null, 'Candidates', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const key =
      'Key corrected in version 2 (2026-02-20): another result for 7 attempts. 1 attempt is graded by another key than the present one';
    expect(sheets.get('Question statistics')?.slice(1)).toEqual([
      [21, 'question-1', 'What is the…', '2, 1', 40, 0.25, -0.12, 75, 31, 'check key', key, 'Check the key first.'],
      [22, 'question-2', 'What is the…', '2, 1', 40, null, -0.12, 75, 31, 'void', null, null],
    ]);
    expect(JSON.stringify([...sheets.values()])).not.toContain('Secret option');
  });

  it('has a sheet of programs if the test asks for any', async () => {
    const report = testReport();
    const program = { language: 'cpp', accepted: 3, cases: 4 } as const;
    const graded = gradedReport();
    const [first, ...others] = graded.questions;
    if (first === undefined) throw new Error('no questions');
    const candidate = gradedCandidate({ report: { ...graded, questions: [{ ...first, program }, ...others] } });
    const versions = report.versions.map((version) => ({
      ...version,
      sections: version.sections.map((section) => ({
        ...section,
        questions: section.questions.map((question) => ({ ...question, kind: 'coding' as const })),
      })),
    }));
    const sheets = await read({ ...report, versions }, walkOf([candidate, pendingCandidate()]));
    expect(sheets.get('Programs')).toEqual([
      ['Invitation id', 'Name', 'Email', 'Version', 'Number', 'Language', 'Cases accepted', 'Cases', 'Score', 'Maximum'],
      [101, 'Ana Lima', 'ana@x.test', 2, 1, 'C++', 3, 4, 2.5, 2.5],
    ]);
  });

  it('gives equal scores one rank, and a question that keeps its id one column in all versions', async () => {
    const report = testReport();
    const of = (testInvitationId: number, score: string, version: number) =>
      gradedCandidate({ testInvitationId, version, report: gradedReport({ score }) });
    const walk = walkOf([of(1, '2', 2), of(2, '5', 1), of(3, '-1', 2), of(4, '5', 2), pendingCandidate()]);
    const sheets = await read(report, walk);
    expect(sheets.get('Candidates')?.map((row) => row[3])).toEqual(['Rank', 3, 1, 4, 1, null]);
    expect(sheets.get('Results')?.[0]).toEqual(['Invitation id', 'Name', '1', '2', '3']);

    const [newest, ...older] = report.versions;
    const changed = older.map((version) => ({
      ...version,
      sections: version.sections.map((section) => ({
        ...section,
        questions: section.questions.map((one) => ({ ...one, id: one.number === 2 ? 'another' : one.id })),
      })),
    }));
    const versions = newest === undefined ? [] : [newest, ...changed];
    const results = (await read({ ...report, versions }, walk)).get('Results');
    expect(results?.map((row) => row.slice(2))).toEqual([
      ['1', '2', '3', 'v1: 2'],
      [2.5, 1.5, -0.25, null],
      [2.5, null, -0.25, 1.5],
      [2.5, 1.5, -0.25, null],
      [2.5, 1.5, -0.25, null],
    ]);
  });

  it('shows the first words of prompts, at most half of each, without the fences of their code', async () => {
    const shown = new Map([
      ['What does this print?\n\n```js\nconsole.log(1);\n```\n', 'What does this…'],
      ['One two.', 'One…'],
      ['Why?', 'Wh…'],
      ['?', '…'],
      ['为什么天空是蓝色的', '为什么天…'],
      [`${'word '.repeat(40)}end`, `${'word '.repeat(12).trim()}…`],
    ]);
    const report = testReport();
    const [version = expect.fail()] = report.versions;
    const [section = expect.fail()] = version.sections;
    const [question = expect.fail()] = section.questions;
    const questions = [...shown.keys()].map((prompt, index) => ({ ...question, questionId: 100 + index, prompt }));
    const sheets = await read({ ...report, versions: [{ ...version, sections: [{ ...section, questions }] }] }, walkOf([]));
    expect(
      sheets
        .get('Questions')
        ?.slice(1)
        .map((row) => row[5]),
    ).toEqual([...shown.values()]);
  });

  it('stores every name as text, whatever it looks like', async () => {
    const formulas = ['=HYPERLINK("http://x")', '+1', '@x', '-2', '\t=1', '1.5', '2026-01-02', 'TRUE', "'quoted"];
    const texts = ['_x0041_', '_x000d_', '<&">]]>', ' spaces ', 'Zoë 🎉 علي 山田', 'two\nlines'];
    const names = [...formulas, ...texts];
    const sheets = await read(testReport(), walkOf(names.map((fullName) => pendingCandidate({ fullName }))));
    expect(sheets.get('Candidates')?.map((row) => row[1])).toEqual(['Name', ...names]);
  });

  it('leaves out what XML cannot carry and what a cell cannot hold', async () => {
    const names = ['a\u0000\u0007\u001Fb\uFFFE', 'lone \uD83C and \uDF89', 'cr\r\nlf', `${'x'.repeat(32_766)}🎉`];
    const sheets = await read(testReport(), walkOf(names.map((fullName) => pendingCandidate({ fullName }))));
    const shown = ['ab', 'lone \uFFFD and \uFFFD', 'cr\nlf', 'x'.repeat(32_766)];
    expect(sheets.get('Candidates')?.map((row) => row[1])).toEqual(['Name', ...shown]);
  });

  it('goes on in further sheets under the same header where one is full', async () => {
    const candidates = [1, 2, 3, 4, 5, 6].map((testInvitationId) => gradedCandidate({ testInvitationId }));
    const sheets = await read(testReport(), walkOf(candidates), { mostRows: 7 });
    const ids = (name: string) => sheets.get(name)?.map((row) => row[0]);
    expect([...sheets.keys()].toSorted()).toEqual([
      'Candidates',
      'Questions',
      'Results',
      'Sections',
      'Sections 2',
      'Statistics',
      'Statistics 2',
      'Statistics 3',
      'Statistics 4',
      'Test',
      'Test 2',
      'Test 3',
    ]);
    expect(ids('Candidates')).toEqual(['Invitation id', 1, 2, 3, 4, 5, 6]);
    expect(ids('Sections')).toEqual(['Invitation id', 1, 1, 2, 2, 3, 3]);
    expect(ids('Sections 2')).toEqual(['Invitation id', 4, 4, 5, 5, 6, 6]);
  });
});
