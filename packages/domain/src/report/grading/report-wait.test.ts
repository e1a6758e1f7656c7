import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reviewStates } from '../../review/review.ts';
import { planReport } from './report-wait.ts';

const attempt = { needed: [1, 2], reviews: [], isPresent: true, hasPrograms: false };
const review = (question_id: number, state: (typeof reviewStates)[number]) => ({ question_id, state });
const both = [review(1, 'graded'), review(2, 'withdrawn')];

describe('a report', () => {
  it('waits for programs before people, and for people as long as an answer has no grade', () => {
    expect(planReport({ ...attempt, hasPrograms: true }).wait).toBe('gradings');
    expect(planReport(attempt)).toEqual({ missing: [1, 2], reopened: [], withdrawn: [], wait: 'reviews' });
    expect(planReport({ ...attempt, reviews: [review(1, 'graded'), review(2, 'reconcile')] }).wait).toBe('reviews');
    expect(planReport({ ...attempt, reviews: [review(1, 'graded'), review(2, 'graded')] }).wait).toBe('nothing');
  });

  it('does not wait for an answer that needs no grade, which leaves the queue, and waits again when it needs one', () => {
    const open = [review(1, 'graded'), review(2, 'waiting')];
    expect(planReport({ ...attempt, needed: [1], reviews: open })).toMatchObject({ withdrawn: [open[1]], wait: 'nothing' });
    expect(planReport({ ...attempt, reviews: both })).toMatchObject({ reopened: [both[1]], wait: 'reviews' });
  });

  it('of an attempt that was reset waits for nobody, and has nothing in the queue', () => {
    const open = [review(1, 'waiting')];
    expect(planReport({ ...attempt, reviews: open, isPresent: false })).toEqual({
      missing: [],
      reopened: [],
      withdrawn: open,
      wait: 'withdrawn',
    });
    expect(planReport({ ...attempt, reviews: both, isPresent: false }).wait).toBe('withdrawn');
    expect(planReport({ ...attempt, needed: [1], reviews: both, isPresent: false }).wait).toBe('nothing');
  });

  it('waits for people exactly as long as there is something for them to grade', () => {
    const question = fc.integer({ min: 1, max: 4 });
    const states = fc.dictionary(question.map(String), fc.constantFrom(...reviewStates));
    fc.assert(
      fc.property(fc.uniqueArray(question), states, fc.boolean(), (needed, found, isPresent) => {
        const reviews = Object.entries(found).map(([id, state]) => review(Number(id), state));
        const { missing, reopened, withdrawn, wait } = planReport({ needed, reviews, isPresent, hasPrograms: false });
        const open = reviews.filter((one) => ['waiting', 'reconcile'].includes(one.state) && !withdrawn.includes(one));
        expect(wait === 'reviews').toBe(missing.length + reopened.length + open.length > 0);
      }),
    );
  });
});
