import { describe, expect, it } from 'vitest';
import { saveKeys } from '../core/key-sets.ts';
import { call, callsOf, failed, noticesOf, opened, press, succeeded } from '../testing/given.ts';
import { env, review } from '../testing/samples.ts';
import { answerHeight, answerLines, answerWidth, reviewScreen } from './review.tsx';

const all = { testId: null };
const screen = opened(reviewScreen, all);
const read = [succeeded('readReviews', all, [review(), review({ reviewId: 8 })]), succeeded('getReview', { reviewId: 7 }, review())];

describe('answers that people grade', () => {
  it('are read at once, and the first is opened', () => {
    expect(opened(reviewScreen, { testId: 3 }).effects).toEqual([call('readReviews', { testId: 3 })]);
    expect(screen.when(...read.slice(0, 1)).effects).toEqual([call('getReview', { reviewId: 7 })]);
    expect(screen.when(...read).state).toMatchObject({ place: 0, picks: [null, null], criterion: 0 });
  });

  it('get a level of each criterion by a number; the first choice claims the answer', () => {
    const first = screen.when(...read, press('level-3'));
    expect(first.effects).toEqual([call('claimReview', { reviewId: 7 })]);
    expect(first.state).toMatchObject({ picks: [2, null], criterion: 1 });
    const second = first.when(press('level-2'));
    expect(second.effects).toEqual([]);
    expect(second.state).toMatchObject({ picks: [2, 1], criterion: 1 });
    expect(second.when(press('previous-criterion'), press('level-1')).state.picks).toEqual([0, 1]);
    expect(first.when(press('level-3')).state.picks).toEqual([2, null]);
  });

  it('are graded once all criteria have a level, once at a time; then the next one is opened', () => {
    expect(noticesOf(screen.when(...read, press('level-1'), press('grade')).effects)).toEqual(['Choose a level for each criterion first.']);
    const sent = screen.when(...read, press('level-3'), press('level-2'), press('grade'));
    const grade = { reviewId: 7, marks: [4, 1] };
    expect(sent.effects).toEqual([call('gradeReview', grade)]);
    expect(sent.when(press('grade')).effects).toEqual([]);
    const done = sent.when(succeeded('gradeReview', grade, review({ state: 'graded', score: '5' })));
    expect(noticesOf(done.effects)).toEqual(['Answer 7 has 5 of 5.']);
    expect(callsOf(done.effects)).toEqual([call('getReview', { reviewId: 8 })]);
    expect(done.state).toMatchObject({ review: null, busy: false, place: 0 });
  });

  it('are listed again when the last one is graded', () => {
    const one = screen.when(
      succeeded('readReviews', all, [review()]),
      ...read.slice(1),
      press('level-1'),
      press('level-1'),
      press('grade'),
    );
    const done = one.when(succeeded('gradeReview', { reviewId: 7, marks: [0, 0] }, review({ given: 1, graders: 2 })));
    expect(noticesOf(done.effects)).toEqual(['Answer 7 waits for another grader.']);
    expect(callsOf(done.effects)).toEqual([call('readReviews', all)]);
  });

  it('stay as they are while somebody reads, and after a grade that failed', () => {
    expect(screen.when(...read, { type: 'refresh' }).effects).toEqual([]);
    expect(screen.when({ type: 'refresh' }).effects).toEqual([call('readReviews', all)]);
    const grade = { reviewId: 7, marks: [4, 1] };
    const { state } = screen.when(...read, press('level-3'), press('level-2'), press('grade'), failed('gradeReview', grade));
    expect(state).toMatchObject({ busy: false, picks: [2, 1], fault: { op: 'gradeReview' } });
  });

  it('are left for the next and the one before', () => {
    const next = screen.when(...read, press('next-answer'));
    expect(next.effects).toEqual([call('getReview', { reviewId: 8 })]);
    expect(next.when(press('next-answer')).effects).toEqual([]);
    expect(next.when(press('previous-answer')).effects).toEqual([call('getReview', { reviewId: 7 })]);
  });

  it('that are files are saved where the person says, and overwrite nothing unasked', () => {
    const file = { name: 'plan.pdf', type: 'pdf', bytes: 1_234_567, sha256: 'ab' };
    const ofFile = review({ kind: 'file', file, answer: '' });
    const shown = screen.when(...read.slice(0, 1), succeeded('getReview', { reviewId: 7 }, ofFile));
    expect(answerLines(ofFile, 60).lines.at(-1)).toBe('File: plan.pdf (PDF, 1.2 MB)');
    const asked = shown.when(press('save-file'));
    expect(asked.state.dialog).toMatchObject({ kind: 'save', line: { text: 'review-7-plan.pdf' } });
    expect(reviewScreen.active(asked.state)).toEqual([saveKeys]);
    const input = { document: 'file', reviewId: 7, name: 'review-7-plan.pdf', path: 'review-7-plan.pdf', overwrite: false } as const;
    const sent = asked.when(press('submit'));
    expect(sent.effects).toEqual([call('exportDocument', input)]);
    const there = sent.when(succeeded('exportDocument', input, { saved: false, path: '/tmp/review-7-plan.pdf' }));
    const again = there.when(press('yes'));
    expect(again.effects).toEqual([call('exportDocument', { ...input, path: '/tmp/review-7-plan.pdf', overwrite: true })]);
    const done = again.when(succeeded('exportDocument', input, { saved: true, path: '/tmp/review-7-plan.pdf', bytes: 2048 }));
    expect(noticesOf(done.effects)).toEqual(['Saved /tmp/review-7-plan.pdf (2 KiB).']);
    expect(noticesOf(screen.when(...read, press('save-file')).effects)).toEqual(['The answer is no file.']);
  });

  it('are scrolled to the last line and no further', () => {
    const long = review({ answer: 'word '.repeat(3_000) });
    const down = Array.from({ length: 100 }, () => press('page-down'));
    const { state } = screen.when(...read.slice(0, 1), succeeded('getReview', { reviewId: 7 }, long), ...down);
    expect(state.top).toBe(answerLines(long, answerWidth(env)).lines.length - answerHeight(state, env));
  });
});
