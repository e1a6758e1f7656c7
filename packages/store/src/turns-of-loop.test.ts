import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns-of-loop.ts';

describe('work in turns of the event loop', () => {
  const make = () => {
    let now = 0;
    const turns = createTurns(() => now);
    const begun: string[] = [];
    const ask = (owner: string, milliseconds: number) =>
      turns([owner], () => {
        begun.push(owner);
        now += milliseconds;
      });
    return { begun, ask };
  };

  it('is done at once while there is little to do', () => {
    const { begun, ask } = make();
    ask('a', 1);
    ask('a', 1);
    expect(begun).toEqual(['a', 'a']);
  });

  it('waits for the next turn of the event loop when this one has been long, and all begin in the end', async () => {
    const { begun, ask } = make();
    for (let count = 0; count < 20; count += 1) ask('busy', 10);
    expect(begun.length).toBeLessThan(5);
    while (begun.length < 20) await nextTurn();
    expect(begun).toHaveLength(20);
  });

  it('does not wait for those who took more than their share', async () => {
    const { begun, ask } = make();
    ask('busy', 50);
    for (let count = 0; count < 5; count += 1) ask('busy', 20);
    await nextTurn();
    ask('modest', 1);
    expect(begun.indexOf('modest')).toBeLessThan(3);
    while (begun.length < 7) await nextTurn();
  });

  it('that goes on from what is running comes after it, and not within', async () => {
    const turns = createTurns(() => 0);
    const order: string[] = [];
    turns(['a'], () => {
      turns(['a'], () => order.push('later'));
      order.push('first');
    });
    while (order.length < 2) await nextTurn();
    expect(order).toEqual(['first', 'later']);
  });
});
