import { example } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.ts';
import { AssayProtocolError, AssayRefusal } from './errors.ts';
import { createTestClient, failureOf, htmlPage, refusal, success } from './testing/fake-server.ts';

const list = { tests: [], testsCount: 0 };
const registered = { testInvitationId: 7, takeTestURL: 'https://assay.example/take/t' };

describe('a request', () => {
  it("has the API key and the API document's content type, and uses no cache and no redirect", async () => {
    const { client, sent } = createTestClient([success(list)]);
    await client.listTests();
    expect(sent[0]).toMatchObject({ method: 'GET', init: { redirect: 'manual', cache: 'no-store' }, body: undefined });
    expect(sent[0]?.headers.get('x-api-key')).toBe('ask_secret');
    expect(sent[0]?.headers.get('content-type')).toBe('application/json;charset=utf-8');
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('keeps the path prefix of the base URL and names query parameters as the API does', async () => {
    const { client, sent } = createTestClient([success(list)], { baseUrl: 'https://example.com/assay//' });
    await client.listTests({ pageSize: 5, pageNo: undefined });
    await client.listTests({ pageSize: 5, pageNo: 2 });
    expect(sent.map(({ url }) => url.href)).toEqual([
      'https://example.com/assay/v2/org/tests?page_size=5',
      'https://example.com/assay/v2/org/tests?page_size=5&page_no=2',
    ]);
  });

  it('has ids, given as numbers or digits, in its path and the other inputs in its body', async () => {
    const { client, sent } = createTestClient([success({ ...registered, testUrl: 'https://a.example', testAccessTime: 'any time' })]);
    await client.registerCandidateByLink({ testId: 3, testLinkId: '9007199254740993', emailId: 'ana@example.com', fullName: 'Ana Núñez' });
    expect(sent[0]?.url.pathname).toBe('/v2/org/tests/3/testlinks/9007199254740993/register');
    expect(sent[0]?.body).toEqual({ emailId: 'ana@example.com', fullName: 'Ana Núñez' });
  });

  it.each(['', '..', '1/2', '1e3', 'x', 1.5, 2 ** 53, Number.NaN])('is not sent with the id %s', async (testId) => {
    const { client, sent } = createTestClient([success(list)]);
    expect(await failureOf(client.getTest({ testId }))).toEqual(new TypeError('testId: must be an id, a whole number or its digits'));
    expect(sent).toEqual([]);
  });

  it('has no body if the operation takes none, and an empty object if every field is optional', async () => {
    const { client, sent } = createTestClient([success({}), success({ secrets: [], current: '' })]);
    await failureOf(client.resetInvitation({ testInvitationId: 7 }));
    await client.rotateCallbackSecret();
    expect(sent.map(({ body }) => body)).toEqual([undefined, {}]);
  });

  it('can send a test link back as it was read', async () => {
    const link = example('createTestLink', { testLinkId: 9, testId: 3, accessTime: 0, startDateTime: null, endDateTime: null });
    const { client, sent } = createTestClient([success(link)]);
    const read = await client.getTestLink({ testId: 3, testLinkId: 9 });
    await client.updateTestLink({ ...read, testLinkName: 'Summer' });
    expect(sent[1]?.url.pathname).toBe('/v2/org/tests/3/testlinks/9');
    expect(sent[1]?.body).toMatchObject({ testLinkName: 'Summer', accessTime: 0, startDateTime: null, timeZoneId: 190 });
  });
});

describe('an invalid option', () => {
  const options = { baseUrl: 'https://assay.example', apiKey: 'k' };
  it.each([
    ['baseUrl', { baseUrl: 'assay.example' }],
    ['baseUrl', { baseUrl: 'ftp://assay.example' }],
    ['baseUrl', { baseUrl: 'https://user:pass@assay.example' }],
    ['baseUrl', { baseUrl: 'https://assay.example/?a=1' }],
    ['apiKey', { apiKey: '' }],
    ['apiKey', { apiKey: 'a\nb' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['retry.attempts', { retry: { attempts: 0 } }],
    ['retry.initialDelayMs', { retry: { initialDelayMs: -1 } }],
  ])('is a TypeError that names it: %s %j', (name, wrong) => {
    expect(() => createClient({ ...options, ...wrong })).toThrow(TypeError);
    expect(() => createClient({ ...options, ...wrong })).toThrow(`${name}: `);
  });
});

describe('a refusal', () => {
  const refused = {
    operation: 'cancelInvitation',
    statuscode: '403.4',
    httpStatus: 403,
    description: 'Described',
    message: 'It cannot be cancelled',
    requestId: 'req-7',
    retryAfterMs: null,
  };

  it.each([403, 200])('is an AssayRefusal, read from the envelope under status line %i', async (status) => {
    const { client } = createTestClient([refusal('403.4', { result: 'It cannot be cancelled', status })]);
    const error = await failureOf(client.cancelInvitation({ testInvitationId: 7 }));
    expect(error).toBeInstanceOf(AssayRefusal);
    expect({ ...(error as AssayRefusal), message: (error as AssayRefusal).message }).toEqual({ ...refused, name: 'AssayRefusal' });
  });

  it('without a message in `result` has the description as its message', async () => {
    const { client } = createTestClient([refusal('400.1', { result: null })]);
    expect(await failureOf(client.listTests())).toMatchObject({ message: 'Described', statuscode: '400.1' });
  });

  it('remains a refusal when API v2 lacks the route', async () => {
    const { client } = createTestClient([refusal('404.2')]);
    expect(await failureOf(client.listTests())).toMatchObject({ name: 'AssayRefusal', statuscode: '404.2' });
  });
});

describe('a response that is not from Assay', () => {
  it.each([
    ['an HTML page', htmlPage(200), 'text/html'],
    ['an HTML page with status 404', htmlPage(404), 'text/html'],
    ['other JSON', () => Response.json({ error: 'nope' }, { status: 400 }), 'application/json'],
    [
      'half an envelope',
      () => new Response('{"statuscode":"200.1"', { headers: { 'content-type': 'application/json' } }),
      'application/json',
    ],
  ])('is a protocol error with an excerpt: %s', async (_, reply, contentType) => {
    const { client } = createTestClient([reply]);
    const error = await failureOf(client.listTests());
    expect(error).toBeInstanceOf(AssayProtocolError);
    expect(error).toMatchObject({ operation: 'listTests', reason: 'not-an-envelope', contentType });
    expect((error as AssayProtocolError).excerpt.length).toBeGreaterThan(5);
  });

  it('names the field of a result that does not match the schema', async () => {
    const { client } = createTestClient([success({ tests: [{ testId: 1 }], testsCount: 1 })]);
    expect(await failureOf(client.listTests())).toMatchObject({
      reason: 'unexpected-result',
      message: expect.stringContaining('tests[0].testName: is required'),
    });
  });

  it('names the target of a redirect and does not follow it with the key', async () => {
    const { client, sent } = createTestClient([() => new Response(null, { status: 302, headers: { location: 'https://login.example/' } })]);
    expect(await failureOf(client.listTests())).toMatchObject({
      reason: 'redirect',
      message: expect.stringContaining('redirects to https://login.example/'),
    });
    expect(sent).toHaveLength(1);
  });
});

describe('a server that has only API v2', () => {
  it.each([
    ['an HTML page', htmlPage(404)],
    ['404.2', refusal('404.2')],
    ['405.1', refusal('405.1')],
    ['405.1 with 200', refusal('405.1', { status: 200 })],
    ['an empty body', () => new Response('', { status: 501 })],
  ])('is reported by management methods: %s', async (_, reply) => {
    const { client } = createTestClient([reply]);
    const error = await failureOf(client.listManagedTests({ search: 'x' }));
    expect(error).toMatchObject({ name: 'AssayProtocolError', reason: 'no-management-api' });
    expect(String(error)).toContain('this server does not speak the management API');
    expect(await failureOf(client.getImage({ testInvitationId: 1, imageId: 2 }))).toMatchObject({ reason: 'no-management-api' });
  });

  it('is distinguished from a server that lacks only the resource', async () => {
    const { client } = createTestClient([refusal('404.1')]);
    expect(await failureOf(client.getManagedTest({ testId: 1 }))).toMatchObject({ name: 'AssayRefusal', statuscode: '404.1' });
  });
});
