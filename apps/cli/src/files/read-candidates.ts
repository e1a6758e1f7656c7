import { decode, emailKey, InviteBody } from '@assay/domain';
import { CsvError, parse } from 'csv-parse/sync';
import { Failure } from '../support/failures.ts';

type Invite = ReturnType<typeof InviteBody.parse>;

/** A candidate of the file, ready to be sent; `line` is where the row begins, from 1. */
export type Candidate = Invite & { readonly line: number };
export type RowFault = { readonly line: number; readonly rule: string };

/** The file as text in cells: its heading, and its rows by the line where each begins. */
export type CsvCells = {
  readonly delimiter: string;
  readonly head: readonly string[];
  readonly rows: ReadonlyMap<number, readonly string[]>;
};

/** `unknown` are the columns that the import does not read, by their names in the file. */
export type ReadCandidates = {
  readonly candidates: readonly Candidate[];
  readonly faults: readonly RowFault[];
  readonly unknown: readonly string[];
  readonly cells: CsvCells;
};

/** Fields that the options give to every candidate; a row with its own value wins. */
export type SharedFields = Omit<Invite, 'emailId' | 'fullName'>;

const fields = ['emailId', 'fullName', 'callbackURL', 'redirectURL', 'testLinkId'] as const;
type Field = (typeof fields)[number];

const columnNames: ReadonlyMap<string, Field> = new Map([
  ...fields.map((field): [string, Field] => [field.toLowerCase(), field]),
  ['email', 'emailId'],
  ['name', 'fullName'],
  ['link', 'testLinkId'],
]);

/** The column of a file of faulty rows that says what is wrong. */
const faultColumn = 'fault';

const decodeText = (bytes: Uint8Array): string => {
  // Excel's "Unicode text" is UTF-16 with a byte order mark.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new Failure('The file is not UTF-8 text.', 'Save it as "CSV UTF-8" and try again.');
    throw error;
  }
};

/** The one of `,` `;` and tab that is most frequent in the heading, outside quotes. */
const delimiterOf = (text: string): string => {
  const head = (text.split(/\r\n|\r|\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => head.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
};

type Row = { readonly line: number; readonly cells: readonly string[] };

/** The parser names the line where it gave up, which for a quote that is not closed is any later one. */
const quoteFault = (text: string, delimiter: string): string => {
  const blanks = delimiter === '\t' ? ' *' : '[ \\t]*';
  const quoted = `"[^"]*(?:""[^"]*)*"${blanks}`;
  const field = new RegExp(`${blanks}(?:${quoted}|[^"\\r\\n${delimiter}]*)(?:${delimiter}|\\r\\n|\\r|\\n|$)`, 'y');
  let start = 0;
  while (start < text.length && field.test(text)) start = field.lastIndex;
  const line = text.slice(0, start).split(/\r\n|\r|\n/).length;
  const opens = /^\s*"/.test(text.slice(start));
  return opens ? `the quote that opens in line ${line} is not closed` : `there is a quote inside a field of line ${line}`;
};

const splitRows = (text: string, delimiter: string): readonly Row[] => {
  try {
    const rows: Row[] = [];
    let next = 1;
    // Empty rows are kept here: each row begins where the one before ended.
    parse(text, {
      delimiter,
      relax_column_count: true,
      trim: true,
      on_record: (cells: string[], { lines }: { lines: number }) => {
        rows.push({ line: next, cells });
        next = lines + 1;
        return null;
      },
    });
    return rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (!error.code.includes('QUOTE')) throw new Failure(`The file is no sound CSV: ${error.message}`);
    throw new Failure(
      `The file is no sound CSV: ${quoteFault(text, delimiter)}.`,
      'A text with a quote in it is written "so ""quoted"" there".',
    );
  }
};

const readHead = (row: Row | undefined): readonly (Field | undefined)[] => {
  const form = 'The first row must name the columns: emailId, fullName and, if wanted, callbackURL, redirectURL, testLinkId.';
  if (row === undefined) throw new Failure('The file is empty.', form);
  const head = row.cells.map((cell) => columnNames.get(cell.toLowerCase().replace(/[\s_-]/g, '')));
  for (const field of fields) {
    if (head.filter((one) => one === field).length > 1) throw new Failure(`The column ${field} comes twice.`, form);
    if (['emailId', 'fullName'].includes(field) && !head.includes(field)) throw new Failure(`There is no column ${field}.`, form);
  }
  return head;
};

/** Reads the rows of a CSV file and checks each by the rules of an invitation. Throws Failure when the file cannot be read as one. */
export const readCandidates = (bytes: Uint8Array, shared: SharedFields): ReadCandidates => {
  const text = decodeText(bytes);
  const delimiter = delimiterOf(text);
  const [headRow, ...rows] = splitRows(text, delimiter);
  const head = readHead(headRow);
  const candidates: Candidate[] = [];
  const faults: RowFault[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of rows) {
    if (cells.length > head.length && cells.slice(head.length).some((cell) => cell !== '')) {
      faults.push({ line, rule: `has ${cells.length} fields, the head has ${head.length}` });
      continue;
    }
    const own = Object.fromEntries(
      head.flatMap((field, index): [Field, string | number][] => {
        const cell = cells[index] ?? '';
        if (field === undefined || cell === '') return [];
        return [[field, field === 'testLinkId' && /^\d+$/.test(cell) ? Number(cell) : cell]];
      }),
    );
    const read = decode(InviteBody, { ...shared, ...own });
    if (!read.ok) {
      faults.push({ line, rule: read.error.message });
      continue;
    }
    const { emailId, testLinkId } = read.value;
    const who = `${emailKey(emailId)} ${testLinkId ?? ''}`;
    const earlier = seen.get(who);
    if (earlier !== undefined) {
      faults.push({ line, rule: `emailId: ${emailId} is in line ${earlier} already` });
      continue;
    }
    seen.set(who, line);
    candidates.push({ line, ...read.value });
  }
  const names = headRow?.cells ?? [];
  const unknown = names.filter((cell, index) => cell !== '' && cell !== faultColumn && head[index] === undefined);
  return { candidates, faults, unknown, cells: { delimiter, head: names, rows: new Map(rows.map(({ line, cells }) => [line, cells])) } };
};

/** The faulty rows as a CSV file, each with its fault in the first column, to be mended and imported. Excel reads UTF-8 by its mark. */
export const faultyCsv = ({ delimiter, head, rows }: CsvCells, faults: readonly RowFault[]): string => {
  // The fault of an earlier import is mended or found again.
  const former = head.indexOf(faultColumn);
  const quoted = (cell: string): string => (/["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const line = (first: string, cells: readonly string[]): string =>
    `${[first, ...cells.filter((_, index) => index !== former)].map(quoted).join(delimiter)}\r\n`;
  return `\ufeff${line(faultColumn, head)}${faults.map((fault) => line(fault.rule, rows.get(fault.line) ?? [])).join('')}`;
};
