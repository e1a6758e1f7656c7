import { Readable } from 'node:stream';

/** Written at once: what a slow client has taken is seen by whole slices. */
export const slice = 64 * 1024;

/** A fast client takes megabytes without a turn of the event loop in between, which cost 60 ms. */
const ofTurn = 4 * slice;

/** Sends bytes slice by slice, without copying them. */
export class Slices extends Readable {
  readonly size: number;
  readonly #bytes: Uint8Array;
  #sent = 0;

  constructor(bytes: Uint8Array) {
    super({ highWaterMark: slice });
    this.#bytes = bytes;
    this.size = bytes.byteLength;
  }

  override _read(): void {
    if (this.#sent > 0 && this.#sent % ofTurn === 0) setImmediate(() => this.#next());
    else this.#next();
  }

  #next(): void {
    if (this.#sent >= this.size) return void this.push(null);
    const next = this.#bytes.subarray(this.#sent, this.#sent + slice);
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
