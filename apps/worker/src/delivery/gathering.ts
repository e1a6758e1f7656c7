/** Lets those that come within some milliseconds go on together: `onEnd` is called first, once for all of them. */
export class Gathering {
  readonly #milliseconds: number;
  readonly #onEnd: () => void;
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, onEnd: () => void) {
    this.#milliseconds = milliseconds;
    this.#onEnd = onEnd;
  }

  join(): Promise<void> {
    this.#timer ??= setTimeout(() => this.end(), this.#milliseconds);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Ends it before its time, because nobody else comes. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#onEnd();
    for (const goOn of this.#waiting.splice(0)) goOn();
  }
}
