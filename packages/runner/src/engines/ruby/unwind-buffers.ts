const page = 65_536;

/** What the binary was compiled with: enough for 80 calls through functions in C, such as `map` with a block. Beyond that it would trap. */
const compiledSize = 24_576;
const size = 2 * 1_048_576;
const count = 512;
/** Bytes of all buffers that may be filled: no limit of the program counts them. */
const budget = 128 * 1_048_576;
/** Pages of memory that the buffers take when they are used. */
export const unwindPages = (size * count) / page;

/**
 * WebAssembly gives a program no way to look at its own stack, so Ruby's is made (by Asyncify) to write the stack to a buffer and to read
 * it back: for each garbage collection, and for what jumps over functions in C. The buffers that it was compiled with are small. Each of
 * them is replaced by a large one here, at the moment when something is about to be written.
 */
export class UnwindBuffers {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  readonly #from: number;
  readonly #zeros = Buffer.alloc(page);
  /** By the address of the buffer's head, which is two addresses: where to write next, and where the buffer ends. */
  readonly #places = new Map<number, number>();
  /** Bytes that were written to each at most, and their sum. */
  readonly #filled = new Map<number, number>();
  #total = 0;

  constructor(memory: ArrayBuffer, from: number) {
    this.#view = new DataView(memory);
    this.#bytes = new Uint8Array(memory);
    this.#from = from;
  }

  /** Before the stack is written to a buffer or read from it. */
  begins(head: number): void {
    const at = head >>> 0;
    if (at + 8 > this.#from) return;
    const next = this.#view.getUint32(at, true);
    const end = this.#view.getUint32(at + 4, true);
    if (next >= this.#from) {
      // An empty one is written again. A full one is read back, and ends with what is in it: a garbage collection looks through all of it.
      const filled = (next - this.#from) % size;
      this.#view.setUint32(at + 4, filled === 0 ? next + size : next, true);
      this.#count(at, filled);
    } else if (end - next === compiledSize) {
      const place = this.#places.get(at) ?? this.#places.size;
      if (place >= count || this.#total > budget) return;
      this.#places.set(at, place);
      this.#view.setUint32(at, this.#from + place * size, true);
      this.#view.setUint32(at + 4, this.#from + (place + 1) * size, true);
    }
  }

  #count(at: number, filled: number): void {
    const before = this.#filled.get(at) ?? 0;
    if (filled <= before) return;
    this.#filled.set(at, filled);
    this.#total += filled - before;
  }

  clear(): void {
    for (const place of this.#places.values()) {
      const from = this.#from + place * size;
      for (let at = from; at < from + size; at += page) {
        const part = this.#bytes.subarray(at, at + page);
        if (this.#zeros.equals(part)) break;
        part.fill(0);
      }
    }
    this.#places.clear();
    this.#filled.clear();
    this.#total = 0;
  }
}
