import { describe, expect, it } from 'vitest';
import { announcementDue, clockText, dateText, minutesText, numbersText, spanText, urgencyOf, zoneText } from './format.ts';

const minute = 60_000;

describe('clockText', () => {
  it('shows hours only if there are any', () => {
    expect(clockText(89 * minute + 5000, 'en')).toBe('1:29:05');
    expect(clockText(29 * minute, 'en')).toBe('29:00');
    expect(clockText(0, 'en')).toBe('00:00');
  });

  it('rounds seconds up and never goes below zero', () => {
    expect(clockText(1, 'en')).toBe('00:01');
    expect(clockText(3_599_001, 'en')).toBe('1:00:00');
    expect(clockText(-5000, 'en')).toBe('00:00');
  });

  it('uses the digits of the locale', () => {
    expect(clockText(65_000, 'ar-EG')).toBe('٠١:٠٥');
  });
});

describe('spanText', () => {
  it('starts with the largest unit and leaves out zeros', () => {
    expect(spanText(2 * 24 * 60 * minute + 3 * 60 * minute + 4 * minute, 'en')).toBe('2 days, 3 hours, 4 minutes');
    expect(spanText(60 * minute + 1000, 'en')).toBe('1 hour, 1 second');
    expect(spanText(5 * minute, 'en')).toBe('5 minutes');
    expect([45, 60, 90, 300].map((minutes) => minutesText(minutes, 'en'))).toEqual([
      '45 minutes',
      '1 hour',
      '1 hour, 30 minutes',
      '5 hours',
    ]);
  });

  it('shows at most the given number of units', () => {
    expect(spanText(26 * 60 * minute + 3 * minute, 'en', 2)).toBe('1 day, 2 hours');
  });

  it('shows 0 seconds at the end', () => {
    expect(spanText(0, 'en')).toBe('0 seconds');
  });
});

describe('dates', () => {
  const instant = Date.UTC(2026, 6, 1, 8, 30);

  it("are written in the candidate's own zone", () => {
    expect(dateText(instant, 'en-GB', 'Asia/Kolkata')).toMatch(/1 July 2026.*14:00/);
  });

  it('name the zone and its offset at that instant', () => {
    expect(zoneText(instant, 'en', 'Europe/Berlin')).toBe('Central European Summer Time (GMT+2)');
  });
});

describe('time left', () => {
  it('turns to a warning at 5 minutes and critical at 1', () => {
    expect([5 * minute + 1, 5 * minute, minute + 1, minute, 0].map(urgencyOf)).toEqual([
      'calm',
      'warning',
      'warning',
      'critical',
      'critical',
    ]);
  });

  it('is announced once at 10, 5 and 1 minutes', () => {
    expect(announcementDue(10 * minute + 500, 10 * minute - 500)).toBe(10);
    expect(announcementDue(10 * minute - 500, 9 * minute)).toBeNull();
    expect(announcementDue(5 * minute + 1, 5 * minute)).toBe(5);
    expect(announcementDue(minute + 1, minute)).toBe(1);
  });

  it('after a sleep announces only what is true now', () => {
    expect(announcementDue(30 * minute, 4 * minute)).toBe(5);
    expect(announcementDue(30 * minute, 0)).toBeNull();
  });

  it('is not announced when the test begins with less', () => {
    expect(announcementDue(3 * minute, 3 * minute - 1000)).toBeNull();
  });
});

it.each([
  ['en', '1, 2, 15'],
  ['ja', '1、2、15'],
])('numbers are listed as in %s', (locale, text) => expect(numbersText([1, 2, 15], locale)).toBe(text));
