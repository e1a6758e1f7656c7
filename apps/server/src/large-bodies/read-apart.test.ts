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
  const read = (operation: string) => readApart({ operation, bytes: new Uint8Array(3) });

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
});
