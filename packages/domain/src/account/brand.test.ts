import { describe, expect, it } from 'vitest';
import { Color, contrastWithWhite, Logo, longestLogo } from './brand.ts';

/** Of so many bytes. */
const base64Of = (bytes: number): string => 'A'.repeat(Math.ceil((4 * bytes) / 3)).padEnd(4 * Math.ceil(bytes / 3), '=');
const faultsOf = (color: string) => Color.safeParse(color).error?.issues.map(({ message }) => message);

describe('the colour of an account', () => {
  it('has the contrast of WCAG 2 with white', () => {
    expect(contrastWithWhite('#ffffff')).toBeCloseTo(1, 5);
    expect(contrastWithWhite('#000000')).toBeCloseTo(21, 5);
    // The lightest grey that text may have.
    expect(contrastWithWhite('#767676')).toBeCloseTo(4.54, 2);
  });

  it('is dark enough to be read on paper, and says how far it is from that', () => {
    expect(Color.parse('#0B6B6F')).toBe('#0b6b6f');
    expect(faultsOf('#767676')).toBeUndefined();
    expect(faultsOf('#f5c400')).toEqual([
      'must have a contrast of at least 4.5 to 1 with white, to be read on paper; this one has 1.6. Take a darker one',
    ]);
  });

  it.each(['0b6b6f', '#0b6', '#0b6b6g', '#0b6b6f00', 'teal', '', 'url(#a)'])('is not %j, and one rule says so', (color) => {
    expect(faultsOf(color)).toEqual(['must be # and six digits 0 to f: #0b6b6f']);
  });
});

describe('a logo', () => {
  it('is base64 of at most 64 KiB', () => {
    expect(Logo.safeParse(base64Of(longestLogo)).success).toBe(true);
    for (const given of [base64Of(longestLogo + 3), 'data:image/png;base64,AA==', '', '<svg/>'])
      expect(Logo.safeParse(given).success).toBe(false);
  });
});
