import { type DeliveryPage, idsOf, type ProctoringImages, scopes } from '@assay/domain';
import { somebody } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../testing/images.ts';
import { apiOperations, pathOf, smallestBody, titled, urlOf } from '../testing/routes.ts';
import { expectRefusal, resultOf, useService } from '../testing/service.ts';

describe('the header x-api-key', () => {
  const service = useService();
  let accountId: number;
  let key: string;
  let revoked: string;
  beforeAll(async () => {
    ({ accountId, key } = await service.mint());
    revoked = await service.mintKey(accountId);
    const { keys } = resultOf<{ keys: { keyId: number; prefix: string; revokedAt: string | null }[] }>(
      await service.send({ method: 'GET', url: '/manage/v1/keys', key }),
    );
    const last = keys.find(({ prefix }) => revoked.startsWith(prefix));
    resultOf(await service.send({ method: 'POST', url: `/manage/v1/keys/${last?.keyId}/revoke`, key }));
  });

  it.each(titled(apiOperations))('is 401.1 if it is missing, empty, unknown or revoked, on %s', async (_, route) => {
    const call = { method: route.method, url: pathOf(route.path), ...smallestBody(route) };
    for (const wrong of [undefined, '', 'assay_unknown', `${key}x`, key.toUpperCase(), revoked])
      expect(expectRefusal(await service.send({ ...call, key: wrong }), '401.1')).toContain('x-api-key');
    const bearer = { authorization: `Bearer ${key}` };
    expectRefusal(await service.send({ ...call, headers: bearer }), '401.1');
    expectRefusal(await service.send({ ...call, url: `${call.url}?x-api-key=${key}` }), '401.1');
  });

  it.each(titled(apiOperations))('needs exactly the scope of the operation, otherwise 403.1, on %s', async (_, route) => {
    const call = { method: route.method, url: urlOf(route, {}, '999999'), ...smallestBody(route) };
    for (const scope of scopes) {
      const response = await service.send({ ...call, key: await service.mintKey(accountId, [scope]) });
      if (route.scope === 'any' || scope === route.scope) expect(['200.1', '404.1']).toContain(response.json().statuscode);
      else expect(expectRefusal(response, '403.1')).toContain(route.scope);
    }
  });
});

describe('ids in a path', () => {
  const service = useService();
  const withIds = apiOperations.filter(({ path }) => path.includes('{'));

  it.each(titled(withIds))('are 404.1 for another account, on %s', async (_, route) => {
    const { key, testId } = await service.mint();
    const testLinkId = (await service.createLink(key, testId, { imageProctoring: 1 })).id;
    const person = { ...somebody(), callbackURL: 'https://ats.example/hook' };
    const { id: testInvitationId, token } = await service.registerByLink(key, testId, testLinkId, person);
    resultOf(await service.start(token));
    resultOf(await service.sendImage(token, await picture()));
    await service.complete(token);
    await service.generate();
    await service.deliver();
    const { deliveries } = resultOf<DeliveryPage>(await service.send({ method: 'GET', url: '/manage/v1/deliveries?kind=callback', key }));
    const imagesUrl = `/manage/v1/invitations/${testInvitationId}/images`;
    const { images } = resultOf<ProctoringImages>(await service.send({ method: 'GET', url: imagesUrl, key }));
    const { keys } = resultOf<{ keys: { keyId: number }[] }>(await service.send({ method: 'GET', url: '/manage/v1/keys', key }));
    const ids = {
      testId,
      testLinkId,
      testInvitationId,
      keyId: String(keys[0]?.keyId),
      deliveryId: String(deliveries[0]?.deliveryId),
      imageId: String(images[0]?.imageId),
      reviewId: await service.openReview(key),
      ...(route.path.endsWith('/file') ? await service.openFileReview(key) : {}),
    };
    const call = { method: route.method, url: urlOf(route, ids), ...smallestBody(route) };
    const { key: other } = await service.mint();
    expectRefusal(await service.send({ ...call, key: other }), '404.1');
    const own = await service.send({ ...call, key });
    if (typeof route.result === 'string') expect([own.statusCode, own.headers['content-type']]).toEqual([200, route.result]);
    else expect(own.json().statuscode).not.toBe('404.1');
  });

  it.each(titled(withIds))(
    'are 404.1 if no resource has them, and 400.1 with the parameter name if they are not an Int64, on %s',
    async (_, route) => {
      const { key, testId } = await service.mint();
      const [first = ''] = idsOf(route);
      const call = (id: string) =>
        service.send({ method: route.method, url: pathOf(route.path, { [first]: id }, testId), key, ...smallestBody(route) });
      for (const absent of ['9223372036854775807', '9007199254740993', '0', '-1']) expectRefusal(await call(absent), '404.1');
      for (const malformed of ['abc', '1.5', '9223372036854775808', '1e3', '0x1', '%201', '1%20'])
        expect(expectRefusal(await call(malformed), '400.1')).toContain(`${first}: `);
    },
  );
});

