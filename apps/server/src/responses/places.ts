import type { Full, Owner, UnderWay } from './under-way.ts';

export type Waiter = { readonly response: UnderWay; readonly begin: (release: (() => void) | Full) => void };

type Place = { bytes: number; held: number; readonly waiting: Waiter[] };

/** What each owner has under way, and who waits for it. */
export class Places {
  readonly #places = new Map<string, Place>();

  #of(key: string): Place {
    const place = this.#places.get(key) ?? { bytes: 0, held: 0, waiting: [] };
    this.#places.set(key, place);
    return place;
  }

  #forget(key: string): void {
    const place = this.#places.get(key);
    if (place?.bytes === 0 && place.held === 0 && place.waiting.length === 0) this.#places.delete(key);
  }

  add(key: string, bytes: number, held: number): void {
    const place = this.#of(key);
    place.bytes += bytes;
    place.held += held;
    this.#forget(key);
  }

  isFull({ key, most }: Owner, more: number): boolean {
    const bytes = this.#places.get(key)?.bytes ?? 0;
    return more > 0 && bytes > 0 && bytes + more > most;
  }

  heldBy(key: string): number {
    return this.#places.get(key)?.held ?? 0;
  }

  waitingFor(key: string): number {
    return this.#places.get(key)?.waiting.length ?? 0;
  }

  /** The returned function gives the turn up. */
  wait(key: string, waiter: Waiter): () => void {
    const { waiting } = this.#of(key);
    waiting.push(waiter);
    return () => {
      const index = waiting.indexOf(waiter);
      if (index >= 0) waiting.splice(index, 1);
      this.#forget(key);
    };
  }

  /** Owners for whom somebody waits. */
  awaited(): readonly string[] {
    return [...this.#places].filter(([, { waiting }]) => waiting.length > 0).map(([key]) => key);
  }

  /** Begins those that wait, in order, while `begin` does; those that `isLast` begin when no other waits. */
  admit(key: string, begin: (waiter: Waiter) => boolean, isLast: (waiter: Waiter) => boolean): void {
    const waiting = this.#places.get(key)?.waiting ?? [];
    while (waiting.length > 0) {
      const index = Math.max(
        0,
        waiting.findIndex((one) => !isLast(one)),
      );
      const [next] = waiting.splice(index, 1);
      if (next === undefined || begin(next)) continue;
      waiting.splice(index, 0, next);
      break;
    }
    this.#forget(key);
  }
}
