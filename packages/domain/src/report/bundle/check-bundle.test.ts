import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredDefinition } from '../../assessment/test-file.ts';
import type { Answer } from '../../attempt/answer.ts';
import { type Verdict, verdicts } from '../../coding/verdicts.ts';
import type { StoredQuestion } from '../../questions/kinds.ts';
import { generateReport } from '../grading/generate-report.ts';
import { graderVersion } from '../grading/grader.ts';
import { paperOf, type ReportBundle } from './bundle.ts';
import { namesNoAccount } from './bundle-account.ts';
import { checkBundle, readBundle } from './check-bundle.ts';

const limits = { seconds: 1, memory: 64, from: { seconds: 'author', memory: 'author' } } as const;
const time = { rule: 'quickest of at most 3 within 15 %' as const, limit: 1, tries: [0.01] };
const source = { language: 'javascript', source: 'console.log(1)' } as const;

/** The bundle of an attempt as its export makes it, after its way through JSON. */
const bundleOf = (
  definition: StoredDefinition,
  {
    answers,
    found = {},
    reviewed = {},
    late = [],
    grader = graderVersion,
  }: {
    answers: Record<number, Answer>;
    found?: Record<number, readonly Verdict[]>;
    reviewed?: Record<number, string>;
    late?: number[];
    grader?: number;
  },
): ReportBundle => {
  const { figures, content } = generateReport({
    definition,
    answers: new Map(Object.entries(answers).map(([id, answer]) => [Number(id), answer])),
    verdicts: new Map(Object.entries(found).map(([id, list]) => [Number(id), list])),
    reviewed: new Map(Object.entries(reviewed).map(([id, score]) => [Number(id), score])),
    late: new Set(late),
    events: [
      { type: 'left', at: 61_500 },
      { type: 'returned', at: 70_000 },
    ],
    completedAt: 100_000,
    grader,
  });
  const bundle: ReportBundle = {
    version: 1,
    grader,
    server: 'https://assay.example',
    issuedAt: '1970-01-01T01:00:00.000Z',
    account: { accountId: 7, name: 'Acme Hiring' },
    testInvitationId: 12,
    attempt: 1,
    candidate: { fullName: 'Ana Núñez', emailId: 'ana@example.com', nameAtCompletion: 'Ana Núñez' },
    test: { testId: 3, key: null, name: definition.name, version: 1 },
    startedAt: '1970-01-01T00:01:00.000Z',
    completedAt: '1970-01-01T00:01:40.000Z',
    completedBy: 'candidate',
    paper: paperOf(definition),
    answers: Object.entries(answers).map(([id, answer]) => ({ questionId: Number(id), answer, late: late.includes(Number(id)) })),
    programs: Object.entries(found).map(([id, list]) => ({
      questionId: Number(id),
      testVersion: 1,
      language: 'javascript',
      engine: 'embedded',
      version: 'ES2023',
      limits,
      cases: list.map((verdict, index) => ({ name: String(index + 1), verdict, seconds: 0.01, memory: null, time })),
    })),
    reviews: Object.entries(reviewed).map(([id, score]) => ({ questionId: Number(id), score })),
    events: [
      { type: 'left', at: '1970-01-01T00:01:01.500Z' },
      { type: 'returned', at: '1970-01-01T00:01:10.000Z' },
    ],
    result: { figures, content },
  };
  const read = readBundle(JSON.stringify(bundle));
  if (!read.ok) throw new Error(read.error);
  return read.value;
};

const worth = { prompt: 'What?', marks: 2, penalty: 0.5 };
const options = (correct: string) => [...'abcd'].map((optionId) => ({ optionId, text: optionId, correct: correct.includes(optionId) }));
const coding = (questionId: number): StoredQuestion => ({
  ...worth,
  questionId,
  kind: 'coding',
  io: 'stdio',
  languages: null,
  starter: { javascript: '// Write here.' },
  limits: { seconds: null, memory: null },
  solution: { javascript: 'console.log(1);' },
  wrong: [{ javascript: 'console.log(2);' }],
  compare: { by: 'tokens' },
  cases: [
    { name: '1', sample: true, weight: 1, input: '1', output: '1' },
    { name: '2', sample: false, weight: 3, input: '2', output: '2' },
  ],
  allOrNothing: false,
});
const testOf = (...questions: StoredQuestion[]): StoredDefinition => ({
  name: 'Spring',
  duration: 60,
  sections: [{ name: 'All', type: 'general questions', duration: 0, questions }],
});

