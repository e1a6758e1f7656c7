import { emptyTally } from '@assay/domain';
import { expect, it } from 'vitest';
import { addApart } from './tally-apart.ts';

it('a process has two threads of statistics at most, and another one when one ended', async () => {
  const begin = () => addApart(new URL('./tally-thread.ts', import.meta.url), emptyTally());
  const [one, two, three] = [begin(), begin(), begin()];
  expect([one, two, three].map((adder) => adder === undefined)).toEqual([false, false, true]);
  await one?.close();
  const next = begin();
  expect(await next?.tally()).toEqual(emptyTally());
  await Promise.all([two?.close(), next?.close()]);
});
