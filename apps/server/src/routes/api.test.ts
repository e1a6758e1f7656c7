import { type DeliveryPage, idsOf, type Operation, type ProctoringImages, scopes } from '@assay/domain';
import { smallestBodies } from '@assay/operations/testing';
import { somebody } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../testing/images.ts';
import { apiOperations, pathOf, smallestBody, urlOf } from '../testing/routes.ts';
import { type Call, expectRefusal, resultOf, useService } from '../testing/service.ts';

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

  it('is 401.1 if it is missing, empty, unknown or revoked, on every route', async () => {
    for (const [index, route] of apiOperations.entries()) {
      // An address of its own: wrong keys are counted by address.
      const call = { method: route.method, url: pathOf(route.path), remoteAddress: `10.0.0.${index}`, ...smallestBody(route) };
      const refused = async (changes: Partial<Call>) => {
        const response = await service.send({ ...call, ...changes });
        expect([route.name, response.json().statuscode]).toEqual([route.name, '401.1']);
        return expectRefusal(response, '401.1');
      };
      for (const wrong of [undefined, '', 'assay_unknown', `${key}x`, key.toUpperCase(), revoked])
        expect(await refused({ key: wrong })).toContain('x-api-key');
      await refused({ headers: { authorization: `Bearer ${key}` } });
      await refused({ url: `${call.url}?x-api-key=${key}` });
    }
  });

  it('needs exactly the scope of the operation, otherwise 403.1, on every route', async () => {
    const keys = await Promise.all(scopes.map(async (scope) => [scope, await service.mintKey(accountId, [scope])] as const));
    for (const route of apiOperations)
      for (const [scope, only] of keys) {
        const response = await service.send({
          method: route.method,
          url: urlOf(route, {}, '999999'),
          key: only,
          ...smallestBody(route),
        });
        const { statuscode } = response.json();
        if (route.scope === 'any' || scope === route.scope)
          expect([route.name, scope, statuscode]).toEqual([route.name, scope, expect.toBeOneOf(['200.1', '404.1'])]);
        else {
          expect([route.name, scope, statuscode]).toEqual([route.name, scope, '403.1']);
          expect(expectRefusal(response, '403.1')).toContain(route.scope);
        }
      }
  });
});

describe('ids in a path', () => {
  const service = useService();
  const sendsFile = ({ result }: Operation) => typeof result === 'string';
  // Files first: they need the report that others reset.
  const withIds = apiOperations.filter(({ path }) => path.includes('{')).toSorted((a, b) => Number(sendsFile(b)) - Number(sendsFile(a)));
  let key: string;
  let testId: string;
  beforeAll(async () => {
    ({ key, testId } = await service.mint());
  });

  it('are 404.1 for another account, on every route', async () => {
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
    const other = await service.send({ method: 'POST', url: '/manage/v1/keys', key, body: smallestBodies.createApiKey });
    const ids = {
      testId,
      testLinkId,
      testInvitationId,
      // Not the key that these calls have: it is revoked on the way.
      keyId: String(resultOf(other).keyId),
      deliveryId: String(deliveries[0]?.deliveryId),
      imageId: String(images[0]?.imageId),
      reviewId: await service.openReview(key),
    };
    const ofFile = { ...ids, ...(await service.openFileReview(key)) };
    const { key: stranger } = await service.mint();
    for (const route of withIds) {
      const url = urlOf(route, route.path.endsWith('/file') ? ofFile : ids);
      const call = { method: route.method, url, ...smallestBody(route) };
      const refused = await service.send({ ...call, key: stranger });
      expect([route.name, refused.statusCode]).toEqual([route.name, 404]);
      expectRefusal(refused, '404.1');
      const own = await service.send({ ...call, key });
      if (sendsFile(route)) expect([route.name, own.statusCode, own.headers['content-type']]).toEqual([route.name, 200, route.result]);
      else expect([route.name, own.json().statuscode]).toEqual([route.name, expect.not.stringMatching(/^404\.1$/)]);
    }
  });

  it('are 404.1 if no resource has them, and 400.1 with the parameter name if they are not an Int64, on every route', async () => {
    for (const route of withIds) {
      const [first = ''] = idsOf(route);
      const refused = async (id: string, statuscode: string) => {
        const url = pathOf(route.path, { [first]: id }, testId);
        const response = await service.send({ method: route.method, url, key, ...smallestBody(route) });
        expect([route.name, id, response.json().statuscode]).toEqual([route.name, id, statuscode]);
        return expectRefusal(response, statuscode);
      };
      for (const absent of ['9223372036854775807', '9007199254740993', '0', '-1']) await refused(absent, '404.1');
      for (const malformed of ['abc', '1.5', '9223372036854775808', '1e3', '0x1', '%201', '1%20'])
        expect(await refused(malformed, '400.1')).toContain(`${first}: `);
    }
  });
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
