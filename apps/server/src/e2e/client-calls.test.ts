import { once } from 'node:events';
import { createServer } from 'node:net';
import {
  AssayRefusal,
  AssayTimeout,
  AssayUnreachable,
  CallbackVerificationError,
  type Client,
  createClient,
  verifyCallback,
} from '@assay/client';
import { until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { type Exchange, failureOf, itemsOf, recordingClient } from './support/client.ts';
import { completeAll, importEveryKind, register } from './support/client-candidate.ts';
import type { Received } from './support/receiver.ts';
import { type Service, serviceIt } from './support/service.ts';

// With `always-200` a status line of /v2 says nothing, so that the envelope alone must do. The debug log has a line for each request.
const it = serviceIt({ ASSAY_V2_HTTP_STATUS: 'always-200', ASSAY_LOG_LEVEL: 'debug' });

describe('a refusal of a real server', () => {
  it('is a typed error that tells all the envelope does, and the request id that is in the log', async ({ service }) => {
    const { client, exchanges } = recordingClient(service);
    const testId = await importEveryKind(client);
    const { testInvitationId } = await register(client, testId, 'pending');
    const completed = await completeAll(service, client, { testId, emailId: 'completed@example.com', fullName: 'Completed' });
    const { apiKey } = await client.createApiKey({ name: 'reads', scopes: ['read'] });
    const [reader, stranger] = [apiKey, 'assay_of_nobody'].map((key) => recordingClient(service, { apiKey: key }));
    if (reader === undefined || stranger === undefined) throw new Error('two keys were given');

    const link = { testLinkName: 'Autumn', accessTime: 0 };
    type Case = readonly [operation: string, statuscode: string, says: RegExp, status: number, call: () => Promise<unknown>];
    const cases: readonly Case[] = [
      ['createTestLink', '400.1', /^timeZoneId: /, 200, () => client.createTestLink({ testId, ...link, timeZoneId: 7777 })],
      ['listTests', '401.1', /x-api-key/, 200, () => stranger.client.listTests()],
      ['reattemptInvitation', '403.1', /invite/, 200, () => reader.client.reattemptInvitation({ testInvitationId: completed })],
      ['cancelInvitation', '403.4', /./, 200, () => client.cancelInvitation({ testInvitationId: completed })],
      ['getTest', '404.1', /9223372036854775807/, 200, () => client.getTest({ testId: '9223372036854775807' })],
      ['exportReportPdf', '409.1', /report/i, 200, () => client.exportReportPdf({ testInvitationId })],
      ['getManagedTest', '404.1', /424242/, 404, () => client.getManagedTest({ testId: 424_242 })],
      ['resetInvitation', '409.1', /./, 409, () => client.resetInvitation({ testInvitationId })],
    ];
    for (const [operation, statuscode, says, status, call] of cases) {
      const error = await failureOf(call());
      expect(error).toBeInstanceOf(AssayRefusal);
      const { requestId } = error as AssayRefusal;
      const all = [...exchanges, ...reader.exchanges, ...stranger.exchanges];
      expect([operation, error, all.find((one) => one.requestId === requestId)?.status]).toEqual([
        operation,
        expect.objectContaining({
          operation,
          statuscode,
          httpStatus: Number.parseInt(statuscode, 10),
          description: expect.stringMatching(/^[A-Z]/),
          message: expect.stringMatching(says),
          requestId: expect.stringMatching(/^[\w-]+$/),
          retryAfterMs: null,
        }),
        status,
      ]);
      await until(`the log line of ${operation}`, () => service.server.stderr.includes(`"${requestId}"`) || undefined);
    }
  });

  it('is another type than no answer: nobody listens there, or nobody answers in time', async ({ service }) => {
    const port = createServer().listen(0, '127.0.0.1');
    await once(port, 'listening');
    const address = port.address();
    port.close();
    await once(port, 'close');
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const nobody = createClient({ baseUrl, apiKey: 'k', retry: { attempts: 2, initialDelayMs: 1 } });
    const unreachable = await failureOf(nobody.listTests());
    expect(unreachable).toBeInstanceOf(AssayUnreachable);
    expect(unreachable).toMatchObject({ operation: 'listTests', attempts: 2, message: expect.stringContaining('ECONNREFUSED') });

    // The real server waits for this receiver, and the client for the server.
    const silent = await service.servers.receiver(() => undefined);
    const late = await failureOf(recordingClient(service, { timeoutMs: 300 }).client.sendSampleCallback({ url: silent.url }));
    expect(late).toBeInstanceOf(AssayTimeout);
    expect(late).toMatchObject({ operation: 'sendSampleCallback', timeoutMs: 300, attempts: 1 });
  });
});

const pagesOf = (exchanges: readonly Exchange[], path: string) => exchanges.filter((one) => one.path === path).length;

describe('the iterators of the client on a real server', () => {
  it('read page after page as they are asked, give each item once in the order of the lists, and stop', async ({ service }) => {
    const { client, exchanges } = recordingClient(service);
    const testId = await importEveryKind(client);
    for (let more = 0; more < 2; more += 1) await importEveryKind(client);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await client.inviteCandidate({ testId, emailId: `${name}@example.com`, fullName: name });

    const whole = {
      tests: (await client.listTests({ pageSize: 100 })).tests,
      managed: (await client.listManagedTests({ limit: 100 })).tests,
      invitations: (await client.listInvitations({ testId, limit: 100 })).invitations,
      deliveries: (await client.listDeliveries({ testId, limit: 100 })).deliveries,
    };
    expect([whole.invitations.length, whole.deliveries.length]).toEqual([5, 5]);
    expect(whole.tests.length).toBeGreaterThanOrEqual(5);
    const walk = async <Item>(path: string, pages: number, iterator: AsyncIterable<Item>): Promise<Item[]> => {
      const before = pagesOf(exchanges, path);
      const items = await itemsOf(iterator);
      expect([path, pagesOf(exchanges, path) - before]).toEqual([path, pages]);
      return items;
    };
    const pages = Math.ceil(whole.tests.length / 2);
    expect(await walk('/v2/org/tests', pages, client.paginateTests({ pageSize: 2 }))).toEqual(whole.tests);
    expect(await walk('/manage/v1/tests', pages, client.paginateManagedTests({ limit: 2 }))).toEqual(whole.managed);
    const invitations = `/manage/v1/tests/${testId}/invitations`;
    expect(await walk(invitations, 3, client.paginateInvitations({ testId, limit: 2 }))).toEqual(whole.invitations);
    // The mails are being delivered meanwhile: which they are stays, how far they are does not.
    const ids = (list: typeof whole.deliveries) => list.map(({ deliveryId }) => deliveryId);
    expect(ids(await walk('/manage/v1/deliveries', 3, client.paginateDeliveries({ testId, limit: 2 })))).toEqual(ids(whole.deliveries));

    const before = pagesOf(exchanges, invitations);
    for await (const one of client.paginateInvitations({ testId, limit: 2 })) if (one.emailId === 'c@example.com') break;
    expect(pagesOf(exchanges, invitations) - before).toBe(2);
  });

  it('an abort ends between two pages, and ends a call that the server has not answered yet', async ({ service }) => {
    const { client, exchanges } = recordingClient(service);
    const testId = await importEveryKind(client);
    for (const name of ['a', 'b', 'c']) await register(client, testId, name);
    const reason = new Error('the recruiter left');
    const leaving = new AbortController();
    const seen: string[] = [];
    const walking = async () => {
      for await (const { emailId } of client.paginateInvitations({ testId, limit: 2 }, { signal: leaving.signal })) {
        seen.push(emailId);
        if (seen.length === 2) leaving.abort(reason);
      }
    };
    expect(await failureOf(walking())).toBe(reason);
    expect(seen).toEqual(['c@example.com', 'b@example.com']);
    expect(pagesOf(exchanges, `/manage/v1/tests/${testId}/invitations`)).toBe(1);

    // The server cannot answer before this receiver does.
    const silent = await service.servers.receiver(() => undefined);
    const abort = new AbortController();
    const calling = failureOf(client.sendSampleCallback({ url: silent.url }, { signal: abort.signal }));
    await until('the server to wait', () => silent.received[0]);
    abort.abort(reason);
    expect(await calling).toBe(reason);
    await client.getAccount();
  });

  it('an abort ends a file that is being read', async ({ service }) => {
    const { client } = recordingClient(service);
    const abort = new AbortController();
    const excel = await client.exportReportExcel({ testId: await importEveryKind(client) }, { signal: abort.signal });
    const reason = new Error('the recruiter left');
    abort.abort(reason);
    expect(await failureOf(excel.bytes())).toBe(reason);
  });
});

describe('a callback that a real server delivered', () => {
  const callbackOf = (service: Service, testInvitationId: number): Promise<Received> =>
    until(`the callback of ${testInvitationId}`, () =>
      service.receiver.received.find(({ text }) => text.includes(`"TestInvitationId":${testInvitationId}`)),
    );
  const secretsOf = async (client: Client) => (await client.listCallbackSecrets()).secrets.map(({ secret }) => secret);

  it('passes verifyCallback with the secret of the account; with any byte changed, or the secret of somebody else, it does not', async ({
    service,
  }) => {
    const { client } = recordingClient(service);
    const testId = await importEveryKind(client);
    const who = { testId, emailId: 'Ana.Núñez@example.com', fullName: 'Ana Núñez', callbackURL: service.receiver.url };
    const testInvitationId = await completeAll(service, client, who);
    const { headers, text } = await callbackOf(service, testInvitationId);
    const [secret = ''] = await secretsOf(client);
    const { attemptedOn } = await client.getReport({ testInvitationId });
    const body = await verifyCallback({ secret, headers, body: text });
    expect(body).toEqual({
      CandidateEmailId: 'Ana.Núñez@example.com',
      AttemptedOn: attemptedOn,
      TotalScore: 7,
      CandidateScore: 7,
      ReportPDFUrl: expect.stringContaining(`${service.server.url}/report/`),
      TestInvitationId: testInvitationId,
    });
    const bytes = new TextEncoder().encode(text);
    expect(await verifyCallback({ secret, headers: new Headers(headers), body: bytes })).toEqual(body);

    const forged = async (change: object) => {
      const error = await failureOf(verifyCallback({ secret, headers, body: text, ...change }));
      expect(error).toBeInstanceOf(CallbackVerificationError);
      return (error as CallbackVerificationError).reason;
    };
    const flipped = Array.from(bytes, (byte, at) => bytes.with(at, byte ^ 1));
    expect(new Set(await Promise.all(flipped.map((one) => forged({ body: one }))))).toEqual(new Set(['no-matching-signature']));
    expect(await forged({ secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` })).toBe('no-matching-signature');
    expect(await forged({ headers: { ...headers, 'webhook-id': 'msg_other' } })).toBe('no-matching-signature');
    expect(await forged({ now: Date.now() + 3_600_000 })).toBe('timestamp-too-old');
  });

  it('is signed with both secrets while they are changed over, and a redelivery has the webhook-id of before', async ({ service }) => {
    const { client } = recordingClient(service);
    const testId = await importEveryKind(client);
    const [former = ''] = await secretsOf(client);
    await client.rotateCallbackSecret({ overlapHours: 1 });
    const [newer = '', ...earlier] = await secretsOf(client);
    expect(newer).toMatch(/^whsec_/);
    expect(newer).not.toBe(former);
    expect(earlier).toEqual([former]);
    const testInvitationId = await completeAll(service, client, {
      testId,
      emailId: 'bo@example.com',
      fullName: 'Bo',
      callbackURL: service.receiver.url,
    });
    const { headers, text } = await callbackOf(service, testInvitationId);
    for (const secret of [former, newer]) await verifyCallback({ secret, headers, body: text });

    const delivered = await until('the delivery to be settled', async () => {
      const { deliveries } = await client.listDeliveries({ testInvitationId, kind: 'callback', state: 'delivered' });
      return deliveries[0];
    });
    expect(delivered.messageId).toBe(headers['webhook-id']);
    await client.redeliverDelivery({ deliveryId: delivered.deliveryId });
    const same = await until('the same callback again', () => {
      const all = service.receiver.received.filter(({ webhookId }) => webhookId === delivered.messageId);
      return all.length === 2 ? all : undefined;
    });
    for (const one of same) await verifyCallback({ secrets: [newer, former], headers: one.headers, body: one.text });
  });
});
