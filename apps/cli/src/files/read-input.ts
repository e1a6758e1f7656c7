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

/** The file's name in a message. */
export const inputName = (file: string): string => (file === '-' ? 'standard input' : file);
