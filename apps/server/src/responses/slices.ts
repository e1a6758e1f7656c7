import { Readable } from 'node:stream';

/** Written at once: what a slow client has taken is seen by whole slices. */
export const slice = 64 * 1024;

/** A fast client takes megabytes without a turn of the event loop in between, which cost 60 ms. */
const ofTurn = 4 * slice;

/** Sends bytes slice by slice, without copying them. */
export class Slices extends Readable {
  readonly size: number;
  /** The rest of the piece that is being sent, and those after it. */
  #bytes: Uint8Array = Buffer.alloc(0);
  readonly #pieces: Iterator<Uint8Array>;
  #sent = 0;

  constructor(bytes: Uint8Array | readonly Uint8Array[]) {
    super({ highWaterMark: slice });
    const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
    this.#pieces = pieces.values();
    this.size = pieces.reduce((size, piece) => size + piece.byteLength, 0);
  }

  override _read(): void {
    const isFull = this.#sent >= ofTurn;
    if (isFull) this.#sent = 0;
    if (isFull) setImmediate(() => this.#next());
    else this.#next();
  }

  #next(): void {
    while (this.#bytes.byteLength === 0) {
      const { done, value } = this.#pieces.next();
      if (done === true) return void this.push(null);
      this.#bytes = value;
    }
    const next = this.#bytes.subarray(0, slice);
    this.#bytes = this.#bytes.subarray(slice);
    this.#sent += next.byteLength;
    this.push(next);
  }
}

const shared = new WeakSet<Uint8Array>();

/** Bytes that all responses share: one that waits for its turn with them holds nothing. */
export const shareBytes = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
  shared.add(bytes);
  return bytes;
};

export const areShared = (bytes: Uint8Array): boolean => shared.has(bytes);
