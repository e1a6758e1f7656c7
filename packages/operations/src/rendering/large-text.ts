import { createHash } from 'node:crypto';
import type { LargeText } from '@assay/domain';

/** Bytes of a row: to write and read one takes less than a millisecond. Longer texts are stored in several. */
export const largestPart = 256 * 1024;

const viewOf = ({ bytes: { buffer, byteOffset, byteLength } }: LargeText): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/** As memory that threads share. In a thread, because that copies and hashes it. */
export const shareAlways = (text: string): LargeText => {
  const bytes = Buffer.from(new SharedArrayBuffer(Buffer.byteLength(text)));
  bytes.write(text);
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
};

/** A text as it is stored: as it is, or if it is large, shared. */
export const shareText = (text: string): string | LargeText => (Buffer.byteLength(text) <= largestPart ? text : shareAlways(text));

/** The same of a text that is there in pieces. Gives way after each. */
export const sharePieces = function* (pieces: readonly Buffer[]): Generator<void, string | LargeText> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length <= largestPart) return Buffer.concat(pieces).toString('utf8');
  const bytes = Buffer.from(new SharedArrayBuffer(length));
  const hash = createHash('sha256');
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    hash.update(piece);
    at += piece.length;
    yield;
  }
  return { bytes, digest: hash.digest('hex') };
};

export const textOf = (text: string | LargeText): string => (typeof text === 'string' ? text : viewOf(text).toString('utf8'));

/** What memory a text takes, roughly. */
export const sizeOf = (text: string | LargeText): number => (typeof text === 'string' ? text.length : text.bytes.length);

/** The rows of a large text, in order. None ends within a character. */
export const partsOf = function* (text: string | LargeText): Generator<string> {
  if (typeof text === 'string') return yield text;
  const bytes = viewOf(text);
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(from + largestPart, bytes.length);
    while (((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    yield bytes.toString('utf8', from, to);
    from = to;
  }
};
