import { createTurns, currentOwner } from '@assay/store';

/** Milliseconds without giving way. */
const longest = 1;

const turns = createTurns();

/** Runs to the end in parts of the event loop's time, of which all who do so have a share. Not within a transaction, which others would wait for. */
export const inParts = <Value>(steps: Generator<void, Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const owner = currentOwner();
    const part = (): void => {
      const end = performance.now() + longest;
      try {
        do {
          const step = steps.next();
          if (step.done === true) return void resolve(step.value);
        } while (performance.now() < end);
      } catch (error) {
        return void reject(error);
      }
      turns(owner, part);
    };
    turns(owner, part);
  });
