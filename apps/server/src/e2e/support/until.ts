import { setTimeout as pause } from 'node:timers/promises';

/** Looks again and again until `look` gives something, for at most `seconds`; `what` is what the failure says was waited for. */
export const until = async <Value>(
  what: string,
  look: () => Promise<Value | undefined> | Value | undefined,
  { seconds = 15, every = 20 }: { seconds?: number; every?: number } = {},
): Promise<Value> => {
  const givenUpAt = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > givenUpAt) throw new Error(`waited ${seconds} s in vain for ${what}`);
    await pause(every);
  }
};

/** Runs `work` on every item, `width` at a time, and gives the results in the order of the items. */
export const inParallel = async <Item, Value>(items: readonly Item[], width: number, work: (item: Item) => Promise<Value>) => {
  const results: Value[] = [];
  const entries = items.entries();
  const lane = async () => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
};
