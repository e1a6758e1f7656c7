import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { drawnFor, pause } from './pause.ts';

const draw = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

it('lets the event loop run between the pieces of all documents that are drawn at once', async () => {
  const order: string[] = [];
  const document = async (): Promise<void> => {
    for (let piece = 0; piece < 3; piece += 1) {
      await pause();
      order.push('piece');
      draw(6);
    }
  };
  const turning = (async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      order.push('turn');
      await setImmediate();
    }
  })();
  await Promise.all([...Array.from({ length: 4 }, document), turning]);
  expect(order.filter((one) => one === 'piece')).toHaveLength(12);
  expect(order.join(' ')).not.toContain('piece piece');
});

it('has the documents of one owner wait for none of another', async () => {
  const order: string[] = [];
  const document = async (name: string): Promise<void> => {
    for (let piece = 0; piece < 3; piece += 1) {
      await pause();
      order.push(name);
      draw(6);
    }
  };
  const many = Array.from({ length: 8 }, () => drawnFor(1, () => document('many')));
  const one = drawnFor(2, () => document('one')).then(() => order.push('done'));
  await Promise.all([...many, one]);
  // A piece of each owner in a turn, and the first of all before there is one.
  expect(order.slice(0, order.indexOf('done')).filter((name) => name === 'many').length).toBeLessThanOrEqual(4);
});
