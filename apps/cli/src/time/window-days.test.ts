import { dailyWindows, findTimeZoneByName, utc } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { windowDays } from './window-days.ts';

const daysOf = (zone: string, from: string, to: string) => {
  const windows = dailyWindows({ start: Date.parse(`${from}Z`), end: Date.parse(`${to}Z`), zone: findTimeZoneByName(zone) ?? utc });
  return windowDays(windows).map(({ label, text }) => `${label}: ${text}`);
};

describe('the days of a daily window that people look at before they use it', () => {
  it('are the first one, each one on which clocks change, and the last one', () => {
    expect(daysOf('Europe/Berlin', '2026-03-20T08:00', '2026-10-30T16:00')).toEqual([
      'First day: 2026-03-20 09:00 – 17:00 +01:00',
      'Clocks change: 2026-03-29 09:00 – 17:00 +02:00',
      'Clocks change: 2026-10-25 09:00 – 17:00 +01:00',
      'Last day: 2026-10-30 09:00 – 17:00 +01:00',
    ]);
  });

  it('are the night and the day of the change for a window past midnight', () => {
    expect(daysOf('Europe/Berlin', '2026-03-20T21:00', '2026-04-10T02:00')).toEqual([
      'First day: 2026-03-20 22:00 – 04:00 the next day +01:00',
      'Clocks change: 2026-03-28 22:00 +01:00 – 04:00 +02:00 the next day (5 h 00 min)',
      'Clocks change: 2026-03-29 22:00 – 04:00 the next day +02:00',
      'Last day: 2026-04-09 22:00 – 04:00 the next day +02:00',
    ]);
  });

  it('say where clocks leave nothing of a window', () => {
    expect(daysOf('Europe/Berlin', '2026-03-20T01:30', '2026-04-10T01:15')).toContain(
      'Clocks change: 2026-03-29 not open: clocks skip these hours',
    );
  });

  it('are one where the range has one day, and two where clocks never change, also in 8,000 years', () => {
    expect(daysOf('Europe/Berlin', '2026-03-29T00:30', '2026-03-29T02:00')).toEqual([
      'First day: 2026-03-29 01:30 +01:00 – 04:00 +02:00 (1 h 30 min)',
    ]);
    expect(daysOf('Asia/Kolkata', '2000-01-01T03:30', '9999-12-31T11:30')).toEqual([
      'First day: 2000-01-01 09:00 – 17:00 +05:30',
      'Last day: 9999-12-31 09:00 – 17:00 +05:30',
    ]);
  });
});
