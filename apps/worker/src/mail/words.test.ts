import { describe, expect, it } from 'vitest';
import { formatAccess, formatInstant, shorten, toLine } from './words.ts';

describe('the words of mails', () => {
  it('show an instant in its zone, past midnight and summer time', () => {
    expect(formatInstant(Date.UTC(2026, 11, 31, 23, 30), 'Europe/Madrid')).toBe('Friday 1 January 2027, 00:30 (Europe/Madrid)');
    expect(formatInstant(Date.UTC(2026, 6, 1, 12), 'America/New_York')).toBe('Wednesday 1 July 2026, 08:00 (America/New_York)');
  });

  const zoneOf = (zone: string) => ({ timeZoneId: 0, name: 'as Windows calls it', zone });
  const at = (text: string) => Date.parse(`${text}:00Z`);

  it.each([
    ['slot-wise', '2026-11-01T00:00', '2026-12-31T09:00', 'Asia/Tokyo', 'every day 09:00–18:00, 1 Nov–31 Dec 2026, Tokyo time (GMT+9)'],
    ['slot-wise', '2026-11-01T00:00', '2027-01-31T09:00', 'UTC', 'every day 00:00–09:00, 1 Nov 2026–31 Jan 2027, UTC'],
    ['slot-wise', '2026-11-01T09:00', '2026-11-01T17:00', 'Etc/GMT+5', '1 Nov 2026, 04:00–12:00, GMT-5'],
    [
      'slot-wise',
      '2026-01-10T20:00',
      '2026-01-12T01:00',
      'Europe/London',
      'every day 20:00–01:00 the next day, 10 Jan–11 Jan 2026, London time (GMT)',
    ],
    [
      'slot-wise',
      '2026-03-20T08:00',
      '2026-04-10T15:00',
      'Europe/Berlin',
      'every day 09:00–17:00, 20 Mar–10 Apr 2026, Berlin time (GMT+1; GMT+2 from 29 Mar)',
    ],
    [
      'slot-wise',
      '2026-10-01T20:00',
      '2027-04-01T00:00',
      'Europe/Berlin',
      'every day 22:00–02:00 the next day, 1 Oct 2026–31 Mar 2027, Berlin time (GMT+2; GMT+1 from 25 Oct 2026; GMT+2 from 28 Mar 2027)',
    ],
    ['slot-wise', '2026-01-01T08:00', '2027-12-31T16:00', 'Europe/Berlin', 'every day 09:00–17:00, 1 Jan 2026–31 Dec 2027, Berlin time'],
    [
      'time-bound',
      '2026-11-01T08:00',
      '2026-12-01T17:00',
      'America/New_York',
      'from Sun 1 Nov 2026, 03:00 to Tue 1 Dec 2026, 12:00, New York time (GMT-5)',
    ],
    [
      'time-bound',
      '2026-10-01T08:00',
      '2026-12-01T17:00',
      'Europe/Berlin',
      'from Thu 1 Oct 2026, 10:00 (GMT+2) to Tue 1 Dec 2026, 18:00 (GMT+1), Berlin time',
    ],
  ] as const)('say when a %s link from %s to %s is open in %s', (mode, start, end, zone, words) => {
    expect(formatAccess({ mode, start: at(start), end: at(end), zone: zoneOf(zone) })).toBe(words);
  });

  it('say nothing of a link that is always open', () => {
    expect(formatAccess(null)).toBeNull();
    expect(formatAccess({ mode: 'anytime' })).toBeNull();
  });

  it('put text from users on one line, in its own direction', () => {
    expect(toLine(' Eve\r\nBcc:\tx\u0000\u0085\u2028y \u202egnol\u2066\ud800 ')).toBe('Eve Bcc: x y gnol\ufffd');
    expect(toLine('محمد\u200f 王 👩‍💻 e\u0301')).toBe('محمد\u200f 王 👩‍💻 e\u0301');
  });

  it('are cut between characters, never inside one', () => {
    expect(shorten('👩‍💻👩‍💻👩‍💻', 3)).toBe('👩‍💻👩‍💻👩‍💻');
    expect(shorten('👩‍💻👩‍💻👩‍💻', 2)).toBe('👩‍💻…');
    expect(shorten('one two', 5)).toBe('one…');
  });
});
