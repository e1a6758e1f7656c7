import { constants, openSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** How much of some bytes was written: all, unless there is an error. */
export type Written = { readonly bytes: number; readonly error?: NodeJS.ErrnoException };

/** A stream of the process. */
export type Output = {
  /** Never waits: `done` comes at once or later, or never as long as the reader has stopped. */
  readonly write: (bytes: Buffer, done: (written: Written) => void) => void;
  /** For the moment before the process ends: what cannot be written at once is lost. */
  readonly writeNow: (bytes: Buffer) => void;
};

/** While a reader is slower than the log. */
const retryMs = 20;

const writeAll = (fd: number, bytes: Buffer, from: number, done: (written: Written) => void): void =>
  write(fd, bytes, from, bytes.length - from, null, (error, count) => {
    if (error?.code === 'EAGAIN') setTimeout(() => writeAll(fd, bytes, from, done), retryMs).unref();
    else if (error) done({ bytes: from, error });
    else if (from + count < bytes.length) writeAll(fd, bytes, from + count, done);
    else done({ bytes: bytes.length });
  });

/** What does not block needs no thread, and then nothing is under way when the process ends. */
const writeAtOnce = (fd: number, bytes: Buffer, from: number): Written => {
  let count = from;
  try {
    while (count < bytes.length) count += writeSync(fd, bytes, count);
    return { bytes: count };
  } catch (error) {
    // The cast holds because the system refused it.
    return { bytes: count, error: error as NodeJS.ErrnoException };
  }
};

const writeAsRead = (fd: number, bytes: Buffer, from: number, done: (written: Written) => void): void => {
  const written = writeAtOnce(fd, bytes, from);
  if (written.error?.code === 'EAGAIN') setTimeout(() => writeAsRead(fd, bytes, written.bytes, done), retryMs).unref();
  else done(written);
};

/**
 * The pipe or terminal behind a descriptor, opened once more, where the system can: whether it blocks is then not shared with other
 * processes, of which each that ends makes it block again for all.
 */
const reopen = (fd: number): number | undefined => {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
};

/**
 * Of standard output or error. A thread writes to a file and may have to wait for its disk. A thread that waits for the reader of a pipe would
 * keep the process from ending: pipes are non-blocking, and sockets streams of Node.
 */
export const outputOf = (stream: Writable & { readonly fd: number }): Output => {
  // Also of what Node itself writes there, such as warnings: an `error` without a listener ends the process.
  stream.on('error', () => undefined);
  const isFile = !(stream instanceof Socket);
  const fd = isFile ? stream.fd : reopen(stream.fd);
  return {
    write: (bytes, done) => {
      if (fd === undefined) stream.write(bytes, (error) => done(error ? { bytes: 0, error } : { bytes: bytes.length }));
      else if (isFile) writeAll(fd, bytes, 0, done);
      else writeAsRead(fd, bytes, 0, done);
    },
    // There is nowhere to say that it failed.
    writeNow: (bytes) => void writeAtOnce(fd ?? stream.fd, bytes, 0),
  };
};
