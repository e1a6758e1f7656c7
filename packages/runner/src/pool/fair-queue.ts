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

/** Items in a row that others may wait behind: these must not wait for ever. */
const mostInARow = 4;

/** What waits of each account, in the order of their turns; none of them is empty. */
type Waiting<Item> = Map<string, Item[]>;

/**
 * What a candidate waits for comes first, then what an author waits for, but for one other item after each four: of the two, those that
 * had no such turn last. Among their like, accounts take turns, and within an account the first comes first: a backlog of one account delays another by one program, and what takes several turns delays others by one of them.
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
    const { account, attempt } = item.owner;
    if (this.#length >= this.#limits.waiting) return 'queue-full';
    if ((this.#ofAccount.get(account) ?? 0) >= this.#limits.perAccount) return 'account-limit';
    if ((this.#ofAttempt.get(`${account} ${attempt}`) ?? 0) >= this.#limits.perAttempt) return 'attempt-limit';
    add(this.#ofAccount, account, 1);
    add(this.#ofAttempt, `${account} ${attempt}`, 1);
    this.#put(item);
    return undefined;
  }

  /**
   * The next item that can start. Its account has its next turn after all others. While another account has one that can start, an
   * account holds at most half of the `places`, whoever waits for its programs.
   */
  take(canStart: (item: Item) => boolean, places = Number.POSITIVE_INFINITY): Item | undefined {
    const share = Math.max(1, Math.floor(places / 2));
    const isWithinShare = ({ owner }: Item) => (this.#heldBy.get(owner.account) ?? 0) < share;
    const item = this.#next((one) => isWithinShare(one) && canStart(one)) ?? this.#next(canStart);
    if (item === undefined) return undefined;
    this.#held.add(item);
    add(this.#heldBy, item.owner.account, 1);
    return item;
  }

  #next(canStart: (item: Item) => boolean): Item | undefined {
    const isTurnOfOthers = this.#inARow >= mostInARow;
    const behind = this.#hadTurnLast === this.#authors ? [this.#others, this.#authors] : [this.#authors, this.#others];
    for (const waiting of isTurnOfOthers ? [...behind, this.#candidates] : [this.#candidates, this.#authors, this.#others]) {
      for (const [account, items] of waiting) {
        const item = items.find(canStart);
        if (item === undefined) continue;
        this.remove(item);
        if (waiting.delete(account)) waiting.set(account, items);
        const isAhead = waiting === this.#candidates || (waiting === this.#authors && !isTurnOfOthers);
        this.#inARow = isAhead ? this.#inARow + 1 : 0;
        if (!isAhead) this.#hadTurnLast = waiting;
        return item;
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
    const { account, attempt } = item.owner;
    add(this.#ofAccount, account, -1);
    add(this.#ofAttempt, `${account} ${attempt}`, -1);
  }

  #release(item: Item): void {
    if (this.#held.delete(item)) add(this.#heldBy, item.owner.account, -1);
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
