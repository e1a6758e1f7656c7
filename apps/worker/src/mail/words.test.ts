import { describe, expect, it } from 'vitest';
import { formatInstant, formatMinutes, formatSeconds, shorten, toLine } from './words.ts';

describe('the words of mails', () => {
  it.each([
    [0, '0 minutes'],
    [1, '1 minute'],
    [60, '1 hour'],
    [90, '1 hour 30 minutes'],
    [1501, '25 hours 1 minute'],
  ])('say %i minutes without empty parts', (minutes, words) => {
    expect(formatMinutes(minutes)).toBe(words);
  });

  it.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [65, '1 minute 5 seconds'],
    [3600, '1 hour'],
    [7322, '2 hours 2 minutes 2 seconds'],
  ])('say %i seconds without empty parts', (seconds, words) => {
    expect(formatSeconds(seconds)).toBe(words);
  });

  it('show an instant in its zone, past midnight and summer time', () => {
    expect(formatInstant(Date.UTC(2026, 11, 31, 23, 30), 'Europe/Madrid')).toBe('Friday 1 January 2027, 00:30 (Europe/Madrid)');
    expect(formatInstant(Date.UTC(2026, 6, 1, 12), 'America/New_York')).toBe('Wednesday 1 July 2026, 08:00 (America/New_York)');
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
