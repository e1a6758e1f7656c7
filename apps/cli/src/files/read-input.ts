import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../support/context.ts';

/** The bytes of a file, or of standard input for `-`. */
export const readInput = ({ stdin, stderr, interrupt }: Context, file: string): Promise<Uint8Array> => {
  if (file !== '-') return readFile(file);
  if (stdin.isTTY === true) stderr.write('Reading what is typed here; Ctrl-D ends it.\n');
  return pipeline(stdin, (source) => buffer(source), { signal: interrupt.signal });
};

/** The same, and no more than `most` bytes and one: a longer file is not read whole. */
export const readUpTo = async ({ stdin, interrupt }: Context, file: string, most: number): Promise<Uint8Array> => {
  const source = file === '-' ? stdin : createReadStream(file);
  const chunks: Buffer[] = [];
  let size = 0;
  await pipeline(
    source,
    async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts) {
        chunks.push(part);
        size += part.length;
        if (size > most) return;
      }
    },
    { signal: interrupt.signal },
  );
  return Buffer.concat(chunks).subarray(0, most + 1);
};

/** The file's name in a message. */
export const inputName = (file: string): string => (file === '-' ? 'standard input' : file);
