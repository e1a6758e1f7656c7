import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Text cells are strings; numbers, shares and dates (UTC) are what LibreOffice takes them for; null is an empty cell. */
export type ReadCell = string | number | Date | null;

const missing =
  'LibreOffice was not found. Install it (Debian: `apt-get install libreoffice-calc-nogui`, macOS: `brew install --cask libreoffice`).';
const macOS = '/Applications/LibreOffice.app/Contents/MacOS';

const findLibreOffice = (): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), macOS]
    .filter((place) => place !== '')
    .map((place) => join(place, 'soffice'))
    .find((file) => existsSync(file));

const libreOfficeOfThisRun = (): string | undefined => {
  const found = findLibreOffice();
  if (found !== undefined) return found;
  if (process.env.CI) throw new Error(missing);
  process.stderr.write(`Tests that read files back with LibreOffice are left out. ${missing}\n`);
  return undefined;
};

/** The program; undefined where there is none, which CI does not allow. */
export const libreOffice: string | undefined = libreOfficeOfThisRun();

// Comma, quotes, UTF-8, all text cells quoted, values instead of what is shown, no formulas, every sheet.
const csvFilter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1';

const readCell = (field: string): ReadCell => {
  if (field === '') return null;
  if (field.startsWith('"')) return field.slice(1, -1).replaceAll('""', '"');
  if (field.endsWith('%')) return Number(field.slice(0, -1)) / 100;
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u.test(field)) return new Date(`${field.replace(' ', 'T')}Z`);
  return Number(field);
};

const readCsv = (csv: string): readonly (readonly ReadCell[])[] => {
  const rows: ReadCell[][] = [[]];
  for (const [, field = '', end] of csv.matchAll(/("(?:[^"]|"")*"|[^,\n]*)(,|\n)/gu)) {
    rows.at(-1)?.push(readCell(field));
    if (end === '\n') rows.push([]);
  }
  return rows.slice(0, -1);
};

/** Every sheet of a workbook by its name, read by LibreOffice in a profile of its own. */
export const readWithLibreOffice = async (
  program: string,
  xlsx: Uint8Array,
): Promise<ReadonlyMap<string, readonly (readonly ReadCell[])[]>> => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-libre-office-'));
  try {
    const out = join(directory, 'out');
    const file = join(directory, 'book.xlsx');
    await writeFile(file, xlsx);
    const profile = `-env:UserInstallation=${pathToFileURL(join(directory, 'profile')).href}`;
    await promisify(execFile)(program, ['--headless', profile, '--convert-to', csvFilter, '--outdir', out, file]);
    const names = await readdir(out);
    const sheets = names.map(async (name) => {
      const csv = await readFile(join(out, name), 'utf8');
      return [name.replace(/^book-(.*)\.csv$/u, '$1'), readCsv(csv)] as const;
    });
    return new Map(await Promise.all(sheets));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
