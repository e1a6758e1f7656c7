/**
 * What waits for a program, in the order of their turns. A candidate's time runs out meanwhile; an author's import has two minutes; nobody
 * looks at the screen for a grading, and a report is complete already when its programs are graded again.
 */
export const waiters = ['candidate', 'author', 'grading', 'regrade'] as const;
export type Waiter = (typeof waiters)[number];

/**
 * For whom a program is run. `attempt` is any text that stands for one candidate's attempt. `waits`: a grading if it does not say.
 * `comesAgain`: it is refused, and not kept, while its engine is in its self-test.
 */
export type Owner = {
  readonly account: string;
  readonly attempt: string;
  readonly waits?: Waiter;
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

export const waiterOf = ({ owner }: { readonly owner: Owner }): Waiter => owner.waits ?? 'grading';

const keyOf = ({ owner }: { readonly owner: Owner }): string => `${owner.account} ${owner.attempt}`;

/** Items in a row that others may wait behind: these must not wait for ever. */
const mostInARow = 4;

/** What waits of each account, in the order of their turns; none of them is empty. */
type Waiting<Item> = Map<string, Item[]>;

/**
 * What a candidate waits for comes first, then what an author waits for, but for one other item after each four: of the two, those that
 * had no such turn last. The others are gradings, and after each four of them a regrade. Among their like, accounts take turns, and within an account attempts that have no
 * place, of these the first: a backlog of one account delays another by one program, and what takes several turns delays others by one of
 * them.
 */
export class FairQueue<Item extends { readonly owner: Owner }> {
  readonly #limits: QueueLimits;
  readonly #waiting: Readonly<Record<Waiter, Waiting<Item>>> = {
    candidate: new Map(),
    author: new Map(),
    grading: new Map(),
    regrade: new Map(),
  };
  #inARow = 0;
  #gradingsInARow = 0;
  #isTurnOfAuthors = false;
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
    return new Set(Object.values(this.#waiting).flatMap((waiting) => [...waiting.keys()])).size;
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
   * account holds at most half of the `places`, whatever waits for its programs.
   */
  take(canStart: (item: Item) => boolean, places = Number.POSITIVE_INFINITY): Item | undefined {
    const next = this.#next(canStart, places);
    if (next === undefined) return undefined;
    const { item, isTurnOfOthers } = next;
    const { account } = item.owner;
    this.remove(item);
    const waiting = this.#waitingLike(item);
    const items = waiting.get(account);
    if (items !== undefined && waiting.delete(account)) waiting.set(account, items);
    const waiter = waiterOf(item);
    const isAhead = waiter === 'candidate' || (waiter === 'author' && !isTurnOfOthers);
    this.#inARow = isAhead ? this.#inARow + 1 : 0;
    if (!isAhead) this.#isTurnOfAuthors = waiter !== 'author';
    if (waiter === 'grading') this.#gradingsInARow += 1;
    if (waiter === 'regrade') this.#gradingsInARow = 0;
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
    const { candidate, author, grading, regrade } = this.#waiting;
    const others = this.#gradingsInARow >= mostInARow ? [regrade, grading] : [grading, regrade];
    const behind = this.#isTurnOfAuthors ? [author, ...others] : [...others, author];
    for (const waiting of isTurnOfOthers ? [...behind, candidate] : [candidate, author, ...others]) {
      for (const items of waiting.values()) {
        // Another attempt of the account before one that has its place already.
        const item = items.find((one) => !this.#heldBy.has(keyOf(one)) && canStart(one)) ?? items.find(canStart);
        if (item !== undefined) return { item, isTurnOfOthers };
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

  #waitingLike(item: { readonly owner: Owner }): Waiting<Item> {
    return this.#waiting[waiterOf(item)];
  }

  #put(item: Item): void {
    const waiting = this.#waitingLike(item);
    const items = waiting.get(item.owner.account) ?? [];
    items.push(item);
    waiting.set(item.owner.account, items);
    this.#length += 1;
  }
}
