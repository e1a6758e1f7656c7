import type { InviteResult, ProctoringImages } from '@assay/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../testing/images.ts';
import { apiOperations, urlOf } from '../testing/routes.ts';
import { expectRefusal, resultOf, useService } from '../testing/service.ts';

const json = { 'content-type': 'application/json;charset=utf-8' };

describe('content-type: application/json;charset=utf-8 without a body', () => {
  const service = useService();
  const ids: Record<string, string> = {};
  let key: string;
  beforeAll(async () => {
    const minted = await service.mint();
    key = minted.key;
    ids.testId = minted.testId;
    ids.reviewId = await service.openReview(key);
    const logo = (await picture({ format: 'png' })).toString('base64');
    resultOf(await service.send({ method: 'POST', url: '/manage/v1/account', key, body: { logo } }));
    ids.testLinkId = (await service.createLink(key, minted.testId, { imageProctoring: 1 })).id;
    const body = { emailId: 'ana@example.com', fullName: 'Ana', sendEmail: true };
    const invited = await service.send({ method: 'POST', url: `/manage/v1/tests/${minted.testId}/invitations`, key, body });
    ids.deliveryId = String(resultOf<InviteResult>(invited).email?.deliveryId);
  });

  it('is accepted on every GET', async () => {
    const [testId = '', testLinkId = ''] = [ids.testId, ids.testLinkId];
    const { id: pending } = await service.registerByLink(key, testId, testLinkId);
    const { id: testInvitationId, token } = await service.registerByLink(key, testId, testLinkId);
    resultOf(await service.start(token));
    resultOf(await service.sendImage(token, await picture()));
    await service.complete(token);
    await service.generate();
    const list = await service.send({ method: 'GET', url: `/manage/v1/invitations/${testInvitationId}/images`, key });
    const params = { ...ids, testInvitationId, imageId: String(resultOf<ProctoringImages>(list).images[0]?.imageId) };
    const ofFile = { ...params, ...(await service.openFileReview(key)) };
    for (const route of apiOperations.filter(({ method }) => method === 'GET')) {
      const { name, path, result } = route;
      const its = path.endsWith('/file') ? ofFile : path.endsWith('/cancel') ? { ...params, testInvitationId: pending } : params;
      const { statusCode, headers } = await service.send({ method: 'GET', url: urlOf(route, its), key, headers: json });
      const type = typeof result === 'string' ? result : 'application/json; charset=utf-8';
      expect([name, statusCode, headers['content-type']]).toEqual([name, 200, type]);
    }
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;Charset=UTF-8'])(
    'is accepted on start and submit: %s',
    async (type) => {
      const { token } = await service.register(key, ids.testId ?? '');
      const call = (path: string) => service.take(token, { method: 'POST', path, headers: { 'content-type': type } });
      expect(resultOf(await call('start'))).toMatchObject({ status: 'In progress' });
      expect(resultOf(await call('submit'))).toMatchObject({ status: 'Completed' });
    },
  );

  it('is accepted on management calls that need no body', async () => {
    const { id, token } = await service.register(key, ids.testId ?? '');
    resultOf(await service.start(token));
    const url = `/manage/v1/invitations/${id}/reset`;
    expect(resultOf(await service.send({ method: 'POST', url, key, headers: json }))).toMatchObject({ status: 'Reset' });
  });

  it('start and submit work without any content type', async () => {
    const { token } = await service.register(key, ids.testId ?? '');
    resultOf(await service.start(token));
    resultOf(await service.submit(token));
  });
});

describe('a JSON body', () => {
  const service = useService();

  it('preserves text in any script', async () => {
    const { key, testId } = await service.mint();
    const fullName = 'Zoë 王小明 नेहा 👩🏽‍🚀';
    const { id } = await service.register(key, testId, { emailId: 'Ana.Núñez@exämple.com', fullName });
    const report = resultOf(await service.send({ method: 'GET', url: `/v2/org/report/${id}`, key }));
    expect(report).toMatchObject({ fullName, emailId: 'Ana.Núñez@exämple.com' });
  });

  const invalid: [string, Buffer][] = [
    ['an ISO 8859-1 letter', Buffer.from('Nu\u00f1ez', 'latin1')],
    ['an unfinished character', Buffer.from([0x41, 0xe2, 0x82])],
    ['an encoded surrogate', Buffer.from([0xed, 0xa0, 0x80])],
    ['an overlong slash', Buffer.from([0xc0, 0xaf])],
  ];
  it.each(invalid)('that is not UTF-8 is 400.1 and changes nothing: %s', async (_, bytes) => {
    const { key, testId } = await service.mint();
    const body = Buffer.concat([Buffer.from('{"emailId":"ana@example.com","fullName":"'), bytes, Buffer.from('"}')]);
    const sent = { method: 'POST', url: `/v2/org/tests/${testId}/register`, key, headers: json, body } as const;
    expect(expectRefusal(await service.send(sent), '400.1')).toBe('The request body is not valid UTF-8');
    const list = await service.send({ method: 'GET', url: `/manage/v1/tests/${testId}/invitations`, key });
    expect(resultOf(list)).toMatchObject({ invitations: [] });
  });

  it.each(['\\ud83d', '\\ude00', '\\ude00\\ud83d'])(
    'with half of a surrogate pair in a name is 400.1 with the field name: %s',
    async (half) => {
      const { key, testId } = await service.mint();
      const sent = { method: 'POST', url: `/v2/org/tests/${testId}/register`, key, headers: json } as const;
      const body = `{"emailId":"ana@example.com","fullName":"Ana ${half}"}`;
      expect(expectRefusal(await service.send({ ...sent, body }), '400.1')).toContain('fullName: must be valid Unicode');
    },
  );

  it('that is deeper or holds more values than any request is refused before it is parsed', async () => {
    const { key, testId } = await service.mint();
    const { token } = await service.register(key, testId);
    const [deep, many] = ['['.repeat(101), `[${'0,'.repeat(40_000)}`];
    const import64 = { method: 'POST', url: '/manage/v1/tests', key, headers: json } as const;
    expect(expectRefusal(await service.send({ ...import64, body: deep }), '400.1')).toContain('100 lists and objects');
    const save = { method: 'PUT', path: 'answers/1', headers: json } as const;
    expect(expectRefusal(await service.take(token, { ...save, body: deep }), '400.1')).toContain('100 lists and objects');
    expect(expectRefusal(await service.take(token, { ...save, body: many }), '400.1')).toContain('40000 values');
  });

  it('cannot change the prototype of objects', async () => {
    const { key, testId } = await service.mint();
    const body = '{"__proto__":{"emailId":"evil@example.com"},"constructor":{"prototype":{"emailId":"evil@example.com"}},"fullName":"Ana"}';
    const response = await service.send({ method: 'POST', url: `/v2/org/tests/${testId}/register`, key, body });
    expect(expectRefusal(response, '400.1')).toContain('emailId');
    expect(({} as Record<string, unknown>).emailId).toBeUndefined();
  });
});

describe('a query', () => {
  const service = useService();

  it.each(['search=%FF', 'search=%ED%A0%80', 'search=Nu%F1ez', 'other=%C3'])('that is not UTF-8 is 400.1: %s', async (query) => {
    const { key } = await service.mint();
    const response = await service.send({ method: 'GET', url: `/manage/v1/tests?${query}`, key });
    expect(expectRefusal(response, '400.1')).toBe('The query is not valid UTF-8');
  });

  it.each(['search=N%C3%BA%C3%B1ez', 'search=100%', 'search=%zz', 'search=%F0%9F%98%80'])('may be %s', async (query) => {
    const { key } = await service.mint();
    resultOf(await service.send({ method: 'GET', url: `/manage/v1/tests?${query}`, key }));
  });
});
