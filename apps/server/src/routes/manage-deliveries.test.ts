import {
  CallbackSecrets,
  DeliveryDetail,
  type DeliveryKind,
  DeliveryPage,
  InviteResult,
  ManagedDelivery,
  RedeliverResult,
  SampleCallbackResult,
} from '@assay/domain';
import { hour, somebody } from '@assay/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Call, expectRefusal, resultOf, useService } from '../testing/service.ts';

const hook = 'https://ats.example/hook';
const gone = { type: 'responded', status: 410, retryAfter: null, response: 'gone for good', durationMilliseconds: 12 } as const;

const service = useService();
type Account = Awaited<ReturnType<typeof service.mint>>;
let account: Account;
beforeEach(async () => {
  account = await service.mint();
  service.outbound.respondWith();
});

type ManageCall = Partial<Call> & { path: string };

/** A successful result, checked against its schema. */
const call = async <Schema extends z.ZodType>(schema: Schema, { path, ...rest }: ManageCall): Promise<z.output<Schema>> =>
  schema.parse(resultOf(await service.send({ method: 'GET', key: account.key, ...rest, url: `/manage/v1/${path}` })));
const refused = async (statuscode: string, { path, ...rest }: ManageCall): Promise<string> =>
  expectRefusal(await service.send({ method: 'GET', key: account.key, ...rest, url: `/manage/v1/${path}` }), statuscode);
const post = (path: string, body?: unknown): ManageCall => ({ method: 'POST', path, body });

const complete = async (body: object = { ...somebody(), callbackURL: hook }) => {
  const invited = await service.register(account.key, account.testId, body);
  await service.complete(invited.token);
  return invited;
};
const list = async (query = '') => (await call(DeliveryPage, { path: `deliveries${query}` })).deliveries;
/** The account's only delivery of this kind. */
const only = async (kind: DeliveryKind, query = ''): Promise<ManagedDelivery> => {
  const [one, ...others] = await list(`?kind=${kind}${query}`);
  if (one === undefined || others.length > 0) throw new Error(`not one ${kind}: ${JSON.stringify([one, ...others])}`);
  return one;
};

