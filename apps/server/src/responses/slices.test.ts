import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { Slices } from './slices.ts';

it('are all bytes, and the event loop turns while a client takes them at once', async () => {
  const bytes = Buffer.alloc(1_000_001, 'abc');
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const taken: Buffer[] = [];
  const client = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      taken.push(chunk);
      done();
    },
  });
  await pipeline(new Slices(bytes), client);
  isDone = true;
  expect(Buffer.concat(taken).equals(bytes)).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(3);
});
