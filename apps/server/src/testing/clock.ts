export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The store's clock in a test: it stands still until it is moved. */
export class Clock {
  #now = Date.UTC(2026, 2, 2, 10);

  get now(): number {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
