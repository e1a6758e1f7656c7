const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The task that writes, and the bytes of standard output and error: each a 32-bit integer. */
const head = 12;

/** Where a thread keeps what a run writes: who ends the thread reads it there. Pages that nobody touches cost nothing. */
export const outputMemory = (limit: number): SharedArrayBuffer => new SharedArrayBuffer(head + 2 * limit);

const readLengths = (memory: SharedArrayBuffer) => new Int32Array(memory, 0, head / 4);

/** A character that was written in part is left out where the run was cut off: it is no error of the program. */
const textIn = (memory: SharedArrayBuffer, limit: number, of: 1 | 2, isCut: boolean): string => {
  const lengths = readLengths(memory);
  const from = head + (of - 1) * limit;
  const bytes = new Uint8Array(memory, from, Atomics.load(lengths, of)).slice();
  return isCut ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }) : decoder.decode(bytes);
};

/** What a task had written when its thread was ended. */
export const writtenBy = (task: number | undefined, memory: SharedArrayBuffer, limit: number): { stdout: string; stderr: string } =>
  Atomics.load(readLengths(memory), 0) === task
    ? { stdout: textIn(memory, limit, 1, true), stderr: textIn(memory, limit, 2, true) }
    : { stdout: '', stderr: '' };

/** Standard output and error of a run, together no longer than its limit. */
export const boundedOutput = (limit: number, memory = outputMemory(limit), task = 0) => {
  const lengths = readLengths(memory);
  lengths.set([task, 0, 0]);
  const length = (of: 1 | 2): number => lengths[of] ?? 0;
  return {
    /** False once the limit is passed; what fits is kept. */
    write(to: 1 | 2, bytes: Uint8Array): boolean {
      const fitting = Math.min(bytes.length, limit - length(1) - length(2));
      new Uint8Array(memory, head + (to - 1) * limit + length(to), fitting).set(bytes.subarray(0, fitting));
      // Last, so that what counts as written is there.
      Atomics.add(lengths, to, fitting);
      return fitting === bytes.length;
    },
    /** Decoded as a whole, so that a character may be written in parts. One that the limit cut is left out. */
    text: (of: 1 | 2): string => textIn(memory, limit, of, length(1) + length(2) === limit),
  };
};

export type BoundedOutput = ReturnType<typeof boundedOutput>;
