import { setTimeout as pause } from 'node:timers/promises';
import { repetitions } from './repetitions.ts';

/**
 * How long a test waits for an event before it fails, in milliseconds: for a hanging program, not for a slow machine. A trial has many
 * programs write and die at once.
 */
export const eventLimit = repetitions(240_000, 900_000);

/** Looks again and again until `look` gives something; `what` names the event for the failure. */
export const until = async <Value>(
  what: string,
  look: () => Promise<Value | undefined> | Value | undefined,
  { every = 20, limit = eventLimit }: { every?: number; limit?: number } = {},
): Promise<Value> => {
  const end = performance.now() + limit;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`waited ${limit / 1000} s in vain for ${what}`);
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
