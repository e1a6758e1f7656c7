import { connect } from 'node:net';
import { joinOperations, takeOperations } from '@assay/domain';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOperations, pathOf, smallestBody } from '../testing/routes.ts';
import { type Call, useService } from '../testing/service.ts';

const protective = { 'x-content-type-options': 'nosniff', 'cache-control': expect.stringMatching(/^(private, )?no-store$/) };

describe('no-store and nosniff', () => {
  const service = useService();
  let key: string;
  let token: string;
  let accessKey: string;
  beforeAll(async () => {
    const minted = await service.mint();
    // Not the key whose id the paths have: it is revoked on the way.
    key = await service.mintKey(minted.accountId);
    ({ accessKey } = await service.createLink(key, minted.testId));
    ({ token } = await service.register(key, minted.testId));
  });

  const expectProtected = (response: LightMyRequestResponse, ...statuses: number[]): void => {
    expect(response.headers).toMatchObject(protective);
    if (statuses.length > 0) expect(statuses).toContain(response.statusCode);
  };
  const json = { accept: 'application/json' };
  const each: [string, () => Call][] = [
    ...apiOperations.map((one): [string, () => Call] => [
      `${one.method} ${one.path}`,
      () => ({ method: one.method, url: pathOf(one.path), key, ...smallestBody(one) }),
    ]),
    ...[...Object.values(takeOperations), ...Object.values(joinOperations)].map(({ method, path }): [string, () => Call] => [
      `${method} ${path}`,
      () => ({ method, url: pathOf(path, { token, key: accessKey }), headers: json }),
    ]),
  ];

  it.each(each)('are on %s: result, refusal, malformed body, wrong credential, wrong method and fault', async (_, make) => {
    const call = make();
    expectProtected(await service.send(call));
    // Uploads are admitted before their body is looked at; this attempt takes none.
    const isUpload = /\/(files\/|images$)/.test(call.url);
    if (call.method !== 'GET') expectProtected(await service.send({ ...call, body: '{' }), ...(isUpload ? [403, 409] : [400, 415]));
    const forged = call.url.replace(token, 'forged').replace(accessKey, 'l1-222222222222');
    expectProtected(await service.send({ ...call, url: forged, key: 'forged' }), 400, 401, 404);
    expectProtected(await service.send({ ...call, method: 'DELETE' }), 405);
    await service.whileStoreFails(new Error('a bug'), async () => expectProtected(await service.send(call)));
  });

  it('are on paths without a route, and on URLs that cannot be read', async () => {
    expectProtected(await service.send({ method: 'GET', url: '/v2/nothing' }), 404);
    expectProtected(await service.send({ method: 'GET', url: '/take/%zz' }), 400);
  });

  it('are on the refusal of bytes that are not HTTP', async () => {
    const url = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(url.port), url.hostname);
    socket.write('nonsense\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(text).toContain('cache-control: no-store\r\n');
    expect(text).toContain('x-content-type-options: nosniff\r\n');
  });

  it('do not keep browsers from caching the files of the page', async () => {
    const page = await service.send({ method: 'GET', url: `/take/${token}`, headers: { accept: 'text/html' } });
    const asset = /\/assets\/candidate\/[\w-]+\.js/.exec(page.body)?.[0];
    const { statusCode, headers } = await service.send({ method: 'GET', url: String(asset) });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': expect.stringContaining('immutable') });
  });
});
