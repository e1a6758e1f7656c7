import { turnMs } from '../priority.ts';
import { type FairQueue, type Owner, waiterOf, waiters } from './fair-queue.ts';

type Job = { readonly owner: Owner };

/** A program that has a place. */
type Active<Of extends Job> = {
  readonly job: Of;
  /** Ends it where it runs; it waits again, with the runs that are done. */
  readonly leaving: AbortController;
  hasHadTurn: boolean;
};

/** Among those under way, who gives a place to whom. */
const rankOf = (job: Job): number => -waiters.indexOf(waiterOf(job));
const isCandidates = ({ owner }: Job): boolean => owner.waits === 'candidate';

/**
 * Programs that are under way. `size` of them have the cores. More may be: one that has had its turn goes on below the others. What a
 * candidate waits for starts in any place at once; others have half of the places, and wait for one of `size` to have had its turn.
 */
export class Places<Of extends Job> {
  readonly most: number;
  readonly mostOfOthers: number;
  readonly #size: number;
  readonly #queue: FairQueue<Of>;
  readonly #onTurn: () => void;
  /** In the order in which they began. */
  readonly #active = new Set<Active<Of>>();

  /** `onTurn`: another one may have its turn. */
  constructor(size: number, most: number, queue: FairQueue<Of>, onTurn: () => void) {
    this.#size = size;
    this.most = Math.max(size, most);
    this.mostOfOthers = Math.max(size, Math.floor(this.most / 2));
    this.#queue = queue;
    this.#onTurn = onTurn;
  }

  get taken(): number {
    return this.#active.size;
  }

  /**
   * Returns a signal that asks it to leave, and what says that it has left. `usedMs`: programs of one account share a turn, so that many
   * short ones do not leave a core to nobody else.
   */
  enter(job: Of): { readonly signal: AbortSignal; readonly usedMs: number; readonly leave: () => void } {
    const one: Active<Of> = { job, leaving: new AbortController(), hasHadTurn: false };
    const others = [...this.#active].filter((other) => other.job.owner.account === job.owner.account && !other.hasHadTurn).length;
    const usedMs = turnMs - Math.floor(turnMs / (others + 1));
    this.#active.add(one);
    const turn = setTimeout(() => {
      one.hasHadTurn = true;
      this.#onTurn();
    }, turnMs - usedMs);
    const leave = (): void => {
      clearTimeout(turn);
      this.#active.delete(one);
    };
    return { signal: one.leaving.signal, usedMs, leave };
  }

  hasTurn(job: Of): boolean {
    return this.#hasPlace(job) && (isCandidates(job) || [...this.#active].filter((one) => !one.hasHadTurn).length < this.#size);
  }

  /** Asks each one to leave that has had its turn. */
  clear(): void {
    for (const one of this.#mayLeave()) one.leaving.abort();
  }

  /** Asks one of a lower rank to leave for the one that waits, or one of an account that has two more than its account. */
  makeWay(): void {
    if ([...this.#active].some(({ leaving }) => leaving.signal.aborted)) return;
    const next = this.#queue.peek((job) => !this.#hasPlace(job), this.most);
    if (next === undefined) return;
    const held = this.#queue.heldBy(next.owner.account);
    const may = this.#mayLeave();
    const lower = may.filter(({ job }) => rankOf(job) < rankOf(next));
    const most = may.filter(({ job }) => rankOf(job) === rankOf(next) && this.#queue.heldBy(job.owner.account) >= held + 2);
    (lower[0] ?? most[0])?.leaving.abort();
  }

  #hasPlace(job: Of): boolean {
    if (this.#active.size >= this.most) return false;
    return isCandidates(job) || [...this.#active].filter((one) => !isCandidates(one.job)).length < this.mostOfOthers;
  }

  /** The one that began last first: it loses least. */
  #mayLeave(): Active<Of>[] {
    return [...this.#active].filter(({ hasHadTurn, leaving }) => hasHadTurn && !leaving.signal.aborted).toReversed();
  }
}
