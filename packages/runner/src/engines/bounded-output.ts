const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Standard output and error of a run, together no longer than its limit. */
export const boundedOutput = (limit: number) => {
  const streams = { 1: new Uint8Array(256), 2: new Uint8Array(256) };
  const lengths = { 1: 0, 2: 0 };
  return {
    /** False once the limit is passed; what fits is kept. */
    write(to: 1 | 2, bytes: Uint8Array): boolean {
      const fitting = Math.min(bytes.length, limit - lengths[1] - lengths[2]);
      const end = lengths[to] + fitting;
      if (end > streams[to].length) {
        const larger = new Uint8Array(Math.max(end, Math.min(limit, streams[to].length * 2)));
        larger.set(streams[to].subarray(0, lengths[to]));
        streams[to] = larger;
      }
      streams[to].set(bytes.subarray(0, fitting), lengths[to]);
      lengths[to] = end;
      return fitting === bytes.length;
    },
    /** Decoded as a whole, so that a character may be written in parts. One that the limit cut is left out. */
    text(of: 1 | 2): string {
      const bytes = streams[of].subarray(0, lengths[of]);
      return lengths[1] + lengths[2] === limit
        ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true })
        : decoder.decode(bytes);
    },
  };
};

export type BoundedOutput = ReturnType<typeof boundedOutput>;
