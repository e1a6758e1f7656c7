import type { testTallies } from '@assay/store';
import { describe, expect, it } from 'vitest';
import { nextBatch } from './count-attempts.ts';

const report = (content: number, answers: number): testTallies.ReportToCount => ({
  ...{ invitationId: 1, attempt: 1, version: 1, keyVersion: 1, at: 0, startedAt: 0, completedAt: 0 },
  ...{ figures: '{}', content: 'x'.repeat(content), answers: 'x'.repeat(answers), visits: null, events: null },
});
const batch = (count: number, content: number, answers: number) => ({
  reports: Array.from({ length: count }, () => report(content, answers)),
  papers: new Map(),
});

describe('a batch of attempts', () => {
  it('has fewer of large ones, at least one, and at most a hundred of small ones', () => {
    expect(nextBatch(batch(4, 80_000, 20_000), 500_000)).toBe(5);
    expect(nextBatch(batch(5, 10_000, 0), 500_000)).toBe(50);
    expect(nextBatch(batch(50, 1000, 0), 500_000)).toBe(100);
    expect(nextBatch(batch(1, 2_000_000, 0), 500_000)).toBe(1);
  });
});
