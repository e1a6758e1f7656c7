import { describe, expect, it } from 'vitest';
import { createReadApart } from './read-apart.ts';

/** A thread that does what the name of its operation says. */
const thread = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, workerData } from 'node:worker_threads';
  if (workerData.operation === 'fails') throw new Error('out of memory');
  if (workerData.operation === 'responds') parentPort.postMessage({ ok: true, value: { value: workerData.bytes.length, digest: '' } });
`)}`,
);

describe('the threads that read large bodies', () => {
  const readApart = createReadApart(thread);
  const read = (operation: string, accountId = 1) => readApart(accountId, { operation, bytes: new Uint8Array(3) });

  it('reject what a thread does not read, and go on with those that wait', async () => {
    const [failed, silent, next] = await Promise.allSettled([read('fails'), read('ends'), read('responds')]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'out of memory' } });
    expect(silent).toMatchObject({ status: 'rejected', reason: { message: 'the thread ended without a result' } });
    expect(next).toEqual({ status: 'fulfilled', value: { ok: true, value: { value: 3, digest: '' } } });
  });

  it('accept again after they were full', async () => {
    const full = await Promise.all(Array.from({ length: 8 }, () => read('responds')));
    expect(full.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false, false, false]);
    expect(await read('responds')).toMatchObject({ ok: true });
  });

  it('give each account its turn: one that sends many is full alone, and another waits for one of them', async () => {
    const order: number[] = [];
    const readFor = async (accountId: number) => {
      const { ok } = await read('responds', accountId);
      if (ok) order.push(accountId);
      return ok;
    };
    const results = await Promise.all([...Array.from({ length: 6 }, () => readFor(1)), readFor(2)]);
    expect(results).toEqual([true, true, true, true, true, false, true]);
    expect(order.indexOf(2)).toBeLessThanOrEqual(2);
  });
});
