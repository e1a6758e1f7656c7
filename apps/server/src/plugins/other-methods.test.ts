import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../testing/images.ts';
import { apiOperations, pathOf } from '../testing/routes.ts';
import { expectRefusal, type Invited, type Method, methods, resultOf, useService } from '../testing/service.ts';

const unsafe = ['cancelInvitation', 'reattemptInvitation'];

/** The methods of each path. The paths outside the contract are listed here, so that a removed route fails a test. */
const allowed = new Map<string, Set<Method>>([
  ['/healthz', new Set<Method>(['GET', 'HEAD'])],
  ['/readyz', new Set<Method>(['GET', 'HEAD'])],
  ['/metrics', new Set<Method>(['GET', 'HEAD'])],
  ['/take/{token}', new Set<Method>(['GET', 'HEAD'])],
  ['/take/{token}/attempt', new Set<Method>(['GET', 'HEAD'])],
  ['/take/{token}/start', new Set<Method>(['POST'])],
  ['/take/{token}/answers/{questionId}', new Set<Method>(['PUT'])],
  ['/take/{token}/events', new Set<Method>(['POST'])],
  ['/take/{token}/camera', new Set<Method>(['POST'])],
  ['/take/{token}/images', new Set<Method>(['POST'])],
  ['/take/{token}/submit', new Set<Method>(['POST'])],
  ['/join/{key}', new Set<Method>(['GET', 'HEAD', 'POST'])],
  ['/report/{token}', new Set<Method>(['GET', 'HEAD'])],
  ['/assets/page.css', new Set<Method>(['GET', 'HEAD'])],
]);
for (const { method, path, name } of apiOperations) {
  const methodsOfPath = allowed.get(path) ?? new Set<Method>();
  methodsOfPath.add(method);
  if (method === 'GET' && !unsafe.includes(name)) methodsOfPath.add('HEAD');
  allowed.set(path, methodsOfPath);
}

const others = [...allowed].flatMap(([url, known]) =>
  methods.filter((method) => method !== 'OPTIONS' && !known.has(method)).map((method) => [method, url, [...known].sort()] as const),
);

describe('a method that a path does not allow', () => {
  const service = useService();

  it.each(others)('%s %s is 405.1 with Allow', async (method, url, known) => {
    const response = await service.send({ method, url: pathOf(url) });
    expect(String(response.headers.allow).split(', ').sort()).toEqual(known);
    if (method === 'HEAD') {
      expect(response.statusCode).toBe(405);
      expect(response.headers['x-request-id']).toBeDefined();
      expect(response.body).toBe('');
    } else {
      const sentence = expectRefusal(response, '405.1');
      for (const one of known) expect(sentence).toContain(one);
    }
  });

  it('OPTIONS is 405 on every path', async () => {
    const responses: unknown[] = [];
    for (const url of allowed.keys()) {
      const { statusCode, headers } = await service.send({ method: 'OPTIONS', url: pathOf(url) });
      responses.push([url, statusCode, headers.allow?.split(', ').sort()]);
    }
    expect(responses).toEqual([...allowed].map(([url, known]) => [url, 405, [...known].sort()]));
  });

  it('is 405.1 with a trailing slash too', async () => {
    expectRefusal(await service.send({ method: 'DELETE', url: '/v2/org/tests/' }), '405.1');
    expectRefusal(await service.send({ method: 'GET', url: '/v2/org/tests/' }), '401.1');
  });
});

describe('HEAD', () => {
  const service = useService();
  let key: string;
  let testId: string;
  let pending: Invited;
  let completed: Invited;
  beforeAll(async () => {
    ({ key, testId } = await service.mint());
    pending = await service.register(key, testId);
    completed = await service.startProctored(key, testId);
    resultOf(await service.sendImage(completed.token, await picture()));
    await service.complete(completed.token);
    await service.generate();
  });

  it.each(apiOperations.filter(({ method, name }) => method === 'GET' && !unsafe.includes(name)).map(({ path }) => path))(
    'has the status and length of GET %s, without a body',
    async (url) => {
      const { id } = await service.createLink(key, testId);
      const path = pathOf(url, { testId, testLinkId: id, testInvitationId: completed.id });
      const get = await service.send({ method: 'GET', url: path, key });
      const head = await service.send({ method: 'HEAD', url: path, key });
      expect(head.statusCode).toBe(get.statusCode);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.body).toBe('');
    },
  );

  it('is refused on cancel and changes nothing', async () => {
    const head = await service.send({ method: 'HEAD', url: `/v2/org/testinvitation/${pending.id}/cancel`, key });
    expect(head.statusCode).toBe(405);
    expect(head.headers.allow).toBe('GET');
    const invitation = resultOf(await service.send({ method: 'GET', url: `/manage/v1/invitations/${pending.id}`, key }));
    expect(invitation).toMatchObject({ status: 'Pending', takeTestURL: pending.url });
  });

  it('is refused on reattempt and changes nothing', async () => {
    const list = `/manage/v1/tests/${testId}/invitations`;
    const before = resultOf(await service.send({ method: 'GET', url: list, key }));
    const head = await service.send({ method: 'HEAD', url: `/v2/org/testinvitation/${completed.id}/reattempt`, key });
    expect(head.statusCode).toBe(405);
    expect(head.headers.allow).toBe('GET');
    expect(resultOf(await service.send({ method: 'GET', url: list, key }))).toEqual(before);
  });
});
