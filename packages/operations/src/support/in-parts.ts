import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds without giving way, and how many times as long others have then. */
const turn = 4;
const othersShare = 1;

/** Runs to the end in parts of the event loop's time. Not within a transaction, which others would wait for. */
export const inParts = async <Value>(steps: Generator<void, Value>): Promise<Value> => {
  for (;;) {
    const start = performance.now();
    let took = 0;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
      took = performance.now() - start;
    } while (took < turn);
    const until = start + took * (1 + othersShare);
    do await nextTurn();
    while (performance.now() < until);
  }
};
