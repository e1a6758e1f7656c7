import { open } from 'node:fs/promises';
import { somebody, until } from '@assay/testing';
import { startWorker } from '@assay/worker';
import { describe, expect, it, onTestFinished } from 'vitest';
import { apiOperations, pathOf } from '../testing/routes.ts';
import { expectRefusal, type Service, useService } from '../testing/service.ts';

describe('/metrics', () => {
  const service = useService();
  const metrics = () => service.send({ method: 'GET', url: '/metrics' });

  it('counts requests by route pattern, method and status', async () => {
    await service.send({ method: 'GET', url: '/v2/org/tests/1' });
    await service.send({ method: 'GET', url: '/v2/org/tests/2' });
    const response = await metrics();
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    expect(response.headers['x-request-id']).toBeDefined();
    expect(response.body).toMatch(/assay_http_request_seconds_count\{method="GET",route="\/v2\/org\/tests\/:testId",status="401"\} 2$/m);
    expect(response.body).toContain('process_cpu_seconds_total');
  });

  it('counts nothing with each reading that takes longer with each open connection', async () => {
    const filesOf = async () => /^process_open_fds (\d+)$/m.exec((await metrics()).body)?.[1];
    expect((await metrics()).body).not.toMatch(/^nodejs_active_/m);
    const before = await filesOf();
    expect(Number(before)).toBeGreaterThan(0);
    const more = await Promise.all(Array.from({ length: 20 }, () => open('/dev/null')));
    expect(await filesOf()).toBe(before);
    for (const file of more) await file.close();
  });

  it('contains no token, key, email or path, whatever was requested', async () => {
    const { key, testId } = await service.mint();
    const { accessKey } = await service.createLink(key, testId);
    const person = somebody();
    const { token } = await service.register(key, testId, person);
    await service.complete(token);
    await service.send({ method: 'GET', url: `/take/${token}` });
    await service.send({ method: 'GET', url: `/take/${token}/nothing` });
    await service.send({ method: 'DELETE', url: `/take/${token}/attempt` });
    await service.send({ method: 'GET', url: `/join/${accessKey}` });
    await service.send({ method: 'GET', url: `/v2/org/tests?key=${key}`, key });
    await service.send({ method: 'GET', url: '/made-up-by-a-scanner' });
    const { body } = await metrics();
    for (const secret of [token, token.split('.')[1] ?? token, accessKey, key, person.emailId, 'made-up-by-a-scanner'])
      expect(body).not.toContain(secret);
    for (const pattern of ['/take/:token/start', '/take/:token/answers/:questionId', '/join/:key'])
      expect(body).toContain(`route="${pattern}"`);
    expect(body).toMatch(/method="other",route="unknown",status="404"\} 2$/m);
  });

  it('has one series each for unknown paths and for methods that a path does not allow, however many are sent', async () => {
    const series = async () => (await metrics()).body.split('\n').filter((line) => line.startsWith('assay_http_request_seconds_count'));
    for (const url of ['/nothing', '/healthz']) await service.send({ method: 'DELETE', url });
    await metrics();
    const before = await series();
    for (let index = 0; index < 200; index += 1) await service.send({ method: 'GET', url: `/nothing-${index}/${index}` });
    for (const method of ['PATCH', 'OPTIONS', 'PROPFIND', 'TRACE', 'MKCOL'])
      for (const path of ['/nothing', '/healthz', '/take/{token}/start', ...apiOperations.map((one) => one.path)])
        await service.app.inject({ method: method as 'PATCH', url: pathOf(path) });
    expect((await series()).map((line) => line.split(' ')[0])).toEqual(before.map((line) => line.split(' ')[0]));
  });
});

describe('/metrics with ASSAY_METRICS_TOKEN', () => {
  const service = useService({ metricsToken: 'metrics-metrics-1' });
  const read = (headers: Record<string, string>) => service.send({ method: 'GET', url: '/metrics', headers });

  it('is sent to who has the token, and is 401.1 for others', async () => {
    expect((await read({ authorization: 'Bearer metrics-metrics-1' })).body).toContain('process_cpu_seconds_total');
    for (const headers of [{}, { authorization: 'Bearer metrics-metrics-2' }, { 'x-api-key': 'metrics-metrics-1' }]) {
      const refused = await read(headers);
      expectRefusal(refused, '401.1');
      expect(refused.headers['www-authenticate']).toBe('Bearer');
    }
  });
});

/** The value of a series, undefined if it does not exist. */
const seriesIn = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

/** Runs a worker on the application's registry; the returned function waits until a series in `/metrics` reaches a value. */
const runWorker = (service: Service) => {
  const worker = startWorker({ assay: service.assay, log: service.log, registry: service.registry });
  onTestFinished(worker.stop);
  return async (series: string, minimum: number): Promise<void> => {
    await until(`${series} to be ${minimum}`, async () => {
      const { body } = await service.send({ method: 'GET', url: '/metrics' });
      return (seriesIn(body, series) ?? -1) >= minimum || undefined;
    });
  };
};

describe('/metrics of a process with a worker', () => {
  const service = useService();
  const body = async (): Promise<string> => (await service.send({ method: 'GET', url: '/metrics' })).body;

  it('has series of loops, report generations and deliveries, which a process without a worker lacks', async () => {
    const without = await body();
    expect(without).toContain('assay_http_request_seconds');
    expect(without).not.toMatch(/assay_(loop|report|deliver)/);

    const { key, testId } = await service.mint();
    const { token } = await service.register(key, testId, { ...somebody(), callbackURL: 'https://ats.example/hook' });
    await service.complete(token);
    const reaches = runWorker(service);
    await reaches('assay_delivery_seconds_count{kind="callback",outcome="delivered"}', 1);
    await reaches('assay_report_generations_total{outcome="claimed"}', 1);
    for (const loop of [
      'reports',
      'waiting-reports',
      'overdue',
      'deliveries',
      'search',
      'idempotency-keys',
      'audit',
      'quota-uses',
      'staged-texts',
      'images',
    ]) {
      await reaches(`assay_loop_runs_total{loop="${loop}",outcome="ok"}`, 1);
      await reaches(`assay_loop_failures{loop="${loop}"}`, 0);
    }
    expect(await body()).not.toContain('ats.example');
  });
});

describe('/metrics of a worker whose database does not respond', () => {
  const service = useService();

  it('still responds and shows which loops fail, until they succeed again', async () => {
    const failing = 'assay_loop_failures{loop="reports"}';
    const reaches = runWorker(service);
    await reaches(failing, 0);
    await service.whileStoreFails(new Error('disk on fire at /var/lib'), async () => {
      await until('the loop to fail', () => service.logLines.find((line) => line.includes('"loop":"reports"')));
      const response = await service.send({ method: 'GET', url: '/metrics' });
      expect(response.statusCode).toBe(200);
      expect(seriesIn(response.body, failing)).toBeGreaterThanOrEqual(1);
      expect(seriesIn(response.body, 'assay_loop_runs_total{loop="reports",outcome="failed"}')).toBeGreaterThanOrEqual(1);
      expect(response.body).not.toContain('disk on fire');
    });
    await until('the loop to succeed again', async () => {
      const { body } = await service.send({ method: 'GET', url: '/metrics' });
      return seriesIn(body, failing) === 0 || undefined;
    });
  });
});
