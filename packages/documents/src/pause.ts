import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

/** Milliseconds that the documents of one owner take of a turn of the event loop. */
const longest = 2;

export type Pause = () => Promise<void>;

const createPause = (): Pause => {
  let since = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    if (performance.now() - since < longest) return;
    const turn = last.then(() => setImmediate());
    last = turn;
    await turn;
    since = performance.now();
  };
};

const ofNobody = createPause();
const ofOwners = new Map<number, Pause>();
const owned = new AsyncLocalStorage<Pause>();

/**
 * Draws documents for `owner`, an account. Of all documents of one owner one goes on in a turn of the event loop: twenty at once would take
 * a piece each, and everybody else would wait for all. Another owner's documents go on in the same turn, and wait for none of them.
 */
export const drawnFor = <Drawn>(owner: number, draw: () => Drawn): Drawn => {
  const pause = ofOwners.get(owner) ?? createPause();
  ofOwners.set(owner, pause);
  return owned.run(pause, draw);
};

/** For what is drawn later, by who reads it. */
export const currentPause = (): Pause => owned.getStore() ?? ofNobody;

/** Lets the event loop run if it has not for some milliseconds: a document can have thousands of rows, and one row hundreds of lines. */
export const pause: Pause = () => currentPause()();
