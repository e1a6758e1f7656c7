import { vi } from 'vitest';
import { eventLimit } from './until.ts';

/** Runs `check`, which may hold `expect`s, again and again until it passes, and gives what it gives. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: eventLimit, interval: 5 });
