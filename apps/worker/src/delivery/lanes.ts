import { mailLane } from '@assay/operations';
import { LRUCache } from 'lru-cache';

// An unproven host gets one delivery at a time, so that a thousand dead hosts hold a thousand sockets and delay no other host.
// A mail server that accepts mails gets more than it has connections: some are sent while others are claimed, written or recorded.
const laneLimits = { mail: { proven: 32, unproven: 4 }, host: { proven: 8, unproven: 1 } } as const;
// From a slow mail server, mails beyond its connections would wait for one so long that they fail unsent.
const longestMail = 5000;
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
    if (this.#unproven >= mostUnproven && !this.#isKnown(lane)) return 0;
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
    const unproven = this.#isKnown(lane) ? 0 : 1;
    this.#unproven += unproven;
    return () => {
      this.#count(lane, -1);
      this.#freed.add(lane);
      this.#unproven -= unproven;
    };
  }

  /** A host is proven while its last response was 2xx, the mail server while it took the last mail, and soon. */
  setProven(lane: string, { delivered, milliseconds }: { readonly delivered: boolean; readonly milliseconds: number }): void {
    if (delivered && (lane !== mailLane || milliseconds < longestMail)) this.#proven.set(lane, true);
    else this.#proven.delete(lane);
  }

  /** Whether it keeps its room however many hosts are dead. */
  #isKnown(lane: string): boolean {
    return lane === mailLane || this.#proven.has(lane);
  }

  #limitOf(lane: string): number {
    return laneLimits[lane === mailLane ? 'mail' : 'host'][this.#proven.has(lane) ? 'proven' : 'unproven'];
  }

  #count(lane: string, change: 1 | -1): void {
    const count = (this.#underWay.get(lane) ?? 0) + change;
    if (count === 0) this.#underWay.delete(lane);
    else this.#underWay.set(lane, count);
  }
}
