import type { Output, Written } from './outputs.ts';

/** In characters, some thousand lines: what may wait in memory for a reader that pauses. */
const mostWaiting = 256 * 1024;

const tooSlow = 'its reader is too slow';
const newline = 10;

const newlinesIn = (bytes: Buffer): number => bytes.reduce((count, byte) => (byte === newline ? count + 1 : count), 0);

/** What is being written: lines, and before them what ends a torn line and says how many are missing. */
type Batch = {
  readonly bytes: Buffer;
  readonly lines: number;
  readonly characters: number;
  readonly endsTorn: boolean;
  readonly said: number;
};

/**
 * Writes whole lines in their order, and drops and counts those that cannot be written. pino's own destination blocks on a full disk, or,
 * asynchronous, holds the end of the process while a reader stands still.
 */
export class LineWriter {
  readonly #output: Output;
  readonly #notice: (missing: number, reason: string) => string;
  #waiting: string[] = [];
  /** Of the lines that wait or are being written. */
  #characters = 0;
  #isWriting = false;
  #hasFailed = false;
  /** Then lines are dropped until all that waited is written: the notice comes where they are missing. */
  #isFull = false;
  /** The last line that was written has no end. */
  #isTorn = false;
  #missing = 0;
  #reason = '';
  #whenIdle: (() => void)[] = [];
  /** Since the start. */
  dropped = 0;

  /** @param notice the line that says how many are missing before it */
  constructor(output: Output, notice: (missing: number, reason: string) => string) {
    this.#output = output;
    this.#notice = notice;
  }

  /** @param line with its newline */
  write(line: string): void {
    if (this.#characters + line.length > mostWaiting) this.#isFull = true;
    if (this.#isFull) this.#drop(1, tooSlow);
    else {
      this.#waiting.push(line);
      this.#characters += line.length;
    }
    this.#writeNext();
  }

  /** Resolves when nothing waits. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
      this.#writeNext();
    });
  }

  /** For the moment before the process ends. */
  writeNow(): void {
    this.#output.writeNow(Buffer.from(this.#waiting.join('')));
    this.#waiting = [];
  }

  #drop(lines: number, reason: string): void {
    if (lines === 0) return;
    this.dropped += lines;
    this.#missing += lines;
    this.#reason = reason;
  }

  #writeNext(): void {
    if (this.#isWriting) return;
    if (this.#waiting.length === 0) this.#isFull = false;
    const said = this.#isFull ? 0 : this.#missing;
    // After a failure only a new line shows whether it works again.
    if (this.#waiting.length === 0 && (said === 0 || this.#hasFailed)) {
      for (const resolve of this.#whenIdle.splice(0)) resolve();
      return;
    }
    const text = this.#waiting.join('');
    const before = `${this.#isTorn ? '\n' : ''}${said > 0 ? this.#notice(said, this.#reason) : ''}`;
    const batch = {
      ...{ bytes: Buffer.from(before + text), lines: this.#waiting.length, characters: text.length },
      ...{ endsTorn: this.#isTorn, said },
    };
    this.#waiting = [];
    this.#isWriting = true;
    this.#output.write(batch.bytes, (written) => {
      this.#isWriting = false;
      this.#account(batch, written);
      this.#writeNext();
    });
  }

  #account({ bytes, lines, characters, endsTorn, said }: Batch, { bytes: count, error }: Written): void {
    this.#characters -= characters;
    this.#hasFailed = error !== undefined;
    const begun = bytes.subarray(0, count);
    if (count > 0) this.#isTorn = begun.at(-1) !== newline;
    const ends = newlinesIn(begun) - (endsTorn ? 1 : 0);
    const wasSaid = said > 0 && ends > 0;
    if (wasSaid) this.#missing -= said;
    this.#drop(lines - Math.max(0, ends - (wasSaid ? 1 : 0)), error?.code ?? '');
  }
}
