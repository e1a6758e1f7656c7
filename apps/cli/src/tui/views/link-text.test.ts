import { describe, expect, it } from 'vitest';
import { windowText } from './link-text.ts';

const link = (accessTime: 0 | 1 | 2, from: string, to: string, timeZoneId: number) => ({
  accessTime,
  startDateTime: Date.parse(`${from}Z`),
  endDateTime: Date.parse(`${to}Z`),
  timeZoneId,
});

describe('the window of a link', () => {
  it.each([
    ['time-bound', link(1, '2031-03-01T03:30', '2031-03-20T11:30', 190), '2031-03-01 09:00 – 2031-03-20 17:00'],
    ['daily', link(2, '2031-03-01T03:30', '2031-03-20T11:30', 190), '2031-03-01 – 2031-03-20, 09:00 – 17:00 daily'],
    ['daily past midnight', link(2, '2031-03-01T16:30', '2031-03-05T20:30', 190), '2031-03-01 – 2031-03-05, 22:00 – 02:00 daily'],
    ['daily while clocks change', link(2, '2031-03-01T17:00', '2031-03-21T00:00', 4), '2031-03-01 – 2031-03-20, 09:00 – 17:00 daily'],
    ['any time', { ...link(0, '2031-03-01T17:00', '2031-03-20T21:00', 4), startDateTime: null, endDateTime: null }, 'any time'],
  ])('%s, is true on each of its days', (_, window, text) => {
    expect(windowText(window)).toBe(text);
  });
});
