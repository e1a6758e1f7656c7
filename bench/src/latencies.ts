/** Milliseconds from the time when a request was due to the end of its response. A lag of the generator never makes them shorter. */
export class Latencies {
  readonly #times: number[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  add(time: number): void {
    this.#times.push(time);
  }

  at(share: number): number {
    const sorted = this.#times.toSorted((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }

  toString(): string {
    const [p50, p99, most] = [0.5, 0.99, 1].map((share) => `${this.at(share).toFixed(1)} ms`);
    return `${this.#name.padEnd(8)}${this.#times.length.toLocaleString('en').padStart(8)}   p50 ${p50}   p99 ${p99}   longest ${most}`;
  }
}
