import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

describe('the lanes of callers', () => {
  it('let so many of one caller in, then so many wait, and the rest is refused', async () => {
    const enter = createLanes({ atOnce: 2, mayWait: 1 });
    const inside = [await enter('a'), await enter('a')];
    let hasEntered = false;
    const third = enter('a').then((leave) => {
      hasEntered = true;
      return leave;
    });
    expect(await enter('a')).toBeUndefined();
    expect(await enter('b')).toBeTypeOf('function');
    expect(hasEntered).toBe(false);
    inside[0]?.();
    expect(await third).toBeTypeOf('function');
    expect(hasEntered).toBe(true);
  });

  it('have one place again for each that was left, however often it is left', async () => {
    const enter = createLanes({ atOnce: 1, mayWait: 0 });
    for (let round = 0; round < 3; round += 1) {
      const leave = await enter('a');
      expect(leave).toBeTypeOf('function');
      expect(await enter('a')).toBeUndefined();
      leave?.();
      leave?.();
    }
  });
});
