import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, formatUtcDateTime, parseUtcDateTime } from './utc-date-time.ts';
import { UtcDateTime } from './wire-date-time.ts';

const seconds = fc.integer({ min: Date.parse('0000-01-01T00:00:00Z') / 1000, max: Date.parse('9999-12-31T23:59:59Z') / 1000 });

describe('dates are sent as YYYY-MM-DDTHH:MM:SS, UTC', () => {
  it('in that form', () => {
    expect(formatUtcDateTime(Date.UTC(2018, 1, 23, 10, 46, 5))).toBe('2018-02-23T10:46:05');
    expect(formatUtcDateTime(Date.UTC(2018, 1, 23, 10, 46, 5, 999))).toBe('2018-02-23T10:46:05');
    expect(formatUtcDateTime(0)).toBe('1970-01-01T00:00:00');
  });

  it('and every one of them makes the round trip, to the second', () => {
    fc.assert(
      fc.property(seconds, (second) => {
        const text = UtcDateTime.encode(second * 1000);
        expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
        expect(UtcDateTime.decode(text)).toBe(second * 1000);
      }),
    );
  });

  it('an instant with milliseconds makes the round trip in the form of the candidate protocol', () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 999 }), (second, milliseconds) => {
        const instant = second * 1000 + milliseconds;
        expect(parseUtcDateTime(formatInstant(instant))).toBe(instant);
      }),
    );
  });
});

describe('dates are accepted with and without seconds, fraction, Z and an offset', () => {
  const whole = Date.UTC(2018, 1, 23, 10, 46, 5);
  it.each([
    ['2018-02-23T10:46:05', whole],
    ['2018-02-23T10:46:05Z', whole],
    ['2018-02-23T10:46:05.5', whole + 500],
    ['2018-02-23T10:46:05.5Z', whole + 500],
    ['2018-02-23T10:46:05.000Z', whole],
    ['2018-02-23T10:46:05.123Z', whole + 123],
    ['2018-02-23T10:46:05.001', whole + 1],
    ['2018-02-23T10:46:05.999999Z', whole + 999],
    ['2018-02-23T10:46:05.0000000', whole],
    ['2018-02-23T10:46:05z', whole],
    ['2018-02-23t10:46:05.5z', whole + 500],
    ['2018-02-23T10:46', whole - 5000],
    ['2018-02-23T10:46Z', whole - 5000],
    ['2018-02-23T10:46:05+00:00', whole],
    ['2018-02-23T10:46:05-00:00', whole],
    ['2018-02-23T16:16:05+05:30', whole],
    ['2018-02-23T16:16:05+0530', whole],
    ['2018-02-23T16:16+05:30', whole - 5000],
    ['2018-02-22T20:46:05.25-14:00', whole + 250],
    ['2018-02-24T10:45:05+23:59', whole],
    ['0000-01-01T01:00+01:00', Date.parse('0000-01-01T00:00:00Z')],
    ['2024-02-29T00:00:00', Date.UTC(2024, 1, 29)],
    ['2018-12-31T23:59:59', Date.UTC(2018, 11, 31, 23, 59, 59)],
  ])('%s', (text, instant) => {
    expect(parseUtcDateTime(text)).toBe(instant);
    expect(UtcDateTime.parse(text)).toBe(instant);
  });

  it.each([
    ['30 February', '2018-02-30T00:00:00'],
    ['29 February of another year', '2023-02-29T00:00:00'],
    ['31 April', '2018-04-31T00:00:00'],
    ['month 13', '2018-13-01T00:00:00'],
    ['month 0', '2018-00-01T00:00:00'],
    ['day 0', '2018-01-00T00:00:00'],
    ['hour 24', '2018-01-01T24:00:00'],
    ['minute 60', '2018-01-01T00:60:00'],
    ['second 60', '2018-12-31T23:59:60'],
    ['30 February with an offset', '2018-02-30T00:00:00+05:30'],
    ['no time', '2018-01-01'],
    ['a blank between', '2018-01-01 00:00:00'],
    ['an offset of a day', '2018-01-01T00:00:00+24:00'],
    ['an offset of 60 minutes', '2018-01-01T00:00:00+01:60'],
    ['an offset without minutes', '2018-01-01T00:00:00+05'],
    ['an offset without a sign', '2018-01-01T00:00:00 05:30'],
    ['Z and an offset', '2018-01-01T00:00:00Z+05:30'],
    ['a fraction of a minute', '2018-01-01T00:00.5'],
    ['no minutes', '2018-01-01T00'],
    ['before the year 0', '0000-01-01T00:00:00+00:01'],
    ['after the year 9999', '9999-12-31T23:59:59-00:01'],
    ['a point without a fraction', '2018-01-01T00:00:00.'],
    ['one digit', '2018-1-1T00:00:00'],
    ['words', 'tomorrow'],
    ['nothing', ''],
    ['a line break after it', '2018-01-01T00:00:00\n'],
  ])('%s is refused', (_name, text) => {
    expect(parseUtcDateTime(text)).toBeUndefined();
    const read = UtcDateTime.safeParse(text);
    expect(read.success ? '' : read.error.issues[0]?.message).toBe('must be a UTC date-time, YYYY-MM-DDTHH:MM:SS, or one with an offset');
  });

  it.each([0, 1519382765000, null, undefined, {}])('%j is refused', (value) => {
    expect(UtcDateTime.safeParse(value).success).toBe(false);
  });

  it('one with an offset is the instant of the same text in UTC, less the offset', () => {
    fc.assert(
      fc.property(seconds, fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59), (second, sign, hours, minutes) => {
        const two = (value: number) => String(value).padStart(2, '0');
        const shifted = second * 1000 - (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
        const parsed = parseUtcDateTime(`${formatUtcDateTime(second * 1000)}${sign}${two(hours)}:${two(minutes)}`);
        if (parsed !== undefined) expect(parsed).toBe(shifted);
        else expect(new Date(shifted).toISOString()).toMatch(/^[+-]/);
      }),
    );
  });

  it('never throws, and accepts only what it would print', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)), (text) => {
        const instant = parseUtcDateTime(text);
        if (instant !== undefined) expect(formatUtcDateTime(instant)).toBe(text.slice(0, 19));
      }),
    );
  });
});
