import { setImmediate as nextTurn } from 'node:timers/promises';
import { workFor } from '@assay/store';
import { expect, it } from 'vitest';
import { inParts } from './in-parts.ts';

/** Of so many steps of at least half a millisecond. */
const work = function* (steps: number, value: string): Generator<void, string> {
  for (let step = 0; step < steps; step += 1) {
    const end = performance.now() + 0.5;
    while (performance.now() < end);
    yield;
  }
  return value;
};

it('long work goes on in many turns of the event loop, and ends with its value', async () => {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  expect(await inParts(work(120, 'done'))).toBe('done');
  isOver = true;
  await counting;
  expect(turns).toBeGreaterThan(5);
});

it('of many who have long work, one who comes with little is done before them', async () => {
  const order: string[] = [];
  const done = (value: string) => void order.push(value);
  const long = Array.from({ length: 5 }, () => workFor(['account 1'], () => inParts(work(60, 'long'))).then(done));
  await nextTurn();
  await workFor(['account 2'], () => inParts(work(1, 'short'))).then(done);
  expect(order).toEqual(['short']);
  await Promise.all(long);
});

it('what fails rejects', async () => {
  const failing = function* (): Generator<void, never> {
    yield;
    throw new Error('broken');
  };
  await expect(inParts(failing())).rejects.toThrow('broken');
});
