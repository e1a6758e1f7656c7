/**
 * For whom a program is run. `attempt` is any text that stands for one candidate's attempt. `waits`: who looks at the screen for the
 * result. A candidate's time runs out meanwhile; an author's import has two minutes; nobody waits for a grading. `comesAgain`: it is
 * refused, and not kept, while its engine is in its self-test.
 */
export type Owner = {
  readonly account: string;
  readonly attempt: string;
  readonly waits?: 'candidate' | 'author';
  readonly comesAgain?: true;
};

export type QueueLimits = {
  /** Programs that wait, of all accounts. */
  readonly waiting: number;
  /** Programs that wait or run. */
  readonly perAccount: number;
  readonly perAttempt: number;
};

export type QueueRefusal = 'queue-full' | 'account-limit' | 'attempt-limit';

const add = (counts: Map<string, number>, key: string, by: number): void => {
  const next = (counts.get(key) ?? 0) + by;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
};

const keyOf = ({ owner }: { readonly owner: Owner }): string => `${owner.account} ${owner.attempt}`;

/** Items in a row that others may wait behind: these must not wait for ever. */
const mostInARow = 4;

/** What waits of each account, in the order of their turns; none of them is empty. */
type Waiting<Item> = Map<string, Item[]>;

/**
 * What a candidate waits for comes first, then what an author waits for, but for one other item after each four: of the two, those that
 * had no such turn last. Among their like, accounts take turns, and within an account attempts that have no
 * place, of these the first: a backlog of one account delays another by one program, and what takes several turns delays others by one of
 * them.
 */
export class FairQueue<Item extends { readonly owner: Owner }> {
  readonly #limits: QueueLimits;
  readonly #candidates: Waiting<Item> = new Map();
  readonly #authors: Waiting<Item> = new Map();
  readonly #others: Waiting<Item> = new Map();
  #inARow = 0;
  #hadTurnLast = this.#authors;
  readonly #ofAccount = new Map<string, number>();
  readonly #ofAttempt = new Map<string, number>();
  readonly #held = new Set<Item>();
  /** By account, and by attempt. */
  readonly #heldBy = new Map<string, number>();
  #length = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#length;
  }

  get accounts(): number {
    return new Set([this.#candidates, this.#authors, this.#others].flatMap((waiting) => [...waiting.keys()])).size;
  }

  enter(item: Item): QueueRefusal | undefined {
    const { account } = item.owner;
    if (this.#length >= this.#limits.waiting) return 'queue-full';
    if ((this.#ofAccount.get(account) ?? 0) >= this.#limits.perAccount) return 'account-limit';
    if ((this.#ofAttempt.get(keyOf(item)) ?? 0) >= this.#limits.perAttempt) return 'attempt-limit';
    add(this.#ofAccount, account, 1);
    add(this.#ofAttempt, keyOf(item), 1);
    this.#put(item);
    return undefined;
  }

  /**
   * The next item that can start. Its account has its next turn after all others. While another account has one that can start, an
   * account holds at most half of the `places`, whoever waits for its programs.
   */
  take(canStart: (item: Item) => boolean, places = Number.POSITIVE_INFINITY): Item | undefined {
    const next = this.#next(canStart, places);
    if (next === undefined) return undefined;
    const { item, waiting, isTurnOfOthers } = next;
    const { account } = item.owner;
    this.remove(item);
    const items = waiting.get(account);
    if (items !== undefined && waiting.delete(account)) waiting.set(account, items);
    const isAhead = waiting === this.#candidates || (waiting === this.#authors && !isTurnOfOthers);
    this.#inARow = isAhead ? this.#inARow + 1 : 0;
    if (!isAhead) this.#hadTurnLast = waiting;
    this.#held.add(item);
    add(this.#heldBy, account, 1);
    add(this.#heldBy, keyOf(item), 1);
    return item;
  }

  /** The item that is next, if `canStart` were so. */
  peek(canStart: (item: Item) => boolean, places = Number.POSITIVE_INFINITY): Item | undefined {
    return this.#next(canStart, places)?.item;
  }

  /** How many of an account were taken and are not done. */
  heldBy(account: string): number {
    return this.#heldBy.get(account) ?? 0;
  }

  #next(canStart: (item: Item) => boolean, places: number) {
    const share = Math.max(1, Math.floor(places / 2));
    return this.#find((item) => this.heldBy(item.owner.account) < share && canStart(item)) ?? this.#find(canStart);
  }

  #find(canStart: (item: Item) => boolean) {
    const isTurnOfOthers = this.#inARow >= mostInARow;
    const behind = this.#hadTurnLast === this.#authors ? [this.#others, this.#authors] : [this.#authors, this.#others];
    for (const waiting of isTurnOfOthers ? [...behind, this.#candidates] : [this.#candidates, this.#authors, this.#others]) {
      for (const items of waiting.values()) {
        // Another attempt of the account before one that has its place already.
        const item = items.find((one) => !this.#heldBy.has(keyOf(one)) && canStart(one)) ?? items.find(canStart);
        if (item !== undefined) return { item, waiting, isTurnOfOthers };
      }
    }
    return undefined;
  }

  /**
   * How many go before the first one of this owner that waits; undefined if none does. Of accounts that take turns, one gives as many as
   * the item has before it in its own account, and one more where its turn is earlier. The turns that others have between are left out.
   */
  ahead(owner: Owner): number | undefined {
    const waiting = this.#waitingLike({ owner });
    const at = waiting.get(owner.account)?.findIndex((item) => item.owner.attempt === owner.attempt) ?? -1;
    if (at < 0) return undefined;
    const accounts = [...waiting.keys()];
    const turn = accounts.indexOf(owner.account);
    return accounts.reduce((sum, account, index) => {
      const most = at + (index < turn ? 1 : 0);
      return sum + Math.min(most, waiting.get(account)?.length ?? 0);
    }, 0);
  }

  /** Takes one out of turn; false if it does not wait. */
  remove(item: Item): boolean {
    const waiting = this.#waitingLike(item);
    const items = waiting.get(item.owner.account) ?? [];
    const at = items.indexOf(item);
    if (at < 0) return false;
    items.splice(at, 1);
    if (items.length === 0) waiting.delete(item.owner.account);
    this.#length -= 1;
    return true;
  }

  /** What was taken and is not done waits again, behind the others of its account: a long program would hold them all up. */
  putBack(item: Item): void {
    this.#release(item);
    this.#put(item);
  }

  /** What was taken is done. */
  leave(item: Item): void {
    this.#release(item);
    add(this.#ofAccount, item.owner.account, -1);
    add(this.#ofAttempt, keyOf(item), -1);
  }

  #release(item: Item): void {
    if (!this.#held.delete(item)) return;
    add(this.#heldBy, item.owner.account, -1);
    add(this.#heldBy, keyOf(item), -1);
  }

  #waitingLike({ owner }: { readonly owner: Owner }): Waiting<Item> {
    return owner.waits === 'candidate' ? this.#candidates : owner.waits === 'author' ? this.#authors : this.#others;
  }

  #put(item: Item): void {
    const waiting = this.#waitingLike(item);
    const items = waiting.get(item.owner.account) ?? [];
    items.push(item);
    waiting.set(item.owner.account, items);
    this.#length += 1;
  }
}