describe('the list of deliveries', () => {
  it('shows a callback from the completion on as waiting, pending and delivered, with every attempt', async () => {
    const { id } = await complete();
    const callback = { kind: 'callback', destination: hook, testInvitationId: Number(id), testId: Number(account.testId) };
    expect(await only('callback')).toMatchObject({ ...callback, state: 'waiting', attemptsMade: 0, nextAttemptAt: null, settledAt: null });
    await service.generate();
    const now = new Date(service.clock.now).toISOString();
    expect(await only('callback')).toMatchObject({ ...callback, state: 'pending', attemptsMade: 0, nextAttemptAt: now });
    await service.deliver();
    const { deliveryId } = await only('callback');
    expect(await call(DeliveryDetail, { path: `deliveries/${deliveryId}` })).toMatchObject({
      ...callback,
      state: 'delivered',
      attemptsMade: 1,
      nextAttemptAt: null,
      lastError: null,
      settledAt: now,
      attempts: [{ number: 1, at: now, outcome: 'delivered', destination: hook, status: 204, response: 'thanks', error: null }],
    });
  });

  it('shows when a retry is due and why the last attempt failed', async () => {
    service.outbound.respondWith({ type: 'unreachable', error: 'connection refused', durationMilliseconds: 5 });
    await complete();
    await service.generate();
    await service.deliver();
    expect(await only('callback')).toMatchObject({
      state: 'pending',
      attemptsMade: 1,
      lastError: 'connection refused',
      nextAttemptAt: new Date(service.clock.now + 5000).toISOString(),
    });
  });

  it('is filtered by state, kind, test and invitation, and paged newest first', async () => {
    const first = await complete();
    const second = await complete();
    await service.generate();
    await service.deliver();
    await call(InviteResult, post(`tests/${account.testId}/invitations`, somebody()));
    const all = await list();
    const [mail, ...finished] = all;
    expect(mail).toMatchObject({ kind: 'invitation-email', state: 'pending' });
    expect(finished.map(({ kind }) => kind)).toEqual(['callback', 'callback']);
    expect(finished.map(({ testInvitationId }) => String(testInvitationId)).sort()).toEqual([first.id, second.id].sort());
    expect(await list('?state=pending')).toEqual([mail]);
    expect(await list('?kind=callback&state=delivered')).toEqual(finished);
    expect(await only('callback', `&testInvitationId=${first.id}`)).toMatchObject({ testInvitationId: Number(first.id) });
    expect(await list('?kind=invitation-email')).toEqual([mail]);
    expect(await list(`?testId=${account.testId}`)).toEqual(all);
    await refused('404.1', { path: `deliveries?testId=${Number(account.testId) + 1}` });

    const seen: ManagedDelivery[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: DeliveryPage = await call(DeliveryPage, { path: `deliveries?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}` });
      seen.push(...page.deliveries);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });

  it('contains nothing of another account', async () => {
    await complete();
    const { deliveryId } = await only('callback');
    const { key } = await service.mint();
    expect(await call(DeliveryPage, { path: 'deliveries', key })).toEqual({ deliveries: [], nextCursor: null, total: 0 });
    await refused('404.1', { path: `deliveries/${deliveryId}`, key });
    await refused('404.1', { ...post(`deliveries/${deliveryId}/redeliver`), key });
    await refused('404.1', { ...post(`tests/${account.testId}/redeliver-failed`), key });
  });
});

describe('redelivering', () => {
  it('sends again with the same webhook-id, and keeps the previous attempts', async () => {
    service.outbound.respondWith(gone);
    const { id } = await complete();
    await service.generate();
    await service.deliver();
    const failed = await only('callback');
    expect(failed).toMatchObject({ state: 'failed', lastError: 'the receiver answered 410' });
    service.outbound.respondWith();
    const sent = await call(ManagedDelivery, post(`deliveries/${failed.deliveryId}/redeliver`));
    expect(sent).toMatchObject({ state: 'pending', deliveryId: failed.deliveryId, messageId: failed.messageId, settledAt: null });
    await service.deliver();
    const detail = await call(DeliveryDetail, { path: `deliveries/${failed.deliveryId}` });
    expect(detail).toMatchObject({ state: 'delivered', attempts: [{ status: 410, response: 'gone for good' }, { status: 204 }] });
    const callbacks = service.outbound.callbacks.filter(({ body }) => body.includes(`"TestInvitationId":${id}`));
    expect(callbacks.map(({ webhookId }) => webhookId)).toEqual([failed.messageId, failed.messageId]);
  });

  it('is 409.1 for a delivery that waits for its report', async () => {
    await complete();
    const { deliveryId } = await only('callback');
    expect(await refused('409.1', post(`deliveries/${deliveryId}/redeliver`))).toContain('waits for the report');
  });

  it('sends all failed deliveries of a test, with a result for each, and no others', async () => {
    await complete();
    await service.generate();
    await service.deliver();
    service.outbound.respondWith(gone);
    const [one, other] = [await complete(), await complete()];
    await service.generate();
    await service.deliver();
    const failed = (await list('?state=failed')).map(({ deliveryId }) => deliveryId);
    expect(failed).toHaveLength(2);
    service.outbound.respondWith();
    const path = `tests/${account.testId}/redeliver-failed`;
    const { results, more } = await call(RedeliverResult, post(path));
    expect(results.map(({ deliveryId }) => deliveryId).sort()).toEqual(failed.sort());
    expect(results.every(({ redelivered, error }) => redelivered && error === null)).toBe(true);
    expect(more).toBe(false);
    const before = service.outbound.callbacks.length;
    await service.deliver();
    const ids = service.outbound.callbacks.slice(before).map(({ body }) => String(JSON.parse(body).TestInvitationId));
    expect(ids.sort()).toEqual([one.id, other.id].sort());
    expect(await call(RedeliverResult, post(path))).toEqual({ results: [], more: false });
  });

  it('sends nothing for a repeated Idempotency-Key', async () => {
    await complete();
    await service.generate();
    await service.deliver();
    const { deliveryId } = await only('callback');
    const again = { ...post(`deliveries/${deliveryId}/redeliver`), headers: { 'idempotency-key': 'once' } };
    const first = await call(ManagedDelivery, again);
    await service.deliver();
    expect(await call(ManagedDelivery, again)).toEqual(first);
    expect(await only('callback')).toMatchObject({ state: 'delivered', attemptsMade: 2 });
  });
});

describe('callback secrets', () => {
  it('belong to the account, have the form of Standard Webhooks and do not change between reads', async () => {
    const read = await call(CallbackSecrets, { path: 'callback-secrets' });
    const { secrets } = read;
    expect(secrets).toEqual([
      { secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), createdAt: expect.any(String), expiresAt: null },
    ]);
    expect(read.current).toBe(secrets[0]?.secret);
    expect(await call(CallbackSecrets, { path: 'callback-secrets' })).toEqual(read);
    const { key } = await service.mint();
    const other = await call(CallbackSecrets, { path: 'callback-secrets', key });
    expect(other.secrets[0]?.secret).not.toBe(secrets[0]?.secret);
  });

  it('both sign during the overlap of a rotation, and then only the new one does', async () => {
    const [old] = (await call(CallbackSecrets, { path: 'callback-secrets' })).secrets;
    const [fresh] = (await call(CallbackSecrets, post('callback-secrets/rotate', { overlapHours: 2 }))).secrets;
    const sign = async () => {
      await call(SampleCallbackResult, post('callback-samples', { url: hook }));
      return service.outbound.callbacks.at(-1)?.secrets;
    };
    service.clock.advance(2 * hour - 1);
    expect(await sign()).toEqual([fresh?.secret, old?.secret]);
    service.clock.advance(1);
    expect(await sign()).toEqual([fresh?.secret]);
    expect((await call(CallbackSecrets, { path: 'callback-secrets' })).secrets).toHaveLength(1);
  });
});

