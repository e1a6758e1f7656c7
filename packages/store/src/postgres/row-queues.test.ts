import { deferred } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../store.ts';
import { RowQueues } from './row-queues.ts';

describe('writes of one row', () => {
  const start = (count: number, { row = 'a', queues = new RowQueues(() => false) } = {}) => {
    const gates = Array.from({ length: count }, () => deferred());
    const begun: number[] = [];
    const writes = gates.map((gate, index) =>
      queues.run(row, () => {
        begun.push(index);
        return gate.promise;
      }),
    );
    return { gates, begun, writes, queues };
  };

  it('have two transactions at a time, in order, and those of other rows do not wait for them', async () => {
    const { gates, begun, writes, queues } = start(4);
    expect(begun).toEqual([0, 1]);
    expect(start(1, { row: 'b', queues }).begun).toEqual([0]);
    for (const gate of gates) gate.resolve();
    await Promise.all(writes);
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(start(3, { queues }).begun).toEqual([0, 1]);
  });

  it('go on after one that failed', async () => {
    const { gates, writes } = start(3);
    gates[0]?.reject(new Error('no'));
    gates[1]?.resolve();
    gates[2]?.resolve();
    expect((await Promise.allSettled(writes)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('all fail with the first that waited for the row in vain; later ones try again', async () => {
    const inVain = new Error('in vain');
    const { gates, begun, writes, queues } = start(5, { queues: new RowQueues((error) => error === inVain) });
    gates[0]?.reject(inVain);
    gates[1]?.resolve();
    const results = await Promise.allSettled(writes);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(begun).toEqual([0, 1]);
    expect(start(2, { queues }).begun).toEqual([0, 1]);
  });

  it('wait up to a hundred; one more is StoreUnavailable', async () => {
    const { gates, writes, queues } = start(102);
    await expect(queues.run('a', async () => undefined)).rejects.toBeInstanceOf(StoreUnavailable);
    for (const gate of gates) gate.resolve();
    await Promise.all(writes);
  });
});
