import { StoreUnavailable } from '../store.ts';

/** Transactions that wait for a row each hold a connection: with more of them, one locked row would leave few for everybody else. */
const atOnce = 2;
/** More than a page sends while a row is locked. */
const mayWait = 100;

type Waiting = { readonly enter: () => void; readonly giveUp: (reason: unknown) => void };
type Queue = { inside: number; readonly waiting: Waiting[] };

/** Lets two writes of a row have a transaction at a time; the others wait in memory, in order. */
export class RowQueues {
  readonly #queues = new Map<string, Queue>();
  readonly #endsQueue: (error: unknown) => boolean;

  /** @param endsQueue whether the error of one write means that those behind it would wait in vain too */
  constructor(endsQueue: (error: unknown) => boolean) {
    this.#endsQueue = endsQueue;
  }

  async run<Value>(row: string, work: () => Promise<Value>): Promise<Value> {
    const queue = this.#queues.get(row) ?? { inside: 0, waiting: [] };
    this.#queues.set(row, queue);
    if (queue.inside < atOnce) queue.inside += 1;
    else if (queue.waiting.length >= mayWait) throw new StoreUnavailable('too many requests wait for one row');
    else await new Promise<void>((enter, giveUp) => queue.waiting.push({ enter, giveUp }));
    try {
      return await work();
    } catch (error) {
      if (this.#endsQueue(error)) for (const { giveUp } of queue.waiting.splice(0)) giveUp(error);
      throw error;
    } finally {
      const next = queue.waiting.shift();
      if (next !== undefined) next.enter();
      else {
        queue.inside -= 1;
        if (queue.inside === 0) this.#queues.delete(row);
      }
    }
  }
}
