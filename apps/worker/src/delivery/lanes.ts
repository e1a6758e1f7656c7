import { mailLane } from '@assay/operations';
import { LRUCache } from 'lru-cache';

// An unproven host gets one delivery at a time, so that a thousand dead hosts hold a thousand sockets and delay no other host.
const laneLimits = { mail: 4, proven: 8, unproven: 1 } as const;
// Below the limit of all deliveries under way: however many hosts are dead, proven lanes keep room.
const mostUnproven = 1792;
const rememberedLanes = 10_000;

/** How many deliveries are under way in each lane (one host, or the mail server), and for how many more a lane has room. */
export class Lanes {
  readonly #underWay = new Map<string, number>();
  readonly #proven = new LRUCache<string, true>({ max: rememberedLanes });
  readonly #freed = new Set<string>();
  #unproven = 0;

  readonly roomIn = (lane: string): number => {
    if (this.#unproven >= mostUnproven && !this.#isProven(lane)) return 0;
    return this.#limitOf(lane) - (this.#underWay.get(lane) ?? 0);
  };

  /** The lanes in which a delivery has ended since the last call. */
  takeFreed(): string[] {
    const freed = [...this.#freed];
    this.#freed.clear();
    return freed;
  }

  /** Counts one delivery as under way, until the returned function is called. */
  enter(lane: string): () => void {
    this.#count(lane, 1);
    // Remembered, because the lane may become proven before this delivery ends.
    const unproven = this.#isProven(lane) ? 0 : 1;
    this.#unproven += unproven;
    return () => {
      this.#count(lane, -1);
      this.#freed.add(lane);
      this.#unproven -= unproven;
    };
  }

  /** A host is proven while its last response was 2xx. */
  setProven(lane: string, proven: boolean): void {
    if (proven) this.#proven.set(lane, true);
    else this.#proven.delete(lane);
  }

  #isProven(lane: string): boolean {
    return lane === mailLane || this.#proven.has(lane);
  }

  #limitOf(lane: string): number {
    if (lane === mailLane) return laneLimits.mail;
    return this.#isProven(lane) ? laneLimits.proven : laneLimits.unproven;
  }

  #count(lane: string, change: 1 | -1): void {
    const count = (this.#underWay.get(lane) ?? 0) + change;
    if (count === 0) this.#underWay.delete(lane);
    else this.#underWay.set(lane, count);
  }
}
