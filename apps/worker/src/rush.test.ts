import { describe, expect, it } from 'vitest';
import { Rush } from './rush.ts';

const submit = (rush: Rush, times: readonly number[]) => {
  for (const time of times) rush.submitted(time);
};
const every = (milliseconds: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / milliseconds) + 1 }, (_, index) => from + index * milliseconds);

describe('a rush of submits', () => {
  it('begins with ten in 60 ms: fewer hold nothing up', () => {
    const rush = new Rush();
    expect(rush.left(0)).toBe(0);
    submit(rush, every(5, 1000, 1040));
    expect(rush.left(1040)).toBe(0);
    submit(rush, [1045]);
    expect(rush.left(1045)).toBe(15);
  });

  it('is not one at ten in more than 60 ms, however long it lasts', () => {
    const rush = new Rush();
    for (const time of every(7, 1000, 9000)) {
      submit(rush, [time]);
      expect(rush.left(time)).toBe(0);
    }
  });

  it('is over 60 ms after the last submits, and another one may begin', () => {
    const rush = new Rush();
    submit(rush, every(1, 1000, 1500));
    expect(rush.left(1500)).toBe(51);
    expect(rush.left(1551)).toBe(0);
    submit(rush, every(1, 9000, 9009));
    expect(rush.left(9009)).toBe(51);
  });

  it('holds others up for three seconds at most, also when it goes on', () => {
    const rush = new Rush();
    submit(rush, every(1, 1000, 3990));
    expect(rush.left(3990)).toBe(19);
    submit(rush, every(1, 3991, 9000));
    expect(rush.left(9000)).toBe(0);
    // Another one after a pause holds them up again.
    submit(rush, every(1, 10_100, 10_200));
    expect(rush.left(10_200)).toBe(51);
  });

  it('is one rush, with its three seconds, when turns of the process that are longer than 60 ms answer it', () => {
    const rush = new Rush();
    const free = every(150, 1000, 9000).filter((time) => {
      for (let count = 0; count < 100; count += 1) rush.submitted(time);
      return rush.left(time) === 0;
    });
    expect(free[0]).toBeLessThan(4200);
    expect(free.length).toBeGreaterThan(30);
  });
});
