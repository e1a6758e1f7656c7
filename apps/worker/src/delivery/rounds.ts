/** Some lanes take some tenths of a millisecond, so 5,000 lanes keep a core busy for 25 ms in each 2 s. */
const pauseForEach = 50;

/** Goes round the lanes of a backlog by name, some at each claim. After many lanes it pauses, and after few it does not. */
export class Rounds {
  readonly #clock: () => number;
  #after = '';
  #claims = 0;
  #startsAt = 0;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** The lane after which to look now; undefined while this pauses. */
  get after(): string | undefined {
    return this.#clock() < this.#startsAt ? undefined : this.#after;
  }

  /** After a claim; `reached` is the last lane that it looked at, undefined after the last one of all. */
  advance(reached: string | undefined): void {
    if (reached === undefined) {
      this.#startsAt = this.#clock() + this.#claims * pauseForEach;
      this.#claims = 0;
      this.#after = '';
    } else {
      this.#claims += 1;
      this.#after = reached;
    }
  }

  /** Whether lanes are left in this round. */
  get isUnderWay(): boolean {
    return this.#after !== '';
  }
}
