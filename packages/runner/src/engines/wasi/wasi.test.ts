import { expect, test } from 'vitest';
import { boundedOutput } from '../bounded-output.ts';
import { RunOver } from './run-over.ts';
import { Wasi } from './wasi.ts';

const channel = 4;

/** An interpreter's side of the channel: one vector of one byte at address 8. */
const open = (channelLimit: number) => {
  const wasi = new Wasi(['test'], {});
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
  wasi.attach(memory);
  wasi.reset(1, 1);
  wasi.converse({ stdin: new Uint8Array(), message: new Uint8Array(), output: boundedOutput(100), channelLimit });
  const view = new DataView(memory.buffer);
  view.setUint32(0, 8, true);
  view.setUint32(4, 1, true);
  view.setUint8(8, 97);
  return { wasi, write: () => wasi.imports.fd_write(channel, 0, 1, 16) };
};

const held = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test('a message that is written byte by byte takes no more of the host than its bytes', () => {
  const size = 1_000_000;
  const { wasi, write } = open(size);
  const before = held();
  for (let count = 0; count < size; count += 1) write();
  expect(held() - before).toBeLessThan(30_000_000);
  expect(() => write()).toThrow(RunOver);
  const message = wasi.take();
  expect(message.length).toBe(size);
  expect(message.every((byte) => byte === 97)).toBe(true);
  expect(wasi.take().length).toBe(0);
});
