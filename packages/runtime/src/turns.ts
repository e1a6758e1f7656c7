type Task = () => Promise<void>;

/** One task at a time, of each account in turn: one with many tasks does not keep another waiting for more than one of them. */
export class Turns {
  /** The account whose turn is next comes first. */
  readonly #waiting = new Map<number, readonly Task[]>();
  #isBusy = false;

  waitingOf(account: number): number {
    return this.#waiting.get(account)?.length ?? 0;
  }

  run<T>(account: number, task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(account, [...(this.#waiting.get(account) ?? []), () => task().then(resolve, reject)]);
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      const [account, [task, ...others]] = next;
      this.#waiting.delete(account);
      if (others.length > 0) this.#waiting.set(account, others);
      await task?.();
    }
    this.#isBusy = false;
  }
}