describe('the header Idempotency-Key', () => {
  const service = useService();
  const invitations = async (key: string, testId: string) =>
    resultOf<{ invitations: { fullName: string }[] }>(
      await service.send({ method: 'GET', url: `/manage/v1/tests/${testId}/invitations`, key }),
    ).invitations;

  it('makes a repeated register return the first response and change nothing', async () => {
    const { key, testId } = await service.mint();
    const register = (fullName: string, idempotencyKey: string) =>
      service.send({
        method: 'POST',
        url: `/v2/org/tests/${testId}/register`,
        key,
        body: { emailId: 'ana@example.com', fullName },
        headers: { 'idempotency-key': idempotencyKey },
      });
    const first = await register('Ana', 'one');
    resultOf(await register('Ana Maria', 'two'));
    const repeated = await register('Ana', 'one');
    expect(repeated.json()).toEqual(first.json());
    expect(await invitations(key, testId)).toEqual([expect.objectContaining({ fullName: 'Ana Maria' })]);
  });

  it('is 409.1 with its own name for a different request', async () => {
    const { key, testId } = await service.mint();
    const headers = { 'idempotency-key': 'same' };
    const call = (fullName: string) =>
      service.send({ method: 'POST', url: `/v2/org/tests/${testId}/register`, key, body: { emailId: 'a@example.com', fullName }, headers });
    resultOf(await call('Ana'));
    expect(expectRefusal(await call('Bea'), '409.1')).toContain('Idempotency-Key');
  });

  it('makes reattempt create one invitation per key, and one per call without a key', async () => {
    const { key, testId } = await service.mint();
    const { id, token } = await service.register(key, testId);
    const reattempt = async (idempotencyKey?: string) => {
      const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
      const url = `/v2/org/testinvitation/${id}/reattempt`;
      return resultOf<{ testInvitationId: number }>(await service.send({ method: 'GET', url, key, headers }));
    };
    await service.complete(token);
    const first = await reattempt('one');
    expect(await reattempt('one')).toEqual(first);
    const created = new Set([first.testInvitationId]);
    for (const other of ['two', undefined, undefined]) created.add((await reattempt(other)).testInvitationId);
    expect(created.size).toBe(4);
  });

  it('is separate for each account', async () => {
    const headers = { 'idempotency-key': 'shared' };
    const ids = new Set<unknown>();
    for (const { key, testId } of [await service.mint(), await service.mint()]) {
      const body = { emailId: 'ana@example.com', fullName: 'Ana' };
      ids.add(
        resultOf(await service.send({ method: 'POST', url: `/v2/org/tests/${testId}/register`, key, body, headers })).testInvitationId,
      );
    }
    expect(ids.size).toBe(2);
  });

  it('is ignored if it is empty', async () => {
    const { key, testId } = await service.mint();
    const headers = { 'idempotency-key': '' };
    for (const fullName of ['Ana', 'Bea']) {
      const body = { emailId: `${fullName}@example.com`, fullName };
      resultOf(await service.send({ method: 'POST', url: `/v2/org/tests/${testId}/register`, key, body, headers }));
    }
    expect(await invitations(key, testId)).toHaveLength(2);
  });

  it('counts in full: a long key is refused and never cut', async () => {
    const { key, testId } = await service.mint();
    const { id, token } = await service.register(key, testId);
    await service.complete(token);
    const call = (idempotencyKey: string) =>
      service.send({
        method: 'GET',
        url: `/v2/org/testinvitation/${id}/reattempt`,
        key,
        headers: { 'idempotency-key': idempotencyKey },
      });
    const one = await call(`${'x'.repeat(300)}1`);
    const two = await call(`${'x'.repeat(300)}2`);
    if (one.statusCode === 200) expect(resultOf(two)).not.toEqual(resultOf(one));
    else
      expect([expectRefusal(one, '400.1'), expectRefusal(two, '400.1')]).toEqual(Array(2).fill(expect.stringContaining('Idempotency-Key')));
  });
});
