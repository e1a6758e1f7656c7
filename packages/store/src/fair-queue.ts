import { AsyncLocalStorage } from 'node:async_hooks';

/** Whom work is for, the largest group first: an account, then one of its candidates. */
export type Owner = readonly string[];

const service = 'service';
/** What the service does by itself: nobody waits for it. */
const nobody: Owner = [service];
const owners = new AsyncLocalStorage<Owner>();

/** Has all that `work` begins, and what follows from it, wait in the turn of `owner`. */
export const workFor = <Value>(owner: Owner, work: () => Value): Value => owners.run(owner, work);

export const currentOwner = (): Owner => owners.getStore() ?? nobody;

/** Of the event loop's time, what each owner has without waiting behind others. */
const share = 0.1;
/** Milliseconds that an owner may have saved, and may owe: after half a second of rest all is forgiven. */
const most = 5;
const least = -50;
/**
 * Milliseconds of work in one turn of the event loop: while all that comes is of one owner, of all who wait, and of those who owe while
 * others come now and then.
 */
const turnAlone = 16;
export const usualTurn = 4;
const turnBesideOthers = 1;
/** Milliseconds that somebody who comes now and then is expected again. */
export const expected = 100;
/** Owners that are remembered although nothing of theirs waits. */
const remembered = 256;

type Flow<Job> = { readonly queue: FairQueue<Job>; credit: number; since: number };

/**
 * What waits for the event loop. Who took less than a tenth of its time lately comes first, one job of each in turn; then who owes the
 * least, so that those who want more get as much as each other. The same again inside a group. Jobs of one owner keep their order.
 */
export class FairQueue<Job> {
  readonly #now: () => number;
  /** Of owners that have no group further in. */
  readonly #jobs: Job[] = [];
  readonly #flows = new Map<string, Flow<Job>>();
  /** Flows with jobs; the one whose turn is next comes first. */
  readonly #waiting = new Set<Flow<Job>>();
  #size = 0;
  /** Who came last that owed nothing, and when. */
  #came: { readonly flow: Flow<Job>; readonly at: number } | undefined;
  /** Who came last, and when somebody else had come before them. */
  #latest: Flow<Job> | undefined;
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  get size(): number {
    return this.#size;
  }

  push([name, ...inner]: Owner, job: Job): void {
    this.#size += 1;
    if (name === undefined) this.#jobs.push(job);
    else {
      const flow = this.#flowOf(name);
      this.#refresh(flow);
      if (name !== service) this.#see(flow);
      flow.queue.push(inner, job);
      this.#waiting.add(flow);
    }
  }

  take(): Job | undefined {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    const flow = this.#next();
    if (flow === undefined) return this.#jobs.shift();
    const job = flow.queue.take();
    this.#waiting.delete(flow);
    if (flow.queue.size > 0) this.#waiting.add(flow);
    return job;
  }

  /**
   * How many milliseconds of jobs to take in this turn of the event loop. The more, the less is lost between turns; but others who came
   * lately need several turns for what they do, and would wait for each of them.
   */
  get turn(): number {
    if (this.#now() - this.#changedAt >= expected) return turnAlone;
    return this.#areOthersExpected() && [...this.#waiting].some(({ credit }) => credit <= 0) ? turnBesideOthers : usualTurn;
  }

  /** Whether all who wait took more than their share, while others come now and then. */
  get isOfDebtors(): boolean {
    return this.#areOthersExpected() && [...this.#waiting].every(({ credit }) => credit <= 0);
  }

  /** Whether `owner`, or a group of theirs, took more than their share lately: others go first. */
  owes([name, ...inner]: Owner): boolean {
    const flow = name === undefined ? undefined : this.#flows.get(name);
    if (flow === undefined) return false;
    this.#refresh(flow);
    return flow.credit <= 0 || flow.queue.owes(inner);
  }

  /** Counts what a job of `owner` took, in milliseconds. */
  spend([name, ...inner]: Owner, took: number): void {
    if (name === undefined) return;
    const flow = this.#flowOf(name);
    flow.credit = Math.max(least, flow.credit - took);
    flow.queue.spend(inner, took);
  }

  #see(flow: Flow<Job>): void {
    if (this.#latest !== undefined && flow !== this.#latest) this.#changedAt = flow.since;
    this.#latest = flow;
    if (flow.credit > 0) this.#came = { flow, at: flow.since };
  }

  /** One who owes by now, and waits, is none of the others. */
  #areOthersExpected(): boolean {
    if (this.#came === undefined) return false;
    const { flow, at } = this.#came;
    return this.#now() - at < expected && !(flow.credit <= 0 && this.#waiting.has(flow));
  }

  #next(): Flow<Job> | undefined {
    let next: Flow<Job> | undefined;
    for (const flow of this.#waiting) {
      this.#refresh(flow);
      if (flow.credit > 0) return flow;
      if (next === undefined || flow.credit > next.credit) next = flow;
    }
    return next;
  }

  #flowOf(name: string): Flow<Job> {
    const known = this.#flows.get(name);
    if (known !== undefined) return known;
    if (this.#flows.size >= remembered) this.#forget();
    const flow = { queue: new FairQueue<Job>(this.#now), credit: most, since: this.#now() };
    this.#flows.set(name, flow);
    return flow;
  }

  #refresh(flow: Flow<Job>): void {
    const now = this.#now();
    flow.credit = Math.min(most, flow.credit + share * (now - flow.since));
    flow.since = now;
  }

  #forget(): void {
    for (const [name, flow] of this.#flows) {
      this.#refresh(flow);
      if (flow.queue.size === 0 && flow.credit === most) this.#flows.delete(name);
    }
  }
}
