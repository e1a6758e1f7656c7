/** For whom a program is run. `attempt` is any text that stands for one candidate's attempt. */
export type Owner = { readonly account: string; readonly attempt: string };

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

/** Accounts take turns, and within an account the first comes first: a backlog of one account delays another by one program. */
export class FairQueue<Item extends { readonly owner: Owner }> {
  readonly #limits: QueueLimits;
  /** In the order of their turns; none of them is empty. */
  readonly #waiting = new Map<string, Item[]>();
  readonly #ofAccount = new Map<string, number>();
  readonly #ofAttempt = new Map<string, number>();
  #length = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#length;
  }

  get accounts(): number {
    return this.#waiting.size;
  }

  enter(item: Item): QueueRefusal | undefined {
    const { account, attempt } = item.owner;
    if (this.#length >= this.#limits.waiting) return 'queue-full';
    if ((this.#ofAccount.get(account) ?? 0) >= this.#limits.perAccount) return 'account-limit';
    if ((this.#ofAttempt.get(`${account} ${attempt}`) ?? 0) >= this.#limits.perAttempt) return 'attempt-limit';
    add(this.#ofAccount, account, 1);
    add(this.#ofAttempt, `${account} ${attempt}`, 1);
    this.#put(item, 'last');
    return undefined;
  }

  /** The next item that can start. Its account has its next turn after all others. */
  take(canStart: (item: Item) => boolean): Item | undefined {
    for (const [account, items] of this.#waiting) {
      const at = items.findIndex(canStart);
      if (at < 0) continue;
      const [item] = items.splice(at, 1);
      this.#length -= 1;
      this.#waiting.delete(account);
      if (items.length > 0) this.#waiting.set(account, items);
      return item;
    }
    return undefined;
  }

  /** What was taken and is not done waits again, as the first of its account. */
  putBack(item: Item): void {
    this.#put(item, 'first');
  }

  /** What was taken is done. */
  leave({ owner: { account, attempt } }: Item): void {
    add(this.#ofAccount, account, -1);
    add(this.#ofAttempt, `${account} ${attempt}`, -1);
  }

  #put(item: Item, where: 'first' | 'last'): void {
    const items = this.#waiting.get(item.owner.account) ?? [];
    if (where === 'first') items.unshift(item);
    else items.push(item);
    this.#waiting.set(item.owner.account, items);
    this.#length += 1;
  }
}
