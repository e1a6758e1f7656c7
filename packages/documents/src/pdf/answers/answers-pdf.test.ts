import { buffer } from 'node:stream/consumers';
import type { AnsweredQuestion, AnswersReport } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { someReport } from '../../testing/candidate-reports.ts';
import { hasPoppler, poppler } from '../../testing/poppler.ts';
import { answersPdf } from './answers-pdf.ts';

const question = (change: Partial<AnsweredQuestion> = {}): AnsweredQuestion => ({
  questionId: 1,
  id: 'planets',
  section: 'Space',
  kind: 'single-choice',
  prompt: 'Which planet is the largest?\n\nOne of these.',
  options: [
    { optionId: 'a', text: 'Mars', correct: false },
    { optionId: 'b', text: 'Jupiter', correct: true },
  ],
  answer: 'a',
  answerText: 'Mars',
  savedAt: '2026-11-23T09:02:00.000Z',
  late: false,
  key: 'b',
  keyText: 'Jupiter',
  decidedBy: null,
  marks: 2,
  penalty: 0.5,
  score: -0.5,
  outcome: 'wrong',
  secondsShown: 65,
  pasted: null,
  timesShown: 2,
  revisions: [],
  ...change,
});
const essay = (lines: number): AnsweredQuestion => {
  const answerText = Array.from({ length: lines }, (_, index) => `Line ${index + 1} of Ana’s text, عربي`).join('\n');
  const { options: _, ...one } = question({
    questionId: 2,
    kind: 'text',
    answer: answerText,
    answerText,
    keyText: 'Paris; paname',
    pasted: 5,
  });
  return one;
};
const report = (questions: readonly AnsweredQuestion[], signals: AnswersReport['signals'] = []): AnswersReport => ({
  ...someReport(),
  attempt: 1,
  signals,
  questions,
});
const textOf = async (of: AnswersReport): Promise<string> => poppler('pdftotext', await buffer(await answersPdf(of)), '-layout').toString();

describe.runIf(hasPoppler)("the PDF of a candidate's answers", () => {
  it('has each question with prompt, options, answer and key, and what stands out', async () => {
    const signal = { kind: 'burst', text: '2 of 2 answers came within 1 s', figures: {}, questionIds: [1, 2] } as const;
    const text = await textOf(report([question(), essay(2)], [{ ...signal, questionIds: [1, 2] }]));
    for (const part of [
      'Question 1 · Space',
      'Wrong: −0.5 of 2',
      '1 minute 5 seconds, in 2 visits',
      'Which planet is the largest?',
      /a\s+Mars\s+\(picked\)/,
      /b\s+Jupiter\s+\(right\)/,
      'Line 2 of Ana’s text',
      'Paris; paname',
      '5 characters',
      '2 of 2 answers came within 1 s',
      'no verdict',
    ])
      expect(text).toMatch(part instanceof RegExp ? part : new RegExp(part.replace(/[.()?]/g, '\\$&')));
  });

  it('has the code of a prompt without its fences, indented as it was', async () => {
    const text = await textOf(report([question({ prompt: 'What is printed?\n\n```js\nif (true)\n  print(1);\n```\n' })]));
    expect(text).toMatch(/What is printed\?\s+if \(true\)\n\s+print\(1\);/);
    expect(text).not.toContain('`');
  });

  it('has pictures of prompts and options in words: their bytes were set as text, for minutes', async () => {
    const picture = `![A fox](data:image/png;base64,${'iVBOR'.repeat(200)})`;
    const options = [{ optionId: 'a', text: picture, correct: true }];
    const text = await textOf(report([question({ prompt: `Which is it? ${picture}`, options })]));
    expect(text.match(/\(picture: A fox\)/g)).toHaveLength(2);
    expect(text).not.toContain('iVBOR');
  });

  it('has the rubric of what people grade, with each grade, who gave it and what they said', async () => {
    const levels = [0, 4].map((marks) => ({ marks, text: `Worth ${marks}` }));
    const grade = { type: 'grade' as const, keyName: 'Ben grades', marks: [0], score: '0', comment: null, reason: null };
    const review: AnsweredQuestion['review'] = {
      state: 'graded',
      graders: 2,
      given: 2,
      reconcile: 1,
      rubric: [{ criterion: 'Argument', levels }],
      grades: [
        { ...grade, at: '2026-02-23T18:00:00.000Z' },
        { ...grade, type: 'reconciliation', keyName: null, marks: [4], score: '4', comment: 'We talked.', at: '2026-02-23T19:00:00.000Z' },
      ],
    };
    const decidedBy = '2 graders, by a rubric: Argument (0 to 4)';
    const text = await textOf(report([{ ...essay(2), kind: 'essay', key: null, keyText: null, decidedBy, review }]));
    for (const part of [
      decidedBy,
      'graded; the reconciliation counts',
      'Grade by Ben grades: 0 of 4, 23 February 2026',
      'Argument: 0 of 4, Worth 0',
      'Reconciliation by the operator: 4 of 4',
      'Comment: We talked.',
      '4: Worth 4',
    ])
      expect(text).toContain(part);
  });

  it('says of a program what decides, and of how many samples and hidden cases it was accepted', async () => {
    const run = { name: '1', verdict: 'accepted', seconds: 0.1, memory: null, weight: 1, sample: true } as const;
    const runs: AnsweredQuestion['runs'] = [run, { ...run, sample: false }, { ...run, sample: false, verdict: 'wrong-answer' }];
    const decidedBy = '1 sample case and 2 hidden cases';
    const text = await textOf(report([{ ...essay(2), kind: 'coding', key: null, keyText: null, decidedBy, runs }]));
    expect(text).toContain('2 of 3 accepted: 1 of 1 samples, 1 of 2 hidden');
    expect(text).toContain(decidedBy);
  });

  it('says of a program that it was waiting when its time was over', async () => {
    const run = { name: '1', verdict: 'time-limit-exceeded', waited: true, seconds: 0, memory: null, weight: 1, sample: true } as const;
    const text = await textOf(report([{ ...essay(2), kind: 'coding', key: null, keyText: null, decidedBy: '1 case', runs: [run] }]));
    expect(text).toContain('0 of 1 accepted, 1 waiting, not computing, when its time was over');
  });

  it('goes over pages with a long text, and says what it leaves out of a longer one', async () => {
    const text = await textOf(report([essay(700), question({ questionId: 3 })]));
    expect(text).toContain('Line 500 of');
    expect(text).not.toContain('Line 501 of');
    expect(text).toContain('The rest is left out here.');
    expect(text).toContain('continued');
    expect(text).toContain('Question 3 · Space');
  });
});
