import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readNumber, writeNumber } from './read-number.ts';

const value = (text: string, locale = 'en') => {
  const reading = readNumber(text, locale);
  return reading.type === 'number' ? reading.value : reading.type;
};

describe('readNumber', () => {
  it('reads comma and point before the decimals, in every locale', () => {
    for (const locale of ['en', 'de', 'fr', 'hi', 'ja']) {
      expect(value('12.5', locale)).toBe(12.5);
      expect(value('12,5', locale)).toBe(12.5);
      expect(value('-0,25', locale)).toBe(-0.25);
    }
  });

  it('reads one separator before three digits by the locale', () => {
    expect(value('1,234', 'en')).toBe(1234);
    expect(value('1,234', 'de')).toBe(1.234);
    expect(value('1.234', 'de')).toBe(1234);
    expect(value('1.234', 'en')).toBe(1.234);
    expect(value('0.125', 'de')).toBe(0.125);
    expect(value('0,125', 'en')).toBe(0.125);
  });

  it('reads grouped thousands, also with Indian grouping', () => {
    expect(value('1,234,567.5')).toBe(1_234_567.5);
    expect(value('1.234.567,5', 'de')).toBe(1_234_567.5);
    expect(value('12,34,567', 'hi')).toBe(1_234_567);
    expect(value('1 234,5', 'fr')).toBe(1234.5);
    expect(value('1\u202f234,5', 'fr')).toBe(1234.5);
    expect(value("1'234.5", 'de-CH')).toBe(1234.5);
  });

  it('reads the digits of other scripts', () => {
    expect(value('١٢٫٥', 'ar')).toBe(12.5);
    expect(value('१२.५', 'hi')).toBe(12.5);
    expect(value('－１２．５', 'ja')).toBe(-12.5);
    expect(value('ー１，２３４．５　', 'ja')).toBe(-1234.5);
    expect(value('১২', 'en')).toBe(12);
    expect(value('12\u200b\ufeff')).toBe(12);
  });

  it('reads exponents, signs and bare decimals', () => {
    expect(value('1e3')).toBe(1000);
    expect(value('2.5E-2')).toBe(0.025);
    expect(value('+7')).toBe(7);
    expect(value('.5')).toBe(0.5);
    expect(value('5.')).toBe(5);
    expect(Object.is(value('-0'), 0)).toBe(true);
  });

  it('waits for the rest of a number that has only begun', () => {
    for (const text of ['-', '+', '.', '-,', '1e', '1e-']) expect(value(text)).toBe('unfinished');
  });

  it('refuses text that is not a number, and numbers outside the range of a double', () => {
    for (const text of ['abc', '12x', '1,2,3', '1.2.3', '12,34.5.6', '1e999', '--1', '1,23,4', 'e5', '1/2'])
      expect(value(text)).toBe('invalid');
  });

  it('distinguishes blank from invalid', () => {
    expect(value('')).toBe('blank');
    for (const blank of ['  \u00a0', '\u3000\u200b']) expect(value(blank)).toBe('blank');
  });
});

it('reads numbers as docs/test-files.md says', () => {
  const page = readFileSync(new URL('../../../../../../docs/test-files.md', import.meta.url), 'utf8');
  const [, table = ''] = /^\| typed +\| in English +\| in German +\|\n\|[- |]+\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| `(.+?)` +\| (\S+) +\| (\S+) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, typed = '', inEnglish, inGerman] of rows)
    expect(['en', 'de'].map((locale) => String(value(typed, locale)).replace('invalid', 'refused'))).toEqual([inEnglish, inGerman]);
});

describe('writeNumber', () => {
  it('shows the decimal separator of the locale and no grouping', () => {
    expect(writeNumber(1234.5, 'de')).toBe('1234,5');
    expect(writeNumber(1_234_567, 'en')).toBe('1234567');
    expect(writeNumber(0.1, 'en')).toBe('0.1');
  });

  it('reads back as the same number', () => {
    for (const locale of ['en', 'de', 'fr', 'hi', 'ar', 'ja'])
      for (const number of [0, -1.5, 1234, 1.234, 0.1, 123_456.789, 1e-7, 1e21, 1.5e-12, -0.000001])
        expect([locale, value(writeNumber(number, locale), locale)]).toEqual([locale, number]);
  });
});
