import { setImmediate } from 'node:timers/promises';

/** Milliseconds that documents take of a turn of the event loop. */
const longest = 4;

let since = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Lets the event loop run if it has not for some milliseconds: a document can have thousands of rows, and one row hundreds of lines. Of all
 * documents that are being drawn one goes on in a turn: twenty at once would take a piece each, and everybody else would wait for all.
 */
export const pause = async (): Promise<void> => {
  if (performance.now() - since < longest) return;
  const turn = last.then(() => setImmediate());
  last = turn;
  await turn;
  since = performance.now();
};
