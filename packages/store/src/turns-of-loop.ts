import { FairQueue, type Owner, usualTurn } from './fair-queue.ts';

/** Does `begin` at once while there is little to do, and otherwise in a turn of the event loop of its owner. */
export type InTurn = (owner: Owner, begin: () => void) => void;

/** For one kind of work: it takes some milliseconds of each turn of the event loop. */
export const createTurns = (now = () => performance.now()): InTurn => {
  type Waiting = { readonly owner: Owner; readonly begin: () => void };
  const queue = new FairQueue<Waiting>(now);
  let spent = 0;
  let isRunning = false;
  let isTurnCounted = false;
  const run = ({ owner, begin }: Waiting): void => {
    const begun = now();
    isRunning = true;
    try {
      begin();
    } finally {
      isRunning = false;
      const took = now() - begun;
      spent += took;
      queue.spend(owner, took);
    }
  };
  const nextTurn = (): void => {
    spent = 0;
    const { turn } = queue;
    isTurnCounted = queue.size > 0;
    // Before the work, which may throw.
    if (isTurnCounted) setImmediate(nextTurn);
    while (queue.size > 0 && spent < turn) run(queue.take() as Waiting);
  };
  return (owner, begin) => {
    if (!isTurnCounted) setImmediate(nextTurn);
    isTurnCounted = true;
    // Who took little does not wait for those who do.
    const isNext = queue.size === 0 ? spent < queue.turn : spent < usualTurn && !queue.owes(owner);
    if (isNext && !isRunning) run({ owner, begin });
    else queue.push(owner, { owner, begin });
  };
};
