import { beforeEach, describe, expect, it } from 'vitest';
import { Rounds } from './rounds.ts';

describe('a round of the lanes', () => {
  let now = 0;
  let rounds = new Rounds(() => now);
  beforeEach(() => {
    now = 0;
    rounds = new Rounds(() => now);
  });
  const claim = (reached: string | undefined) => {
    rounds.advance(reached);
    return { after: rounds.after, underWay: rounds.isUnderWay };
  };

  it('starts before the first lane and goes on after the last one that a claim looked at', () => {
    expect([rounds.after, rounds.isUnderWay]).toEqual(['', false]);
    expect(claim('b.test')).toEqual({ after: 'b.test', underWay: true });
    expect(claim('d.test')).toEqual({ after: 'd.test', underWay: true });
  });

  it('that took one claim starts again at once', () => {
    expect(claim(undefined)).toEqual({ after: '', underWay: false });
  });

  it('that took many claims starts again after a pause that grows with them', () => {
    const pauseAfter = (claims: number): number => {
      for (let lane = 1; lane < claims; lane += 1) claim(`${lane}.test`);
      expect(claim(undefined)).toEqual({ after: undefined, underWay: false });
      const from = now;
      while (rounds.after === undefined) now += 1;
      expect(rounds.after).toBe('');
      return now - from;
    };
    const [two, forty] = [pauseAfter(2), pauseAfter(40)];
    expect(forty).toBe(39 * two);
    expect(forty).toBeLessThan(3000);
  });
});