const test = testOf(
  { ...worth, questionId: 1, kind: 'single-choice', options: options('b') },
  { ...worth, questionId: 2, kind: 'multiple-choice', options: options('abd') },
  { ...worth, questionId: 3, kind: 'numeric', answer: 12.5, tolerance: 0.1 },
  { ...worth, questionId: 4, kind: 'text', answers: ['Paris'] },
  coding(5),
);

const given = fc.record({
  answers: fc.record({
    1: fc.constantFrom<Answer>(...'abcd', null),
    2: fc.subarray([...'abcd']),
    3: fc.oneof(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), fc.constantFrom<Answer>(12.5, 12.6, 12.4, -0, null)),
    4: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('Paris', ' PARIS', 'Pariß', 'Ｐａｒｉｓ', '\u200b')),
    5: fc.constant<Answer>(source),
  }),
  found: fc.record({ 5: fc.array(fc.constantFrom(...verdicts.filter((one) => one !== 'not-run')), { minLength: 2, maxLength: 2 }) }),
  late: fc.subarray([1, 4]),
});

describe('a bundle', () => {
  it('of an essay counts the score that people gave, which nothing else in the bundle gives', () => {
    const essay: StoredQuestion = {
      ...worth,
      penalty: 0,
      questionId: 1,
      kind: 'essay',
      words: { min: null, max: null },
      rubric: [{ criterion: 'Argument', levels: [0, 2].map((marks) => ({ marks, text: 'x' })) }],
      graders: 1,
      reconcile: 0,
      blind: true,
    };
    const paper = {
      name: 'Essays',
      duration: 10,
      sections: [{ name: 'One', type: 'general questions', duration: 0, questions: [essay] }],
    } as const;
    const bundle = bundleOf(paper, { answers: { 1: 'Because.' }, reviewed: { 1: '1.5' } });
    expect(checkBundle(bundle)).toMatchObject({ graded: true, answers: 0, reviews: 1, differences: [] });
    const other = { ...bundle, reviews: [{ questionId: 1, score: '2' }] };
    expect(checkBundle(other)).toMatchObject({
      differences: expect.arrayContaining([expect.objectContaining({ stated: '"1.5"', graded: '"2"' })]),
    });
    expect(() => checkBundle({ ...bundle, reviews: [] })).toThrow(/nobody graded/);
  });

  it('gives the result that it states when it is graded again by its version, whatever was answered', () => {
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: graderVersion }), (attempt, grader) => {
        const check = checkBundle(bundleOf(test, { ...attempt, grader }));
        expect(check).toMatchObject({ graded: true, programs: 1, differences: [] });
      }),
    );
  });

  it('says where another result is stated than its answers give', () => {
    const bundle = bundleOf(test, { answers: { 1: 'b', 5: source }, found: { 5: ['accepted', 'wrong-answer'] } });
    expect(bundle.result.figures).toMatchObject({ score: '2.5', totalScore: '10', wv: 1, tv: 9 });
    const { figures, content } = bundle.result;
    const stated = { ...bundle, result: { figures: { ...figures, score: '9' }, content } };
    expect(checkBundle(stated)).toMatchObject({ differences: [{ at: 'result.figures.score', stated: '"9"', graded: '"2.5"' }] });
    const answers = bundle.answers.map((one) => (one.questionId === 1 ? { ...one, answer: 'a' } : one));
    expect(checkBundle({ ...bundle, answers })).toMatchObject({
      differences: expect.arrayContaining([expect.objectContaining({ graded: '"0"' })]),
    });
    const without = { ...bundle, result: { figures, content: { ...content, questions: content.questions.slice(1) } } };
    expect(checkBundle(without)).toMatchObject({
      differences: expect.arrayContaining([expect.objectContaining({ stated: '4', graded: '5' })]),
    });
  });

  it('of a version whose reports have other fields is compared by those that it states', () => {
    const bundle = bundleOf(test, { answers: { 1: 'b' } });
    const { score, totalScore } = bundle.result.figures;
    const result = (figures: object) => ({
      ...bundle,
      result: { figures: { score, totalScore, ...figures }, content: bundle.result.content },
    });
    for (const figures of [{}, { later: null }]) expect(checkBundle(result(figures))).toMatchObject({ differences: [] });
    expect(checkBundle(result({ later: 1 }))).toMatchObject({ differences: [{ at: 'result.figures.later', graded: 'nothing' }] });
  });

  it('counts answers that are graded again apart from programs, and no blanks', () => {
    const bundle = bundleOf(test, { answers: { 1: 'b', 2: [], 4: ' ', 5: source }, found: { 5: ['accepted', 'accepted'] } });
    expect(checkBundle(bundle)).toMatchObject({ answers: 1, programs: 1 });
  });

  it('holds no program but the candidate’s, and what a query is compared with', () => {
    const { paper } = bundleOf(testOf(coding(1)), { answers: {} });
    expect(JSON.stringify(paper)).not.toContain('console.log');
    const sql: StoredQuestion = {
      ...worth,
      questionId: 1,
      kind: 'sql',
      schema: '',
      data: [''],
      starter: 'select',
      limits: { seconds: null, memory: null },
      solution: 'select 1',
      wrong: ['select 2'],
    };
    expect(bundleOf(testOf(sql), { answers: {} }).paper.sections[0]?.questions).toEqual([{ ...sql, starter: null, wrong: [] }]);
  });

  it('that names no account is refused with the reason', () => {
    const { account, ...without } = bundleOf(test, { answers: {} });
    for (const other of [
      undefined,
      null,
      7,
      {},
      { accountId: 7 },
      { name: 'Acme' },
      { accountId: '7', name: 'Acme' },
      { ...account, accountId: 1.5 },
    ])
      expect(readBundle(JSON.stringify({ ...without, account: other }))).toEqual({ ok: false, error: namesNoAccount });
    expect(readBundle(JSON.stringify({ ...without, account }))).toMatchObject({ ok: true, value: { account } });
  });

  it('of another format, or graded by rules of another version, is not graded', () => {
    const bundle = bundleOf(test, { answers: {} });
    expect(checkBundle({ ...bundle, grader: graderVersion + 1 })).toMatchObject({ graded: false });
    for (const text of ['', 'null', '[]', '{}', JSON.stringify({ ...bundle, version: 2 }), JSON.stringify({ ...bundle, answers: 1 })])
      expect(readBundle(text)).toMatchObject({ ok: false });
  });

  // Fails when answers that were graded get another score or outcome. Then raise graderVersion and keep the former rules: honest bundles of theirs
  // must not look forged.
  describe.each([1, 2])('of version %i is graded as it always was', (grader) => {
    const graded = (answers: Record<number, Answer>, found: readonly Verdict[]) =>
      bundleOf(test, { answers: { ...answers, 5: source }, found: { 5: found }, grader }).result.content.questions.map(
        ({ score, outcome }) => `${outcome} ${score}`,
      );

    it('with all right', () => {
      const right = { 1: 'b', 2: ['a', 'b', 'd'], 3: 12.6, 4: ' paRIS ' };
      expect(graded(right, ['accepted', 'accepted'])).toEqual(Array(5).fill('right 2'));
    });

    it('with some wrong and partly right', () => {
      const mixed = { 1: 'a', 2: ['a', 'b'], 3: 12.7, 4: 'Rome' };
      const scores = ['wrong -0.5', 'partial 1.33', 'wrong -0.5', 'wrong -0.5', 'partial 0.5'];
      expect(graded(mixed, ['accepted', 'wrong-answer'])).toEqual(scores);
      const blanks = ['blank 0', 'wrong -0.5', 'blank 0', 'blank 0', 'partial 1.5'];
      expect(graded({ 2: ['c'] }, ['wrong-answer', 'accepted'])).toEqual(blanks);
    });

    it('with texts of other keyboards, and what nobody can see', () => {
      const textOf = (given: string) => graded({ 4: given }, ['accepted', 'accepted'])[3];
      for (const given of ['Ｐａｒｉｓ', 'Pa\u200bris\u3000']) expect(textOf(given)).toBe(grader === 1 ? 'wrong -0.5' : 'right 2');
      expect(textOf('\u3000')).toBe('blank 0');
      expect(textOf('\u200b\u3000')).toBe(grader === 1 ? 'wrong -0.5' : 'blank 0');
    });

    it('with as many wrong picks as right ones', () => {
      const outcome = grader === 1 ? 'partial' : 'wrong';
      const scores = ['blank 0', `${outcome} 0`, 'blank 0', 'blank 0', 'wrong -0.5'];
      expect(graded({ 2: ['a', 'c'] }, ['runtime-error', 'time-limit-exceeded'])).toEqual(scores);
    });
  });

  it('names the version that graded it, so that one of version 1 stated as version 2 is refused', () => {
    const bundle = bundleOf(test, { answers: { 2: ['a', 'c'] }, grader: 1 });
    expect(checkBundle(bundle)).toMatchObject({ graded: true, differences: [] });
    expect(checkBundle({ ...bundle, grader: 2 })).toMatchObject({
      differences: [
        { at: 'result.content.questions[1].outcome', stated: '"partial"', graded: '"wrong"' },
        { at: 'result.content.grader', stated: '1', graded: '2' },
      ],
    });
  });
});
