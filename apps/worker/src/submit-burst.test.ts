import { describe, expect, it } from 'vitest';
import { SubmitBurst } from './submit-burst.ts';

const submit = (burst: SubmitBurst, times: readonly number[]) => {
  for (const time of times) burst.submitted(time);
};
const every = (milliseconds: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / milliseconds) + 1 }, (_, index) => from + index * milliseconds);

describe('a burst of submits', () => {
  it('begins with ten in 60 ms: fewer hold nothing up', () => {
    const burst = new SubmitBurst();
    expect(burst.left(0)).toBe(0);
    submit(burst, every(5, 1000, 1040));
    expect(burst.left(1040)).toBe(0);
    submit(burst, [1045]);
    expect(burst.left(1045)).toBe(15);
  });

  it('is not one at ten in more than 60 ms, however long it lasts', () => {
    const burst = new SubmitBurst();
    for (const time of every(7, 1000, 9000)) {
      submit(burst, [time]);
      expect(burst.left(time)).toBe(0);
    }
  });

  it('is over 60 ms after the last submits, and another one may begin', () => {
    const burst = new SubmitBurst();
    submit(burst, every(1, 1000, 1500));
    expect(burst.left(1500)).toBe(51);
    expect(burst.left(1551)).toBe(0);
    submit(burst, every(1, 9000, 9009));
    expect(burst.left(9009)).toBe(51);
  });

  it('holds others up for three seconds at most, also when it goes on', () => {
    const burst = new SubmitBurst();
    submit(burst, every(1, 1000, 3990));
    expect(burst.left(3990)).toBe(19);
    submit(burst, every(1, 3991, 9000));
    expect(burst.left(9000)).toBe(0);
    // Another one after a pause holds them up again.
    submit(burst, every(1, 10_100, 10_200));
    expect(burst.left(10_200)).toBe(51);
  });

  it('is one burst, with its three seconds, when turns of the process that are longer than 60 ms answer it', () => {
    const burst = new SubmitBurst();
    const free = every(150, 1000, 9000).filter((time) => {
      for (let count = 0; count < 100; count += 1) burst.submitted(time);
      return burst.left(time) === 0;
    });
    expect(free[0]).toBeLessThan(4200);
    expect(free.length).toBeGreaterThan(30);
  });
});
