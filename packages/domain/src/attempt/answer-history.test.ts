import { describe, expect, it } from 'vitest';
import { changeOf, formatHistory, longestHistory, parseHistory, thinHistory } from './answer-history.ts';

const at = { revision: 3, at: 61_000 };

describe('the history of an answer', () => {
  it('keeps what was picked and numbers, and of texts and programs only the size', () => {
    expect(changeOf('b', { ...at, isPick: true })).toEqual({ ...at, size: 1, short: 'b' });
    expect(changeOf(['a', 'c'], { ...at, isPick: true })).toEqual({ ...at, size: 2, short: 'ac' });
    expect(changeOf(12.5, { ...at, isPick: false })).toEqual({ ...at, size: 1, short: 12.5 });
    expect(changeOf('Paris', { ...at, isPick: false })).toEqual({ ...at, size: 5 });
    expect(changeOf({ language: 'python', source: 'x = 1' }, { ...at, isPick: false })).toEqual({ ...at, size: 5 });
    expect(changeOf(null, { ...at, isPick: false })).toEqual({ ...at, size: 0 });
  });

  it('is read as it was written, also after what an earlier version wrote without one', () => {
    const changes = [
      changeOf('b', { ...at, isPick: true }),
      changeOf('Paris', { ...at, isPick: false }),
      changeOf('Paris', { ...at, isPick: false, pasted: 4 }),
    ];
    expect(parseHistory(formatHistory(changes))).toEqual(changes);
    expect(parseHistory(`,${formatHistory(changes)}`)).toEqual(changes);
    expect(parseHistory('')).toEqual([]);
  });

  it('is thinned where it is oldest, and stays within its bound however often it is', () => {
    let changes = [changeOf('x', { revision: 1, at: 0, isPick: false })];
    for (let revision = 2; revision <= 20_000; revision += 1) {
      changes.push(changeOf('x'.repeat(revision), { revision, at: revision * 600, isPick: false }));
      if (formatHistory(changes).length > longestHistory) changes = thinHistory(changes);
    }
    expect(formatHistory(changes).length).toBeLessThanOrEqual(longestHistory);
    expect(changes.at(0)?.revision).toBe(1);
    expect(changes.slice(-20).map(({ revision }) => revision)).toEqual(Array.from({ length: 20 }, (_, index) => 19_981 + index));
  });
});
