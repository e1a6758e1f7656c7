import { describe, expect, it } from 'vitest';
import { somebody, useService } from '../testing/service.ts';

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

  it('has no token, key, email or path in it, whatever was asked', async () => {
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
    expect(body).toMatch(/route="unknown",status="404"\} 2$/m);
  });
});
