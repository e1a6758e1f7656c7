import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The national forms of Han characters. */
export type HanForms = 'sc' | 'jp' | 'kr';
/** What is set: words, or programs, whose characters are all as wide as each other where a font has them so. */
export type Setting = 'words' | 'code';

const require = createRequire(import.meta.url);

const families = {
  'noto-sans': require.resolve('@fontsource-variable/noto-sans'),
  'noto-sans-mono': require.resolve('@fontsource-variable/noto-sans-mono'),
  'noto-sans-arabic': require.resolve('@fontsource-variable/noto-sans-arabic'),
  'noto-sans-hebrew': require.resolve('@fontsource-variable/noto-sans-hebrew'),
  'noto-sans-thai': require.resolve('@fontsource-variable/noto-sans-thai'),
  'noto-sans-sc': require.resolve('@fontsource-variable/noto-sans-sc'),
  'noto-sans-jp': require.resolve('@fontsource-variable/noto-sans-jp'),
  'noto-sans-kr': require.resolve('@fontsource-variable/noto-sans-kr'),
  'noto-emoji': require.resolve('@fontsource-variable/noto-emoji'),
} as const;
type Family = keyof typeof families;

const scripts = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai'] as const satisfies readonly Family[];
const han = { sc: 'noto-sans-sc', jp: 'noto-sans-jp', kr: 'noto-sans-kr' } as const satisfies Record<HanForms, Family>;

// The families for one script repeat slices of Noto Sans under the same names; only these slices are their own.
const ownSlice = /^(arabic|hebrew|thai|\[\d+\])$/;
const ownInAll: ReadonlySet<Family> = new Set(['noto-sans', 'noto-sans-mono']);

/** Code point → the file of the slice (a part of a family, by Unicode range) that holds it. */
const readFamily = (family: Family): ReadonlyMap<number, string> => {
  const directory = dirname(families[family]);
  const ranges: Record<string, string> = JSON.parse(readFileSync(join(directory, 'unicode.json'), 'utf8'));
  const files = new Map<number, string>();
  for (const [slice, list] of Object.entries(ranges)) {
    if (!ownInAll.has(family) && !ownSlice.test(slice)) continue;
    const file = join(directory, 'files', `${family}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`);
    for (const range of list.split(',')) {
      const [first = '', last = first] = range.trim().slice('U+'.length).split('-');
      for (let codePoint = Number.parseInt(first, 16); codePoint <= Number.parseInt(last, 16); codePoint += 1) {
        if (!files.has(codePoint)) files.set(codePoint, file);
      }
    }
  }
  return files;
};

const read = new Map<Family, ReadonlyMap<number, string>>();

const fileIn = (family: Family, codePoint: number): string | undefined => {
  const files = read.get(family) ?? readFamily(family);
  read.set(family, files);
  return files.get(codePoint);
};

/** Font files that may hold the character, best first; only the character map of a file tells whether it does. */
export const slicesFor = function* (codePoint: number, forms: HanForms, setting: Setting): Generator<string> {
  const hanFamilies = [han[forms], ...Object.values(han).filter((name) => name !== han[forms])];
  // Accents of the Han families are as wide as a Han character and would stand beside their letter.
  const isAccent = codePoint < 0x3000 && /\p{M}/u.test(String.fromCodePoint(codePoint));
  const own: readonly Family[] = setting === 'code' ? ['noto-sans-mono', ...scripts] : scripts;
  // Emoji last: their font has digits too.
  for (const family of isAccent ? own : [...own, ...hanFamilies, 'noto-emoji' as const]) {
    const file = fileIn(family, codePoint);
    if (file !== undefined) yield file;
  }
};
