import { beforeEach, expect, it } from 'vitest';
import { LineWriter } from './line-writer.ts';
import type { Written } from './outputs.ts';

/** What was written, and how the write that is under way ends. */
let text: string;
let pending: { bytes: Buffer; done: (written: Written) => void } | undefined;
let writer: LineWriter;

const end = (written: Partial<Written> = {}): void => {
  const { bytes, done } = pending ?? expect.unreachable();
  pending = undefined;
  const count = written.bytes ?? bytes.length;
  text += bytes.toString('utf8', 0, count);
  done({ ...written, bytes: count });
};
const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
const long = `${'x'.repeat(200_000)}\n`;

beforeEach(() => {
  text = '';
  pending = undefined;
  const write = (bytes: Buffer, done: (written: Written) => void) => {
    pending = { bytes, done };
  };
  const writeNow = (bytes: Buffer) => {
    text += bytes;
  };
  writer = new LineWriter({ write, writeNow }, (missing, reason) => `${missing} ${reason}\n`);
});

it('lines keep their order, and one write is under way at a time', async () => {
  for (const line of ['a\n', 'b\n', 'c\n']) writer.write(line);
  end();
  const idle = writer.idle();
  end();
  await idle;
  expect(text).toBe('a\nb\nc\n');
  expect(writer.dropped).toBe(0);
});

it('lines that a full disk does not take are dropped, and the next one that it takes comes after their number', () => {
  writer.write('a\n');
  writer.write('b\n');
  end({ error: full, bytes: 0 });
  end({ error: full, bytes: 0 });
  // No write is tried before there is a line.
  expect(pending).toBeUndefined();
  writer.write('c\n');
  end();
  writer.write('d\n');
  end();
  expect(text).toBe('2 ENOSPC\nc\nd\n');
  expect(writer.dropped).toBe(2);
});

it('a line of which a part was written is ended, and counts as dropped with those after it', () => {
  writer.write('a\n');
  for (const line of ['bbbb\n', 'cccc\n', 'dddd\n']) writer.write(line);
  end();
  end({ error: full, bytes: 7 });
  writer.write('e\n');
  end();
  expect(text).toBe('a\nbbbb\ncc\n2 ENOSPC\ne\n');
  expect(writer.dropped).toBe(2);
});

it('a notice of which a part was written is written again', () => {
  writer.write('a\n');
  end({ error: full, bytes: 0 });
  writer.write('b\n');
  end({ error: full, bytes: 3 });
  writer.write('c\n');
  end();
  expect(text).toBe('1 E\n2 ENOSPC\nc\n');
});

it('what waits for a stopped reader is bounded: the notice comes after what waited, also when nothing more is logged', () => {
  writer.write('a\n');
  writer.write(long);
  writer.write(long);
  writer.write('after a gap\n');
  end();
  end();
  end();
  expect(text).toBe(`a\n${long}2 its reader is too slow\n`);
  writer.write('b\n');
  end();
  expect(text.endsWith('slow\nb\n')).toBe(true);
  expect(writer.dropped).toBe(2);
});

it('a line that is longer than all that may wait is dropped, and others are not', () => {
  writer.write(long + long);
  end();
  writer.write('a\n');
  end();
  expect(text).toBe('1 its reader is too slow\na\n');
});

it('what waits at the end of the process is written at once', () => {
  writer.write('a\n');
  writer.write('b\n');
  writer.writeNow();
  expect(text).toBe('b\n');
});
