import { z } from 'zod';
import { atMost } from '../wire/fields.ts';

/** How an account's documents look: `logo` is a JPEG on white. Null: documents look as they do without it. */
export type Brand = { readonly color: string | null; readonly logo: Uint8Array | null };

export const noBrand: Brand = { color: null, logo: null };

/** Of a logo as it is sent. */
export const longestLogo = 64 * 1024;

/** By WCAG 2: what text of this colour needs against white paper. */
const leastContrast = 4.5;

const linear = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);

/** The contrast of `#rrggbb` with white, 1 to 21, by WCAG 2. */
export const contrastWithWhite = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
};

const colorRule = 'must be # and six digits 0 to f: #0b6b6f';

export const Color = z
  .string()
  .check(atMost(7, colorRule))
  .regex(/^#[0-9a-fA-F]{6}$/, { error: colorRule, abort: true })
  .toLowerCase()
  .refine((color) => contrastWithWhite(color) >= leastContrast, {
    error: ({ input }) => {
      const contrast = Math.floor(contrastWithWhite(String(input)) * 10) / 10;
      return `must have a contrast of at least ${leastContrast} to 1 with white, to be read on paper; this one has ${contrast}. Take a darker one`;
    },
  });

const logoRule = `must be a PNG or JPEG of at most ${longestLogo / 1024} KiB, in base64`;

/** Base64 of the file. What is in it is found by decoding it. */
export const Logo = z
  .string()
  .check(atMost(4 * Math.ceil(longestLogo / 3), logoRule))
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, logoRule);
