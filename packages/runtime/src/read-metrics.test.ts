import { deferred } from '@assay/testing';
import { describe, expect, it, vi } from 'vitest';
import { createMetricsReader } from './read-metrics.ts';

const token = 'metrics-metrics-1';

describe('a reader of metrics', () => {
  it('needs nothing while no token is set', async () => {
    const read = createMetricsReader({ metrics: async () => 'up 1' }, undefined);
    expect(await read(undefined)).toBe('up 1');
    expect(await read('Bearer whatever')).toBe('up 1');
  });

  it.each([`Bearer ${token}`, `bearer ${token}`, `Bearer   ${token}`])('with a token set may read with %j', async (authorization) => {
    expect(await createMetricsReader({ metrics: async () => 'up 1' }, token)(authorization)).toBe('up 1');
  });

  it.each([undefined, '', token, 'Bearer', 'Bearer ', `Bearer ${token}1`, `Bearer ${token.slice(0, -1)}`, `Basic ${token}`])(
    'with a token set may not read with %j, and nothing is counted for it',
    async (authorization) => {
      const metrics = vi.fn(async () => 'up 1');
      expect(await createMetricsReader({ metrics }, token)(authorization)).toBeUndefined();
      expect(metrics).not.toHaveBeenCalled();
    },
  );

  it('shares one reading with all who come while it runs, and the next one reads again', async () => {
    const counted = deferred();
    const metrics = vi.fn(() => counted.promise.then(() => 'up 1'));
    const read = createMetricsReader({ metrics }, undefined);
    const together = Promise.all(Array.from({ length: 10 }, () => read(undefined)));
    counted.resolve();
    expect(new Set(await together)).toEqual(new Set(['up 1']));
    expect(metrics).toHaveBeenCalledTimes(1);
    await read(undefined);
    expect(metrics).toHaveBeenCalledTimes(2);
  });

  it('that fails does not make the next one fail', async () => {
    const metrics = vi.fn(async () => 'up 1').mockRejectedValueOnce(new Error('broken'));
    const read = createMetricsReader({ metrics }, undefined);
    await expect(read(undefined)).rejects.toThrow('broken');
    expect(await read(undefined)).toBe('up 1');
  });
});
