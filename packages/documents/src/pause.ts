import { setImmediate } from 'node:timers/promises';

const longest = 8;

/** Lets the event loop run if it has not for some milliseconds: a document can have thousands of rows, and one row hundreds of lines. */
export const makePause = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longest) return;
    await setImmediate();
    since = performance.now();
  };
};
