export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The store's clock in a test: it stands still until it is moved. */
export class Clock {
  #now = Date.UTC(2026, 2, 2, 10);

  get now(): number {
    return this.#now;
  }

  advance(milliseconds: number): number {
    this.#now += milliseconds;
    return this.#now;
  }

  moveTo(instant: number): number {
    if (instant < this.#now) throw new Error('this clock never runs backwards');
    this.#now = instant;
    return instant;
  }

  /** Moves to `timeOfDay` (milliseconds after midnight UTC) of a day that has not begun yet. */
  moveToNextDay(timeOfDay: number): number {
    return this.moveTo((Math.floor(this.#now / day) + 1) * day + timeOfDay);
  }
}
