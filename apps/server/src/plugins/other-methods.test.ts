import { type CandidateOperation, joinOperations, type Operation, takeOperations } from '@assay/domain';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../testing/images.ts';
import { apiOperations, pathOf, urlOf } from '../testing/routes.ts';
import { expectRefusal, type Invited, type Method, methods, resultOf, useService } from '../testing/service.ts';

/** Reads that change something: a link checker that sends HEAD must not cancel an invitation. */
const unsafe = ['cancelInvitation', 'reattemptInvitation'];
const page = ['GET', 'HEAD'] as const;

/** Paths outside the contract are listed here, so that a removed route fails a test. */
const groups: Readonly<Record<string, readonly (readonly [path: string, methods: readonly Method[]])[]>> = {
  'the API': methodsOf(apiOperations),
  'the candidate protocol': methodsOf(Object.values(takeOperations)),
  joining: methodsOf(Object.values(joinOperations)),
  'pages and files': [
    ['/take/{token}', page],
    ['/take/offline.html', page],
    ['/take/offline.js', page],
    ['/report/{token}', page],
    ['/report/{token}/page', page],
    ['/assets/page.css', page],
    ['/docs', page],
    ['/.well-known/assay-keys.json', page],
  ],
  'the operator': [
    ['/healthz', page],
    ['/readyz', page],
    ['/metrics', page],
  ],
};

function methodsOf(operations: readonly (Operation | CandidateOperation)[]) {
  const found = new Map<string, Method[]>();
  for (const { name, method, path } of operations)
    found.set(path, [...(found.get(path) ?? []), method, ...(method === 'GET' && !unsafe.includes(name) ? (['HEAD'] as const) : [])]);
  return [...found];
}

const allowedBy = ({ headers }: LightMyRequestResponse) => headers.allow?.split(', ').sort();

describe('a method that a path does not allow', () => {
  const service = useService();

  it.each(Object.entries(groups))('is 405.1 with Allow on every path of %s', async (_, paths) => {
    for (const [path, known] of paths)
      for (const method of methods.filter((one) => !known.includes(one))) {
        const response = await service.send({ method, url: pathOf(path) });
        const expected = [method, path, 405, known.toSorted()];
        expect([method, path, response.statusCode, allowedBy(response)]).toEqual(expected);
        if (method === 'HEAD') {
          expect([method, path, response.body, response.headers['x-request-id']]).toEqual([method, path, '', expect.any(String)]);
        } else {
          const sentence = expectRefusal(response, '405.1');
          for (const one of known) expect(sentence).toContain(one);
        }
      }
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

  it('has the status and length of GET, without a body', async () => {
    const { id: testLinkId } = await service.createLink(key, testId);
    for (const route of apiOperations.filter(({ method, name }) => method === 'GET' && !unsafe.includes(name))) {
      const url = urlOf(route, { testId, testLinkId, testInvitationId: completed.id });
      const get = await service.send({ method: 'GET', url, key });
      const head = await service.send({ method: 'HEAD', url, key });
      expect([route.path, head.statusCode, head.headers['content-length'], head.body]).toEqual([
        route.path,
        get.statusCode,
        get.headers['content-length'],
        '',
      ]);
    }
  });

  it('is refused on cancel and reattempt, and changes nothing', async () => {
    const list = async () => resultOf(await service.send({ method: 'GET', url: `/manage/v1/tests/${testId}/invitations`, key }));
    const before = await list();
    for (const [invited, act] of [[pending, 'cancel'] as const, [completed, 'reattempt'] as const]) {
      const head = await service.send({ method: 'HEAD', url: `/v2/org/testinvitation/${invited.id}/${act}`, key });
      expect([act, head.statusCode, head.headers.allow]).toEqual([act, 405, 'GET']);
    }
    expect(await list()).toEqual(before);
    expect(before).toMatchObject({ invitations: expect.arrayContaining([expect.objectContaining({ status: 'Pending' })]) });
  });
});
