import { describe, expect, it } from 'vitest';
import { type RecordedQuestion, signalsOf } from './signals.ts';

const second = 1_000;
const minute = 60 * second;

/** Forty questions of fifty words, each answered at `at(number)`. */
const answered = (at: (number: number) => number, change: (number: number) => Partial<RecordedQuestion> = () => ({})): RecordedQuestion[] =>
  Array.from({ length: 40 }, (_, index) => ({
    questionId: index + 1,
    words: 50,
    outcome: 'right' as const,
    shownMs: 20 * second,
    changes: [at(index)],
    ...change(index),
  }));
const kindsOf = (questions: RecordedQuestion[], outside: { from: number; to: number }[] = []) =>
  signalsOf({ questions, outside }).map(({ kind }) => kind);

describe('signals', () => {
  it('are found in the longest attempt that is recorded: a thousand questions, each changed hundreds of times', () => {
    const changes = Array.from({ length: 400 }, (_, index) => index);
    const long = Array.from({ length: 1000 }, (_, index) => ({
      ...{ questionId: index + 1, words: 50, outcome: 'right' as const, shownMs: minute },
      changes: index < 499 ? changes : [minute, ...changes.map((at) => minute + at)],
    }));
    expect(signalsOf({ questions: long, outside: [] }).find(({ kind }) => kind === 'burst')).toMatchObject({ figures: { of: 1000 } });
  });

  it('are none for honest attempts: one after the other, quick, at the end, after a break, blank, or from before it was recorded', () => {
    expect(kindsOf(answered((number) => (number + 1) * 30 * second))).toEqual([]);
    expect(
      kindsOf(
        answered(
          (number) => (number + 1) * 8 * second,
          () => ({ shownMs: 8 * second }),
        ),
      ),
    ).toEqual([]);
    // All read first, then answered quickly: one each three seconds is no burst.
    expect(kindsOf(answered((number) => 20 * minute + number * 3 * second))).toEqual([]);
    // Options that are known by heart, seen before in the test.
    expect(
      kindsOf(
        answered(
          (number) => (number + 1) * 30 * second,
          (number) => (number < 2 ? { shownMs: second } : {}),
        ),
      ),
    ).toEqual([]);
    // One long break, and an answer that was thought over.
    expect(
      kindsOf(
        answered((number) => (number + 1) * 60 * second),
        [{ from: 5 * minute, to: 9 * minute + 40 * second }],
      ),
    ).toEqual([]);
    expect(
      kindsOf(
        answered(
          () => 0,
          () => ({ changes: [], outcome: 'blank', shownMs: undefined }),
        ),
      ),
    ).toEqual([]);
    expect(kindsOf([])).toEqual([]);
  });

  it('say when more was answered than anybody reads in the time', () => {
    const [faster, inOne] = signalsOf({
      questions: answered(
        (number) => 500 + number * 10,
        () => ({ shownMs: undefined }),
      ),
      outside: [],
    });
    expect(faster).toMatchObject({
      kind: 'faster-than-reading',
      figures: { answers: 40, words: 2_000, seconds: 0.9, wordsPerMinute: 134_831 },
      text: '40 questions of 2000 words were answered within 0.9 s of the start; people read 240 to 400 words a minute',
    });
    expect(inOne).toMatchObject({ kind: 'burst', figures: { answers: 40, of: 40, seconds: 0.4, quietSecondsBefore: 0.5 } });
    expect(inOne?.text).toMatch(/^40 of 40 answers came within 0.4 s;/);
  });

  it('say when right answers belong to questions that were hardly on the screen', () => {
    const at = (number: number) => (number + 1) * 30 * second;
    const [signal, ...others] = signalsOf({
      questions: answered(at, (number) => (number < 5 ? { shownMs: 2 * second } : {})),
      outside: [],
    });
    expect(others).toEqual([]);
    expect(signal).toMatchObject({
      kind: 'shown-too-briefly',
      figures: { questions: 5, words: 250, seconds: 10 },
      questionIds: [1, 2, 3, 4, 5],
    });
    const wrong = answered(at, (number) => (number < 5 ? { shownMs: 2 * second, outcome: 'wrong' } : {}));
    expect(kindsOf(wrong)).toEqual([]);
  });

  it('say when most answers came at once, and that a lost connection looks the same', () => {
    const [signal] = signalsOf({
      questions: answered((number) => (number < 10 ? (number + 1) * minute : 40 * minute + number * 100)),
      outside: [],
    });
    expect(signal).toMatchObject({ kind: 'burst', figures: { answers: 30, of: 40, seconds: 2.9, quietSecondsBefore: 1_801 } });
    expect(signal?.text).toMatch(/^30 of 40 answers came within 2.9 s, after 1801 s without any;/);
    expect(signal?.text).toContain('a connection that was lost looks the same');
  });

  it('say when right answers follow long absences again and again', () => {
    const outside = [2, 6, 10].map((at) => ({ from: at * minute, to: at * minute + 90 * second }));
    const at = (number: number) => (number < 3 ? (outside[number]?.to ?? 0) + 5 * second : (number + 20) * minute);
    const [signal] = signalsOf({ questions: answered(at), outside });
    expect(signal).toMatchObject({
      kind: 'right-after-absence',
      figures: { absences: 3, ofLongAbsences: 3, secondsAway: 270, rightAnswers: 3 },
      questionIds: [1, 2, 3],
    });
    expect(
      kindsOf(
        answered(at, () => ({ outcome: 'wrong' })),
        outside,
      ),
    ).toEqual([]);
  });
});
