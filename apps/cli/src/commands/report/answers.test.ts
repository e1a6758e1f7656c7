import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnsweredQuestion } from '@assay/domain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { someAnswers } from '../../testing/answers.ts';
import type { Routes } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';

const route = 'GET /manage/v1/invitations/12/answers';

const text: Partial<AnsweredQuestion> = {
  kind: 'text',
  prompt: 'Name the capital of France.',
  options: [],
  answer: 'Paris',
  answerText: 'Paris',
  key: ['Paris', 'paname'],
  keyText: 'Paris; paname',
  score: 1,
  marks: 1,
  outcome: 'right',
  pasted: 5,
  revisions: [{ revision: 3, at: '2026-11-23T09:05:00.000Z', size: 5 }],
};

describe('assay answers', () => {
  it('lists every question with its result, answer and key', async () => {
    const { code, out } = await runCli(['answers', '12'], { routes: { [route]: () => someAnswers([{}, text]) } });
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'Attempt 1 of test version 1, completed 2026-03-02 10:10Z',
        '',
        'NO  RESULT  SCORE  OF   TIME  CHANGES  ANSWER  KEY',
        ' 1  wrong    -0.5   2  1m 5s        2  Mars    Jupiter [31m',
        ' 2  right       1   1  1m 5s        1  Paris   Paris; paname',
        '',
      ].join('\n'),
    );
  });

  it('says below the list what stands out, with its numbers', async () => {
    const signal = { kind: 'burst', text: '2 of 2 answers came within 1 s', figures: { answers: 2 }, questionIds: [1, 2] } as const;
    const { out } = await runCli(['answers', '12'], { routes: { [route]: () => ({ ...someAnswers(), signals: [signal] }) } });
    expect(out).toMatch(/\n\nTo look at, no verdict:\n- 2 of 2 answers came within 1 s \(questions 1, 2\)\n$/);
    const same = {
      ...signal,
      kind: 'same-wrong-answers',
      text: '2 of 2 are the same',
      other: { testInvitationId: 34, attempt: 1 },
    } as const;
    const again = await runCli(['answers', '12'], { routes: { [route]: () => ({ ...someAnswers(), signals: [same] }) } });
    expect(again.out).toContain('- With invitation 34: 2 of 2 are the same (questions 1, 2)');
  });

  it('shows one question with its prompt, its options and when its answer was changed', async () => {
    const { out, requests } = await runCli(['answers', '12', '--question', '1'], { routes: { [route]: () => someAnswers() } });
    expect(requests.map(({ query }) => query)).toEqual([{ cursor: '0', limit: '1' }]);
    expect(out).toBe(
      [
        'Question 1 (question-1), Planets',
        'Which planet is the **largest**?',
        '',
        'Result         wrong, -0.5 of 2',
        'On the screen  1m 5s in 2 visits',
        '',
        '* picked, = right',
        '*  a  Mars',
        ' = b  Jupiter [31m',
        '',
        'Changes, UTC',
        '2026-03-02 10:01:00  b',
        '2026-03-02 10:02:00  a',
        '',
      ].join('\n'),
    );
  });

  it('shows a text with its size over time, and its key', async () => {
    const { out } = await runCli(['answers', '12', '--question', '1'], { routes: { [route]: () => someAnswers([text]) } });
    expect(out).toContain('Pasted         5 characters');
    expect(out).toContain('Answer\nParis\n\nKey\nParis; paname\n\nChanges, UTC\n2026-11-23 09:05:00  5 characters\n');
  });

  it('shows what decides where there is no key, and of an essay its grades and the rubric', async () => {
    const levels = [0, 4].map((marks) => ({ marks, text: `Worth ${marks}` }));
    const essay: Partial<AnsweredQuestion> = {
      ...text,
      kind: 'essay',
      key: null,
      keyText: null,
      decidedBy: '1 grader, by a rubric: Argument (0 to 4)',
      review: {
        state: 'graded',
        graders: 1,
        given: 1,
        reconcile: 0,
        rubric: [{ criterion: 'Argument\u001b[31m', levels }],
        grades: [
          { type: 'grade', keyName: 'Ben', marks: [4], score: '4', comment: 'Well\nput', reason: null, at: '2026-11-23T10:00:00.000Z' },
        ],
      },
    };
    const routes: Routes = { [route]: () => someAnswers([essay]) };
    expect((await runCli(['answers', '12'], { routes })).out).toMatch(/ANSWER +KEY\n.*Paris +1 grader, by a rubric: Argument \(0 to 4\)\n/);
    const { out } = await runCli(['answers', '12', '--question', '1'], { routes });
    expect(out).toContain('Decided by     1 grader, by a rubric: Argument (0 to 4)\nGrading        graded\n');
    expect(out).toContain(
      [
        'Grades',
        'Grade by Ben: 4 of 4, 2026-11-23 10:00:00 UTC',
        '  Argument [31m: 4 of 4, Worth 4',
        '  Comment: Well',
        '  put',
        '',
        'Rubric',
        'Argument [31m',
        '  0: Worth 0',
        '  4: Worth 4',
        '',
        'Changes, UTC',
      ].join('\n'),
    );
  });

  it('reads all pages for a list, of a former attempt too, and prints them as JSON', async () => {
    const [first, second] = someAnswers([{}, {}]).questions;
    const page = (questions: unknown[], nextCursor: string | null) => ({ ...someAnswers([]), questions, nextCursor });
    const routes = {
      [route]: ({ query }: { query: Record<string, string> }) => (query.cursor === '1' ? page([second], null) : page([first], '1')),
    };
    const { out, requests } = await runCli(['answers', '12', '--attempt', '1', '--json'], { routes });
    expect(requests.map(({ query }) => query)).toEqual([{ attempt: '1' }, { attempt: '1', cursor: '1' }]);
    expect(JSON.parse(out).questions).toHaveLength(2);
  });

  it('saves all of it as PDF with --output', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-answers-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'ana.pdf');
    const routes: Routes = { [`${route}.pdf`]: () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }) };
    const saved = await runCli(['answers', '12', '--attempt', '2', '--output', file], { routes });
    expect(saved).toMatchObject({ code: 0, out: `${file}: 1 KiB\n` });
    expect(saved.requests.map(({ query }) => query)).toEqual([{ attempt: '2' }]);
    expect(await readFile(file, 'utf8')).toBe('%PDF-1.7');
  });

  it('saves the file that answers a question with --question and --output, and no other answer', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-answers-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const answer = { fileId: 'f', name: '../Ana.pdf', type: 'pdf', bytes: 5, sha256: 'ab' };
    const routes: Routes = {
      [route]: () => someAnswers([{ questionId: 1, kind: 'file', answer }]),
      [`${route}/1/file`]: () => new Response('%PDF-', { headers: { 'content-type': 'application/octet-stream' } }),
    };
    const saved = await runCli(['answers', '12', '--question', '1', '--output', `${directory}/`], { routes });
    expect([saved.code, await readFile(join(directory, 'Ana.pdf'), 'utf8')]).toEqual([0, '%PDF-']);
    const other = await runCli(['answers', '12', '--question', '1', '--output', directory], {
      routes: { [route]: () => someAnswers([text]) },
    });
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('Only an answer that is a file') });
  });

  it('says when there is no such question', async () => {
    const { code, err } = await runCli(['answers', '12', '--question', '9'], { routes: { [route]: () => someAnswers([]) } });
    expect([code, err]).toEqual([2, expect.stringContaining('no question 9')]);
  });
});
