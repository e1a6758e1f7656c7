import { PassThrough, pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { currentPause, type Pause } from '../pause.ts';
import type { Sheet } from './sheet.ts';
import { closingParts, type WorkbookFacts, worksheetPath } from './workbook-xml.ts';
import { type Piece, worksheetXml } from './worksheet-xml.ts';

/** Excel's limit, header included. */
export const mostRowsOfSheet = 1_048_576;

type Entry = { readonly path: string; readonly content: AsyncIterable<string> | Iterable<string> };

async function* worksheets(sheet: Sheet, pieces: Piece[], mostRows: number, pause: Pause): AsyncGenerator<Entry> {
  const iterator = sheet.rows()[Symbol.asyncIterator]();
  try {
    let ahead = await iterator.next();
    const rows = {
      next: async () => {
        if (ahead.done) return undefined;
        const row = ahead.value;
        ahead = await iterator.next();
        return row;
      },
    };
    for (let number = 1; number === 1 || !ahead.done; number += 1) {
      const piece: Piece = { sheet, name: number === 1 ? sheet.name : `${sheet.name} ${number}`, lastRow: 0 };
      pieces.push(piece);
      yield { path: worksheetPath(pieces.length - 1), content: worksheetXml(piece, rows, mostRows, pause) };
    }
  } finally {
    await iterator.return?.();
  }
}

async function* entries(facts: WorkbookFacts, sheets: readonly Sheet[], mostRows: number, pause: Pause): AsyncGenerator<Entry> {
  const pieces: Piece[] = [];
  for (const sheet of sheets) yield* worksheets(sheet, pieces, mostRows, pause);
  for (const { path, xml } of closingParts(facts, pieces)) yield { path, content: [xml] };
}

/**
 * Bytes of an xlsx file. Sheets and rows are produced as the bytes are read; a sheet of more than `mostRows` continues in `Name 2`.
 * An error of the rows destroys the stream; destroying the stream ends the iteration over the rows.
 */
export const workbookStream = (facts: WorkbookFacts, sheets: readonly Sheet[], mostRows = mostRowsOfSheet): Readable => {
  const zip = new ZipFile();
  const out = new PassThrough();
  // Who reads the bytes is not whose document it is.
  const pause = currentPause();
  let current: Readable | undefined;
  const stop = (error: unknown) => void out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', stop);
  pipeline(zip.outputStream, out, () => current?.destroy());

  const write = async (): Promise<void> => {
    for await (const { path, content } of entries(facts, sheets, mostRows, pause)) {
      if (out.destroyed) return;
      current = Readable.from(content, { objectMode: false });
      zip.addReadStream(current, path, { mtime: new Date(facts.createdAt) });
      await finished(current);
    }
    zip.end();
  };
  write().catch(stop);
  return out;
};
