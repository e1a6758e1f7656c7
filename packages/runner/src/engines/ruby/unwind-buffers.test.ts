import { expect, test } from 'vitest';
import { UnwindBuffers, unwindPages } from './unwind-buffers.ts';

const page = 65_536;
const compiledSize = 24_576;
const from = page;
const open = () => {
  const memory = new ArrayBuffer(from + unwindPages * page);
  const view = new DataView(memory);
  const buffers = new UnwindBuffers(memory, from);
  return {
    buffers,
    /** As the binary does: it sets both addresses, and says that it writes. */
    write: (head: number): number => {
      view.setUint32(head, head + 8, true);
      view.setUint32(head + 4, head + 8 + compiledSize, true);
      buffers.begins(head);
      return view.getUint32(head, true);
    },
    /** It has written, and says that it reads back. */
    read: (head: number, filled: number): number => {
      view.setUint32(head, view.getUint32(head, true) + filled, true);
      buffers.begins(head);
      return view.getUint32(head + 4, true);
    },
    byte: (at: number) => view.getUint8(at),
    set: (at: number) => view.setUint8(at, 7),
  };
};

test('each buffer has a place of its own, and ends with what is in it when it is read back', () => {
  const { write, read, buffers, byte, set } = open();
  const first = write(16);
  expect(first).toBe(from);
  expect(read(16, 1000)).toBe(first + 1000);
  expect(write(64)).not.toBe(first);
  expect(write(16)).toBe(first);
  set(first + 3);
  buffers.clear();
  expect(byte(first + 3)).toBe(0);
  expect(write(64)).toBe(first);
});

test('what is filled has a bound, which begins again with each run', () => {
  const { write, read, buffers } = open();
  const heads = Array.from({ length: 200 }, (_, index) => 16 + index * 16);
  const isReplaced = (head: number): boolean => {
    const place = write(head);
    if (place < from) return false;
    read(head, 1_000_000);
    return true;
  };
  expect(heads.filter(isReplaced).length).toBe(135);
  buffers.clear();
  expect(isReplaced(16)).toBe(true);
});
