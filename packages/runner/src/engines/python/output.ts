/** What ends a run from within a host function: an error that crosses the interpreter's frames, which have no handler for it. */
export class RunOver extends Error {
  readonly reason: 'exit' | 'output' | 'ready' | 'channel';
  readonly code: number;

  constructor(reason: RunOver['reason'], code = 0) {
    super(reason);
    this.reason = reason;
    this.code = code;
  }
}

/** Standard output and error of a run, as bytes: a character may lie across two writes. */
export class Output {
  readonly #limit: number;
  readonly #parts: { readonly stdout: Uint8Array[]; readonly stderr: Uint8Array[] } = { stdout: [], stderr: [] };
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  write(stream: 'stdout' | 'stderr', bytes: Uint8Array): void {
    const room = this.#limit - this.#size;
    this.#parts[stream].push(bytes.slice(0, room));
    this.#size += Math.min(bytes.length, room);
    if (bytes.length > room) throw new RunOver('output');
  }

  /** What the engine itself says, as far as there is room. */
  add(text: string): void {
    const bytes = Buffer.from(text).subarray(0, this.#limit - this.#size);
    this.#parts.stderr.push(bytes);
    this.#size += bytes.length;
  }

  text(stream: 'stdout' | 'stderr'): string {
    return Buffer.concat(this.#parts[stream]).toString('utf8');
  }
}
