import { eventually } from '@assay/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchEventLoop } from './event-loop-delay.ts';

const longestIn = (words: string): number => Number(/at most (\d+) ms/.exec(words)?.[1]);

it('a delay of the event loop is told for the minute in which it was and the following one, and then no more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const watch = watchEventLoop();
  onTestFinished(() => watch.close());
  const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
  await eventually(async () => {
    for (const until = performance.now() + 80; performance.now() < until; );
    await turn();
    expect(watch.inWords()).toMatch(/^event loop delayed by at most \d+ ms in the last minute, p99 \d+ ms$/);
    expect(longestIn(watch.inWords())).toBeGreaterThan(50);
  });
  const told = longestIn(watch.inWords());
  vi.advanceTimersByTime(60_000);
  expect(longestIn(watch.inWords())).toBe(told);
  vi.advanceTimersByTime(60_000);
  expect(longestIn(watch.inWords())).toBeLessThan(told);
});
