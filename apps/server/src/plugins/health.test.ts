import { testDialects } from '@assay/store/testing';
import { eventually, somebody } from '@assay/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { expectRefusal, resultOf, useService } from '../testing/service.ts';

describe('health', () => {
  const service = useService();
  const get = (url: string) => service.send({ method: 'GET', url });

  it('/healthz says that the process is up', async () => {
    resultOf(await get('/healthz'));
  });

  it('/healthz has the version in a header, for `assay doctor`', async () => {
    expect((await get('/healthz')).headers['x-assay-version']).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('/readyz says that the database responds', async () => {
    resultOf(await get('/readyz'));
  });

  it('/readyz is 503.1 with Retry-After while the database does not respond; /healthz stays 200.1', async () => {
    for (const fault of [new Error('database disk image is malformed'), Object.assign(new Error('gone'), { name: 'StoreUnavailable' })]) {
      const ready = await service.whileStoreFails(fault, () => get('/readyz'));
      expect(expectRefusal(ready, '503.1')).not.toContain(fault.message);
      expect(Number(ready.headers['retry-after'])).toBeGreaterThan(0);
      resultOf(await service.whileStoreFails(fault, () => get('/healthz')));
    }
    resultOf(await get('/readyz'));
  });

  it('on a full disk what writes is 503.1 with Retry-After and so is /readyz, until a row can be written again; what reads goes on', async () => {
    const { key, testId } = await service.mint();
    const limitPages = (pages: number) =>
      service.store.write(async (tx) => {
        const pragma = {
          ...tx.kysely.selectFrom('accounts').selectAll().compile(),
          sql: `pragma max_page_count = ${pages}`,
          parameters: [],
        };
        await tx.kysely.executeQuery(pragma);
      });
    const register = () =>
      service.send({
        method: 'POST',
        url: `/v2/org/tests/${testId}/register`,
        key,
        body: { ...somebody(), redirectURL: `https://a.example/${'x'.repeat(1900)}` },
      });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await limitPages(1);
    let refused = await register();
    for (let times = 0; refused.statusCode === 200 && times < 50; times += 1) refused = await register();
    for (const response of [refused, await get('/readyz')]) {
      expectRefusal(response, '503.1');
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    resultOf(await service.send({ method: 'GET', url: '/v2/org/tests', key }));
    await limitPages(1_000_000);
    expectRefusal(await get('/readyz'), '503.1');
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(5000);
      resultOf(await get('/readyz'));
    });
    resultOf(await register());
  });
});

describe.each(testDialects.filter((engine) => engine !== 'pglite'))('/readyz on %s', (engine) => {
  const service = useService({ engine });

  it('is 503.1 after the database is closed', async () => {
    await service.mint();
    await service.send({ method: 'GET', url: '/v2/org/tests', key: 'unknown' });
    resultOf(await service.send({ method: 'GET', url: '/readyz' }));
    await service.store.close();
    expectRefusal(await service.send({ method: 'GET', url: '/readyz' }), '503.1');
    resultOf(await service.send({ method: 'GET', url: '/healthz' }));
  });
});
