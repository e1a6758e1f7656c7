import { describe, expect, it } from 'vitest';
import { numberHint } from './number-hint.ts';

const only = (text: string, locale = 'en') => {
  const hint = numberHint(text, locale);
  return hint?.type === 'only' ? hint.number : (hint?.type ?? null);
};

describe('a hint for text that is not a number', () => {
  it('is the number without its unit or currency', () => {
    for (const [text, number] of [
      ['450 s', 450],
      ['450s', 450],
      ['$450', 450],
      ['-$450', -450],
      ['$ -450.50', -450.5],
      ['450 €', 450],
      ['₹1,20,000', 120_000],
      ['USD 450', 450],
      ['450 m²', 450],
      ['12 m/s', 12],
      ['37 °C', 37],
      ['ca. 450', 450],
      ['x = 450', 450],
      ['= 450', 450],
      ['450 seconds', 450],
      ['٤٥٠ ثانية', 450],
      ['450円', 450],
      ['１２kg', 12],
    ] as const)
      expect([text, only(text)]).toEqual([text, number]);
    expect(only('1.234,5 km', 'de')).toBe(1234.5);
    expect(only('2,5 s', 'de')).toBe(2.5);
  });

  it('is the decimal number of a fraction', () => {
    for (const [text, number] of [
      ['1/2', 0.5],
      ['-3/4', -0.75],
      ['3/-4', -0.75],
      ['1 1/2', 1.5],
      ['-1 1/2', -1.5],
      ['½', 0.5],
      ['2½', 2.5],
      ['1⁄8', 0.125],
      ['1 ÷ 4', 0.25],
      ['1/3', 0.333333],
      ['1,5/2', 0.75],
    ] as const)
      expect([text, numberHint(text, 'en')]).toEqual([text, { type: 'fraction', number }]);
  });

  it('is both numbers that a percentage may mean', () => {
    for (const text of ['45%', '45 %', '% 45', '٤٥٪', '45％'])
      expect(numberHint(text, 'en')).toEqual({ type: 'percent', number: 45, share: 0.45 });
    expect(numberHint('12.5%', 'en')).toEqual({ type: 'percent', number: 12.5, share: 0.125 });
  });

  it('is none where the number would be another one, or there are several', () => {
    for (const text of [
      ...['abc', '', '3 km 450 m', '10^3', '2 x 10^3', '1/0', '1/2/3', '5k', '5 K', '3M', '3 million', '3 Mio.', '5 lakh', '3 milliards'],
      ...[
        '12 and a half',
        '3 hundred',
        '3 dozen',
        '2 Dutzend',
        '12時間半',
        '3 or so',
        '3 et demi',
        '2π',
        '√2',
        '5!',
        '<5',
        '≥ 5',
        '4-5',
        '5 to 6',
        '1.2.3',
        '1e999',
        'm2',
        '2i',
        '3x',
        '3万',
        '5 हज़ार',
        '5 ألف',
        '1:30',
        '5 ± 1',
        '2e',
      ],
    ])
      expect([text, numberHint(text, 'en')]).toEqual([text, null]);
  });
});
