import { rateLimits } from '@assay/domain';
import { updateAccount } from '@assay/operations';
import { somebody } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, expectRefusal, resultOf, type Service, tokenOf, useService } from '../testing/service.ts';
import { testFile } from '../testing/test-file.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const form = { ...browser, 'content-type': 'application/x-www-form-urlencoded' };

describe('/join', () => {
  const service = useService();
  let key: string;
  let testId: string;
  let url: string;
  const call = (one: Partial<Call> & Pick<Call, 'method'>) => service.send({ url, ...one });
  beforeAll(async () => {
    ({ key, testId } = await service.mint());
    url = `/join/${(await service.createLink(key, testId)).accessKey}`;
  });

  it.each([
    ['JSON', { accept: 'application/json' }],
    ['JSON first', { accept: 'application/json, text/plain, */*' }],
    ['anything', { accept: '*/*' }],
    ['unspecified types', {}],
    ['unspecified types and sends the content type of API clients', { 'content-type': 'application/json;charset=utf-8' }],
  ])('GET sends the envelope to a client that accepts %s', async (_, headers) => {
    expect(resultOf(await call({ method: 'GET', headers: headers as Record<string, string> }))).toMatchObject({
      test: { testName: testFile.name },
    });
  });

  it('GET sends the page to a browser', async () => {
    const response = await call({ method: 'GET', headers: browser });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.headers['x-request-id']).toBeDefined();
  });

  it('GET forbids caching and varies by Accept', async () => {
    for (const path of [url, '/join/l1-222222222222'])
      for (const headers of [browser, { accept: 'application/json' }])
        expect((await call({ method: 'GET', url: path, headers })).headers).toMatchObject({ vary: 'accept', 'cache-control': 'no-store' });
  });

  it('POST of JSON registers and sends the envelope', async () => {
    const { takeTestURL } = resultOf(await call({ method: 'POST', body: somebody() }));
    resultOf(await service.start(tokenOf(String(takeTestURL))));
  });

  it('POST sends the envelope even to a client that accepts HTML, on success and refusal', async () => {
    resultOf(await call({ method: 'POST', headers: browser, body: somebody() }));
    expectRefusal(await call({ method: 'POST', headers: browser, body: { emailId: 'nonsense', fullName: 'Ana' } }), '400.1');
  });

  it('POST of a form is 415.1 and registers nobody', async () => {
    const person = somebody();
    expectRefusal(await call({ method: 'POST', headers: form, body: new URLSearchParams(person).toString() }), '415.1');
    resultOf(await call({ method: 'POST', body: person }));
  });

  it("the state contains the organization's name and its support and privacy notices", async () => {
    const minted = await service.mint();
    const { accessKey } = await service.createLink(minted.key, minted.testId);
    const read = async () => resultOf(await call({ method: 'GET', url: `/join/${accessKey}` }));
    expect(await read()).toMatchObject({ organization: 'Acme', support: null, privacy: null });
    const input = { support: 'help@acme.example', privacy: 'https://acme.example/privacy' };
    await updateAccount({ assay: service.assay, accountId: minted.accountId, input });
    expect(await read()).toMatchObject({ organization: 'Acme', ...input });
  });

  it.each(['x', 'l1-222222222222', 't1-222222222222', 'l1-22222222222', 'L1-222222222222', 'l1-22222222222K', '..%2f..%2fetc'])(
    'an unknown access key is 404.1, and a page with status 404 for a browser: %j',
    async (accessKey) => {
      const unknown = `/join/${accessKey}`;
      expectRefusal(await call({ method: 'GET', url: unknown, headers: { accept: 'application/json' } }), '404.1');
      expectRefusal(await call({ method: 'POST', url: unknown, body: somebody() }), '404.1');
      const page = await call({ method: 'GET', url: unknown, headers: browser });
      expect(page.statusCode).toBe(404);
      expect(page.headers['content-type']).toMatch(/^text\/html/);
    },
  );

  it('works with the access key of a test', async () => {
    const { accessKey } = resultOf(await service.send({ method: 'GET', url: `/v2/org/tests/${testId}`, key }));
    resultOf(await call({ method: 'POST', url: `/join/${accessKey}`, body: somebody() }));
  });

  it('an email that is already invited is 403.22 without a URL, and the name does not change', async () => {
    const person = somebody();
    const { testInvitationId } = resultOf(await call({ method: 'POST', body: person }));
    const response = await call({ method: 'POST', body: { emailId: person.emailId.toUpperCase(), fullName: 'Somebody else' } });
    expect(expectRefusal(response, '403.22')).toMatch(/already invited/);
    expect(response.body).not.toContain('/take/');
    const invitation = resultOf(await service.send({ method: 'GET', url: `/manage/v1/invitations/${testInvitationId}`, key }));
    expect(invitation).toMatchObject({ fullName: person.fullName });
  });

  it('an invite-only link is 403.21', async () => {
    const { accessKey } = await service.createLink(key, testId, { inviteCandidateOnly: 1 });
    expectRefusal(await call({ method: 'POST', url: `/join/${accessKey}`, body: somebody() }), '403.21');
  });

  it('an inactive link is 403.14', async () => {
    const { accessKey } = await service.createLink(key, testId, { testLinkStatus: 3 });
    expectRefusal(await call({ method: 'POST', url: `/join/${accessKey}`, body: somebody() }), '403.14');
  });
});

describe('the rate limit of registrations', () => {
  const { burst } = rateLimits.registration;
  const limits = { ...rateLimits, registration: { ...rateLimits.registration, burst: 3 } };
  const now = () => 0;

  it('lets an exam room of 300 register twice', () => expect(burst).toBe(600));

  const register = async (service: Service, forwarded: (index: number) => string) => {
    const { key, testId } = await service.mint();
    const links = [await service.createLink(key, testId), await service.createLink(key, testId)];
    return (index: number, remoteAddress: string) =>
      service.send({
        method: 'POST',
        url: `/join/${links[index % 2]?.accessKey}`,
        body: somebody(),
        remoteAddress,
        headers: { ...browser, 'x-forwarded-for': forwarded(index) },
      });
  };

  describe('without a trusted proxy', () => {
    const service = useService({ v2HttpStatus: 'always-200', rateLimits: { limits, now } });
    it('is 429.1 with Retry-After for one address, whatever link it registers with and whatever X-Forwarded-For says', async () => {
      const join = await register(service, (index) => `10.9.9.${index}`);
      for (let index = 0; index < 3; index += 1) resultOf(await join(index, '10.2.0.1'));
      const response = await join(3, '10.2.0.1');
      expect(expectRefusal(response, '429.1')).toContain('Retry-After');
      expect(response.headers['retry-after']).toBe('1');
      resultOf(await join(3, '10.2.0.2'));
    });
  });

  describe('behind a trusted proxy', () => {
    const service = useService({ trustProxy: true, rateLimits: { limits, now } });
    it('counts by the address in X-Forwarded-For', async () => {
      const join = await register(service, (index) => (index < 4 ? '198.51.100.1' : '198.51.100.2'));
      for (let index = 0; index < 3; index += 1) resultOf(await join(index, '10.2.0.1'));
      expectRefusal(await join(3, '10.2.0.1'), '429.1');
      resultOf(await join(4, '10.2.0.1'));
    });
  });
});
