import { describe, expect, it } from 'vitest';
import { findTimeZone, type TimeZone } from '../time/time-zones.ts';
import { formatAccessTime } from './access-time-text.ts';

const zone = (timeZoneId: number): TimeZone => {
  const found = findTimeZone(timeZoneId);
  if (found === undefined) throw new Error(`no time zone ${timeZoneId}`);
  return found;
};

const start = Date.parse('2018-02-23T10:46:00Z');
const end = Date.parse('2018-02-24T11:46:00Z');

describe('testAccessTime', () => {
  it('names the period in the link’s zone, as in the sample', () => {
    expect(formatAccessTime({ mode: 'time-bound', start, end }, zone(190))).toBe(
      'Assessment link is valid from 23-Feb-2018 04:16 PM to 24-Feb-2018 05:16 PM in (India Standard Time)',
    );
  });

  it('is the same for a slot-wise link', () => {
    expect(formatAccessTime({ mode: 'slot-wise', start, end }, zone(190))).toBe(
      'Assessment link is valid from 23-Feb-2018 04:16 PM to 24-Feb-2018 05:16 PM in (India Standard Time)',
    );
  });

  it('follows the zone over a date line', () => {
    expect(formatAccessTime({ mode: 'time-bound', start, end: Date.parse('2018-02-24T01:00:00Z') }, zone(4))).toBe(
      'Assessment link is valid from 23-Feb-2018 02:46 AM to 23-Feb-2018 05:00 PM in (Pacific Standard Time)',
    );
  });

  it('anytime: valid at any time, in whatever zone', () => {
    for (const timeZoneId of [190, 4, 10000])
      expect(formatAccessTime({ mode: 'anytime' }, zone(timeZoneId))).toBe('Assessment link is valid at any time');
  });
});
