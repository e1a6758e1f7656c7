import { describe, expect, it } from 'vitest';
import { fileOf, questionsOf, TestFile } from '../../assessment/test-file.ts';
import { defineTest } from '../../assessment/test-version.ts';
import { checkAnswer } from '../../attempt/check-answer.ts';
import { gradeQuestion, totalScoreOf } from '../../report/scoring.ts';
import { answerWords, keyOf } from '../../report/words/answer-words.ts';
import { fileBounds } from '../../review/file-types.ts';
import { decode } from '../../wire/decode.ts';

const level = (marks: number) => ({ marks, text: `For ${marks}` });
const upload = {
  kind: 'file',
  prompt: 'Upload it.',
  accept: ['pdf', 'text'],
  rubric: [{ criterion: 'Order', levels: [level(0), level(3)] }],
};
const read = (...questions: object[]) => decode(TestFile, { name: 'Files', duration: 30, sections: [{ name: 'One', questions }] });
const accepted = (question: object) => {
  const result = read(question);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const answer = { fileId: 'f', name: 'plan.pdf', type: 'pdf', bytes: 1_234_567, sha256: 'ab' };

describe('a question that is answered with a file', () => {
  it('has the marks of the best levels, files of 10 MiB, one grader and no names unless it says so', () => {
    const definition = defineTest(accepted(upload));
    expect(questionsOf(definition)[0]).toEqual({
      id: expect.any(String),
      questionId: 1,
      kind: 'file',
      prompt: 'Upload it.',
      marks: 3,
      penalty: 0,
      accept: ['pdf', 'text'],
      maxBytes: fileBounds.bytes,
      rubric: upload.rubric,
      graders: 1,
      reconcile: 0,
      blind: true,
    });
    expect(totalScoreOf(definition)).toBe('3');
  });

  it.each([upload, { ...upload, maxBytes: 1, graders: 2, reconcile: 1.5, blind: false, void: 'full-marks', skills: ['Plans'] }])(
    'is exported as a file that is the same test: %#',
    (question) => {
      const definition = defineTest(accepted(question));
      const [written] = fileOf(definition, { key: undefined, status: undefined }).sections[0]?.questions ?? [];
      expect(defineTest(accepted(written ?? {}))).toEqual(definition);
    },
  );

  it.each<[rule: string, question: object, path: string, message: RegExp]>([
    ['types', { ...upload, accept: undefined }, 'accept', /is required/],
    ['a type', { ...upload, accept: [] }, 'accept', /at least one type/],
    ['types that are known by their content', { ...upload, accept: ['svg'] }, 'accept[0]', /must be one of pdf, png/],
    ['each type once', { ...upload, accept: ['pdf', 'pdf'] }, 'accept', /each type once/],
    ['at most 10 MiB', { ...upload, maxBytes: fileBounds.bytes + 1 }, 'maxBytes', /at most 10485760, which is 10 MiB/],
    ['a size above 0', { ...upload, maxBytes: 0 }, 'maxBytes', /at least 1/],
    ['a rubric', { ...upload, rubric: undefined }, 'rubric', /is required/],
    ['two graders to reconcile', { ...upload, reconcile: 1 }, 'reconcile', /needs `graders: 2`/],
    ['no marks of its own', { ...upload, marks: 5 }, '', /marks/],
  ])('needs %s', (_, question, path, message) => {
    const result = read(question);
    if (result.ok) throw new Error('was accepted');
    expect(result.error.message).toMatch(message);
    expect(result.error.message).toContain(`sections[0].questions[0]${path === '' ? '' : `.${path}`}`);
  });

  it('comes at most twenty times in a test', () => {
    const times = (count: number) => read(...Array.from({ length: count }, () => upload));
    expect(times(20).ok).toBe(true);
    expect(times(21)).toMatchObject({ error: { message: expect.stringContaining('at most 20 questions of kind file, and this has 21') } });
  });

  it('is answered with a file and nothing else; without one it is 0 without a review', () => {
    const [question] = questionsOf(defineTest(accepted(upload)));
    if (question === undefined) throw new Error('no question');
    expect(checkAnswer(question, answer)).toEqual({ ok: true, value: answer });
    expect(checkAnswer(question, 'a text').ok).toBe(false);
    expect(checkAnswer(question, null)).toEqual({ ok: true, value: null });
    expect(gradeQuestion(question, null)).toMatchObject({ outcome: 'blank' });
    expect(() => gradeQuestion(question, answer)).toThrow(/nobody graded/);
    expect(gradeQuestion(question, answer, { reviewed: '3' })).toMatchObject({ outcome: 'right' });
    expect(keyOf(question)).toBeNull();
    expect(answerWords(question, answer)).toBe('plan.pdf (PDF, 1.2 MB)');
  });
});
