import type { SimilarPair, SimilarSubmissions } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { Routes } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';
import { codeSubmission } from '../../testing/submissions.ts';

const side = (testInvitationId: number, fullName: string): SimilarPair['left'] => ({
  testInvitationId,
  attempt: 1,
  testVersion: 1,
  emailId: `${fullName.toLowerCase()}@example.com`,
  fullName,
  completedAt: '2026-11-22T10:00:00.000Z',
  fingerprints: 40,
  share: 0.9,
});
const pair: SimilarPair = {
  language: 'python',
  similarity: 0.923,
  shared: 36,
  longest: 88,
  left: side(15, 'Ann'),
  right: { ...side(12, 'Bob'), share: 0.947 },
  parts: [
    { tokens: 12, left: { from: 1, to: 1 }, right: { from: 4, to: 4 } },
    { tokens: 88, left: { from: 3, to: 4 }, right: { from: 2, to: 3 } },
  ],
};
const questions = [
  { questionId: 2, prompt: 'Sum.' },
  { questionId: 3, prompt: 'Sort.' },
];
const listed = (change: Partial<SimilarSubmissions> = {}): SimilarSubmissions => ({
  testId: 3,
  questionId: 2,
  questions,
  compared: 18,
  tooShort: 1,
  older: 0,
  found: 1,
  pairs: [pair],
  ...change,
});
const none = { found: 0, pairs: [] };
const sources: Readonly<Record<number, string>> = { 15: 'a = 1\n# mine\nb = 2\nc = 3\n', 12: 'import os\nx = 2\ny = 3\nz = 1\n' };
const submissions = (id: number) => () => ({
  testInvitationId: id,
  attempt: 1,
  submissions: [codeSubmission({ questionId: 2, source: sources[id] ?? '' })],
  nextCursor: null,
});
const routes = (first: SimilarSubmissions, second: SimilarSubmissions): Routes => ({
  'GET /manage/v1/tests/3/similar-submissions': ({ query }) => (query.questionId === '3' ? second : first),
  'GET /manage/v1/invitations/12/submissions': submissions(12),
  'GET /manage/v1/invitations/15/submissions': submissions(15),
});
const other = listed({ questionId: 3, compared: 2000, tooShort: 0, older: 240, ...none });

describe('assay tests similar', () => {
  it('lists the pairs of all questions, and how many programs were compared', async () => {
    const { code, out, requests } = await runCli(['tests', 'similar', '3'], { routes: routes(listed(), other) });
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'ALIKE  QUESTION  LANGUAGE  CANDIDATE  SHARES  CANDIDATE  SHARES    LONGEST',
        '  92%         2  python    Ann (15)      90%  Bob (12)      95%  88 tokens',
        '',
        'Compared:',
        '  question 2: 18 programs, 1 of them too short',
        '  question 3: 2,000 programs; 240 older ones were not looked at',
        'SHARES is how much of a program is also in the other one. The number behind a name is the invitation: --pair 12,15 shows two',
        'programs beside each other. That they are alike does not say why.',
        '',
      ].join('\n'),
    );
    expect(requests.map(({ query }) => query)).toEqual([{ limit: '50' }, { limit: '50', questionId: '3' }]);
  });

  it('of one question, in one language, as JSON and as ids', async () => {
    const args = ['tests', 'similar', '3', '--question', '2', '--language', 'python', '--at-least', '0.5', '--limit', '1'];
    const { out, requests } = await runCli([...args, '--json'], { routes: routes(listed({ found: 4 }), other) });
    expect(JSON.parse(out)).toEqual({ testId: 3, questions: [listed({ found: 4 })] });
    expect(requests.map(({ query }) => query)).toEqual([{ limit: '1', questionId: '2', language: 'python', atLeast: '0.5' }]);
    expect((await runCli([...args, '--quiet'], { routes: routes(listed(), other) })).out).toBe('15,12\n');
    expect((await runCli(args, { routes: routes(listed({ found: 4 }), other) })).out).toContain('3 more pairs not shown');
    expect(await runCli(['tests', 'similar', '3', '--at-least', '0.05'], { routes: {} })).toMatchObject({ code: 2 });
  });

  it('says what an empty list means', async () => {
    const { out } = await runCli(['tests', 'similar', '3'], { routes: routes(listed({ ...none, older: null }), other) });
    expect(out).toBe(
      [
        'No two programs are 70% alike or more. Compared:',
        '  question 2: 18 programs, 1 of them too short; more than 10,000 older ones were not looked at',
        '  question 3: 2,000 programs; 240 older ones were not looked at',
        '',
      ].join('\n'),
    );
    const without = listed({ ...none, questionId: null, questions: [], compared: 0, tooShort: 0 });
    expect((await runCli(['tests', 'similar', '3'], { routes: routes(without, other) })).out).toBe(
      'No question of this test is answered with a program.\n',
    );
  });

  it('shows two programs beside each other, with the lines that both have', async () => {
    const { out } = await runCli(['tests', 'similar', '3', '--pair', '12,15'], { routes: routes(listed(), other) });
    expect(out).toBe(
      [
        'Question 2: Sum.',
        'Language  python',
        'Alike     92%; the longest part has 88 tokens',
        'Left      Ann <ann@example.com>, invitation 15, completed 2026-11-22T10:00:00.000Z, shares 90%',
        'Right     Bob <bob@example.com>, invitation 12, completed 2026-11-22T10:00:00.000Z, shares 95%',
        '',
        'A 1  a = 1     │   1  import os',
        '  2  # mine    │',
        'B 3  b = 2     │ B 2  x = 2',
        'B 4  c = 3     │ B 3  y = 3',
        '               │ A 4  z = 1',
        '',
        'Lines with the same letter are alike but for names, numbers, texts, comments and space.',
        '',
      ].join('\n'),
    );
    const missing = await runCli(['tests', 'similar', '3', '--pair', '12,16'], { routes: routes(listed(), other) });
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('not among the pairs') });
  });
});
