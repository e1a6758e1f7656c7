import { describe, expect, it } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

describe('a token bucket', () => {
  const setUp = (perSecond = 20, burst = 300) => {
    const clock = { now: 1_000_000.5 };
    const buckets = new TokenBuckets({ perSecond, burst }, () => clock.now);
    const accepted = (key: string, tries: number) =>
      Array.from({ length: tries }, () => buckets.take(key)).filter((wait) => wait === 0).length;
    return { clock, buckets, accepted };
  };

  it('gives its burst at once and nothing more', () => {
    const { accepted } = setUp();
    expect(accepted('ana', 400)).toBe(300);
  });

  it('then gives so many a second', () => {
    const { clock, accepted } = setUp();
    accepted('ana', 300);
    for (let second = 0; second < 10; second += 1) {
      clock.now += 1000;
      expect(accepted('ana', 100)).toBe(20);
    }
  });

  it('tells the time until the next one is given, and it is given then', () => {
    const { clock, buckets, accepted } = setUp(2, 3);
    accepted('ana', 3);
    expect(buckets.take('ana')).toBe(500);
    clock.now += 200;
    expect(buckets.take('ana')).toBe(300);
    clock.now += 300;
    expect(buckets.take('ana')).toBe(0);
    expect(buckets.take('ana')).toBe(500);
  });

  it('never holds more than its burst, however long it waits', () => {
    const { clock, accepted } = setUp();
    accepted('ana', 300);
    clock.now += 3_600_000;
    expect(accepted('ana', 1000)).toBe(300);
  });

  it('is one for each key', () => {
    const { accepted } = setUp();
    accepted('ana', 400);
    expect(accepted('ben', 400)).toBe(300);
  });

  it('is forgotten when many others are used after it, so that memory stays bounded', () => {
    const { buckets, accepted } = setUp(1, 1);
    accepted('ana', 1);
    for (let other = 0; other < 20_000; other += 1) buckets.take(`other ${other}`);
    expect(buckets.take('ana')).toBe(0);
  });
});
