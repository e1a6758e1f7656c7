import { mintDue, useService } from '@assay/operations/testing';
import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { serveHealth } from './health.ts';
import { makeWorkerMetrics } from './metrics.ts';

describe('health and metrics of a worker that runs alone', () => {
  const service = useService();
  /** Its URL, and how often it has read the database. */
  const serve = async (metricsToken?: string) => {
    const counted = { reads: 0 };
    const { store } = service.assay;
    const read: typeof store.read = (work) => {
      counted.reads += 1;
      return store.read(work);
    };
    const assay = { ...service.assay, store: { ...store, read } };
    const registry = new Registry();
    makeWorkerMetrics(registry, assay, []);
    const { url, close } = await serveHealth({
      assay,
      registry,
      readiness: () => 'ready; grades programs',
      metricsToken,
      port: undefined,
      host: '127.0.0.1',
    });
    onTestFinished(close);
    return { health: `${url}/healthz`, ready: `${url}/readyz`, url: `${url}/metrics`, counted };
  };

  it('say which version runs', async () => {
    const response = await fetch((await serve()).health);
    expect([response.status, response.headers.get('x-assay-version')]).toEqual([200, manifest.version]);
  });

  it('say whether the process grades', async () => {
    expect(await (await fetch((await serve()).ready)).text()).toBe('ready; grades programs\n');
  });

  it('count what waits once for readers that come together, and for the next ones', async () => {
    await mintDue(service);
    const { url, counted } = await serve();
    const read = async () => (await fetch(url)).text();
    const texts = [...(await Promise.all(Array.from({ length: 10 }, read))), await read()];
    for (const text of texts) expect(text).toContain('assay_deliveries_pending{kind="callback"} 1');
    // One of deliveries, one of gradings, and one of quotas.
    expect(counted.reads).toBe(3);
  });

  it('leave out what waits while the database cannot be read: 0 would say that nothing does', async () => {
    const registry = new Registry();
    const failing: typeof service.assay.store.read = async () => {
      throw new Error('the database is gone');
    };
    makeWorkerMetrics(registry, { ...service.assay, store: { ...service.assay.store, read: failing } }, []);
    const text = await registry.metrics();
    expect(text).not.toMatch(/^assay_(gradings_waiting|deliveries_pending)\b.* \d/m);
    expect(text).toContain('assay_gradings_total{outcome="untested"} 0');
  });

  it('are metrics only with the token that ASSAY_METRICS_TOKEN sets, else 401.1', async () => {
    const { url, counted } = await serve('metrics-metrics-1');
    for (const headers of [{}, { authorization: 'Bearer metrics-metrics-2' }]) {
      const refused = await fetch(url, { headers });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await refused.json()).toMatchObject({ statuscode: '401.1' });
    }
    expect(counted.reads).toBe(0);
    const read = await fetch(url, { headers: { authorization: 'Bearer metrics-metrics-1' } });
    expect([read.status, read.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });
});
