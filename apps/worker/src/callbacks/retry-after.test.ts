import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 10, 21, 10, 0, 0);
const year = 365 * 24 * 3_600_000;

it.each([
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['99999999999999999999', year],
  ['Sat, 21 Nov 2026 10:01:00 GMT', 60_000],
  ['Saturday, 21-Nov-26 10:01:00 GMT', 60_000],
  ['Sat Nov 21 10:01:00 2026', 60_000],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['Wed, 21 Nov 2096 10:00:00 GMT', year],
])('%j is %d ms from now', (header, milliseconds) => expect(readRetryAfter(header, now)).toBe(milliseconds));

it.each([undefined, '', 'soon', '-5', '1.5', '5 s', '2026-11-21T10:01:00Z', 'Sat, 99 Foo 2026 10:01:00 GMT'])('%j says nothing', (header) =>
  expect(readRetryAfter(header, now)).toBeNull(),
);

it('the first of several headers counts', () => expect(readRetryAfter(['7', '9'], now)).toBe(7_000));