describe('a sample callback', () => {
  it("has a real callback's keys, returns the receiver's response and is not recorded", async () => {
    service.outbound.respondWith({ type: 'responded', status: 500, retryAfter: null, response: 'no route', durationMilliseconds: 7 });
    const result = await call(SampleCallbackResult, post('callback-samples', { url: hook }));
    expect(result).toMatchObject({ delivered: false, status: 500, response: 'no route', error: 'the receiver answered 500' });
    expect(service.outbound.callbacks.at(-1)).toMatchObject({ url: hook, body: result.body, webhookId: result.webhookId });
    expect(Object.keys(JSON.parse(result.body))).toEqual([
      'CandidateEmailId',
      'AttemptedOn',
      'TotalScore',
      'CandidateScore',
      'ReportPDFUrl',
      'TestInvitationId',
    ]);
    expect(await list()).toEqual([]);
  });

  it('to a forbidden address is a successful call with an undelivered result', async () => {
    service.outbound.respondWith({ type: 'refused', error: '10.0.0.1 is not public', durationMilliseconds: 0 });
    const result = await call(SampleCallbackResult, post('callback-samples', { url: 'http://intranet.example/' }));
    expect(result).toMatchObject({ delivered: false, status: null, response: null, error: '10.0.0.1 is not public' });
  });

  it.each([undefined, 'nonsense', 'ftp://ats.example', 'javascript:alert(1)'])('to %s is 400.1', async (url) => {
    expect(await refused('400.1', post('callback-samples', { url }))).toContain('url: ');
  });
});

describe('inviting', () => {
  const invite = (body: object) => call(InviteResult, post(`tests/${account.testId}/invitations`, body));

  it('registers and mails the take URL', async () => {
    const person = somebody();
    const { invitation, email } = await invite(person);
    expect(invitation).toMatchObject({ ...person, status: 'Pending', testLinkId: null });
    expect(email).toMatchObject({ kind: 'invitation-email', destination: person.emailId, testInvitationId: invitation.testInvitationId });
    await service.deliver();
    expect(service.outbound.emails.at(-1)).toMatchObject({
      kind: 'invitation-email',
      to: person.emailId,
      takeTestURL: invitation.takeTestURL,
      messageId: email?.messageId,
    });
  });

  it('only registers if no mail is wanted', async () => {
    const { invitation, email } = await invite({ ...somebody(), sendEmail: false });
    expect([invitation.status, email]).toEqual(['Pending', null]);
    expect(await list()).toEqual([]);
  });

  it('by a test link belongs to that link; a link of another test is 404.1', async () => {
    const link = await service.createLink(account.key, account.testId);
    expect((await invite({ ...somebody(), testLinkId: Number(link.id) })).invitation.testLinkId).toBe(Number(link.id));
    const otherTest = await service.importTest(account.key);
    await refused('404.1', post(`tests/${otherTest}/invitations`, { ...somebody(), testLinkId: Number(link.id) }));
  });

  it('to an inactive test is 409.1 and sends no mail', async () => {
    const testId = await service.importTest(account.key, { status: 'Inactive' });
    expect(await refused('409.1', post(`tests/${testId}/invitations`, somebody()))).toContain('not active');
    expect(await list()).toEqual([]);
  });

  it('again sends another mail only if the first one has been sent', async () => {
    const { invitation, email } = await invite(somebody());
    const path = `invitations/${invitation.testInvitationId}/email`;
    expect((await call(ManagedDelivery, post(path))).deliveryId).toBe(email?.deliveryId);
    await service.deliver();
    expect((await call(ManagedDelivery, post(path))).deliveryId).not.toBe(email?.deliveryId);
  });

  it('again is 409.1 for a completed or cancelled invitation', async () => {
    const { id } = await complete();
    expect(await refused('409.1', post(`invitations/${id}/email`))).toContain('completed');
    const other = await service.register(account.key, account.testId);
    resultOf(await service.send({ method: 'GET', url: `/v2/org/testinvitation/${other.id}/cancel`, key: account.key }));
    expect(await refused('409.1', post(`invitations/${other.id}/email`))).toContain('cancelled');
  });

  it('is 404.1 for an invitation or a test of another account', async () => {
    const { id } = await service.register(account.key, account.testId);
    const { key } = await service.mint();
    await refused('404.1', { ...post(`invitations/${id}/email`), key });
    await refused('404.1', { ...post(`tests/${account.testId}/invitations`, somebody()), key });
  });
});
