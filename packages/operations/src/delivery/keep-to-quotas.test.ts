import { formatInstant, quotaDay } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { day, second, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getAccountQuotas } from '../account/get-quotas.ts';
import { type QuotaChanges, setQuotas } from '../account/set-quotas.ts';
import { inviteCandidate } from '../invitation/invite-candidate.ts';
import { inviteCandidates } from '../invitation/invite-candidates.ts';
import { joinTest } from '../invitation/join-test.ts';
import { listInvitations } from '../invitation/list-invitations.ts';
import { sendInvitationEmail } from '../invitation/send-invitation-email.ts';
import { updateLinkSettings } from '../link/link-settings.ts';
import { getTestLink } from '../link/read-test-links.ts';
import type { Context } from '../support/context.ts';
import { claimDue, sendClaimed } from '../testing/deliver-due.ts';
import { copyDue, deliveriesOf, mintDue, theDelivery } from '../testing/deliveries.ts';
import { answered } from '../testing/outbound.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { redeliverDelivery, redeliverFailed } from './redeliver.ts';
import { sendSampleCallback } from './send-sample-callback.ts';

describe.each(testDialects)('quotas of mails and callbacks on %s', (engine) => {
  const service = useService(engine);

  const set = ({ assay, accountId }: Context, changes: QuotaChanges) => value(setQuotas({ assay, accountId, changes }));
  const usedOf = async (ctx: Context, name: 'mails' | 'callbacks' | 'invitations') =>
    (await value(getAccountQuotas({ ctx }))).quotas.find(({ quota }) => quota === name)?.used;
  const statesOf = async (ctx: Context) => (await deliveriesOf(ctx, { limit: '100' })).map(({ state }) => state);
  const midnight = () => quotaDay(service.clock.now).end;
  const mail = (ctx: Context, testId: string) => inviteCandidate({ ctx, input: { testId, body: { ...somebody(), sendEmail: true } } });
  const sample = (ctx: Context) => sendSampleCallback({ ctx, input: { body: { url: 'https://hook.example/sample' } } });

  const sendAll = async (claimed: Awaited<ReturnType<typeof claimDue>>) => {
    for (const delivery of claimed) await sendClaimed(service.assay, delivery);
  };

  it('used up by one account: a long backlog of it does not hold up another one in the same lane', async () => {
    const flood = await mintDue(service);
    await copyDue(service, flood, 300, () => flood.receiver.url);
    await set(flood.ctx, { callbacks: 1 });
    service.clock.advance(1);
    const other = await mintDue(service);
    await copyDue(service, other, 1, () => flood.receiver.url);
    await sendAll(await claimDue(service.assay));
    await sendAll(await claimDue(service.assay));
    expect(await statesOf(other.ctx)).toEqual(['delivered', 'delivered']);
    expect((await statesOf(flood.ctx)).filter((state) => state === 'pending')).toHaveLength(100);
    expect(await usedOf(flood.ctx, 'callbacks')).toBe(1);
  });

  it('raised, taken away or lowered: what waits is tried at once, and waits again when nothing is left', async () => {
    const due = await mintDue(service);
    await copyDue(service, due, 2, () => due.receiver.url);
    await set(due.ctx, { callbacks: 0 });
    await service.deliver();
    await set(due.ctx, { callbacks: 2 });
    await service.deliver();
    expect(await usedOf(due.ctx, 'callbacks')).toBe(2);
    // Below what is used nothing is taken back.
    await set(due.ctx, { callbacks: 1 });
    await service.deliver();
    expect([await usedOf(due.ctx, 'callbacks'), (await statesOf(due.ctx)).filter((state) => state === 'pending')]).toEqual([
      2,
      ['pending'],
    ]);
    await set(due.ctx, { callbacks: null });
    await service.deliver();
    expect(await usedOf(due.ctx, 'callbacks')).toBe(3);
  });

  it('taken by several workers at once, they are that many and no more', async () => {
    const due = await mintDue(service);
    await copyDue(service, due, 79, (copy) => `https://several-${copy}.example/`);
    await set(due.ctx, { callbacks: 50 });
    await Promise.all(Array.from({ length: 4 }, () => service.deliver()));
    expect(await usedOf(due.ctx, 'callbacks')).toBe(50);
    expect((await statesOf(due.ctx)).filter((state) => state === 'pending')).toHaveLength(30);
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('are off at first, and count each try all the same, also one that fails', async () => {
    const { ctx, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answered(500));
    await service.deliver();
    service.clock.advance(5 * second);
    await service.deliver();
    expect([await usedOf(ctx, 'callbacks'), await usedOf(ctx, 'mails')]).toEqual([2, 0]);
    await value(sample(ctx));
    expect(await usedOf(ctx, 'callbacks')).toBe(3);
  });

  it('used up: what is over them waits for midnight UTC with the reason, is no failed try, and is sent then', async () => {
    const due = await mintDue(service);
    const { ctx, receiver } = due;
    await copyDue(service, due, 2, () => receiver.url);
    await set(ctx, { callbacks: 1 });
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1);
    const waiting = (await deliveriesOf(ctx)).filter(({ state }) => state === 'pending');
    expect(waiting).toHaveLength(2);
    for (const delivery of waiting)
      expect(delivery).toMatchObject({
        attemptsMade: 0,
        nextAttemptAt: formatInstant(midnight()),
        lastError: `Not sent yet: the account has reached its quota of 1 callbacks a day (UTC); it is sent from ${formatInstant(midnight())} on`,
      });
    service.clock.moveTo(midnight() - 1);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1);
    service.clock.advance(1);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(2);
    service.clock.advance(day);
    await service.deliver();
    expect((await deliveriesOf(ctx)).map(({ state, attemptsMade, lastError }) => [state, attemptsMade, lastError])).toEqual(
      Array.from({ length: 3 }, () => ['delivered', 1, null]),
    );
  });

  it('used up for a hundred days: a delivery is not given up, and has all its retries afterwards', async () => {
    const { ctx, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answered(500));
    await service.deliver();
    await set(ctx, { callbacks: 0 });
    for (let days = 0; days < 100; days += 1) {
      service.clock.advance(day);
      await service.deliver();
    }
    expect(await theDelivery(ctx)).toMatchObject({ state: 'pending', attemptsMade: 1 });
    await set(ctx, { callbacks: 'default' });
    await service.deliver();
    expect(await theDelivery(ctx)).toMatchObject({
      attemptsMade: 2,
      lastError: 'the receiver answered 500',
      nextAttemptAt: formatInstant(service.clock.now + 30 * second),
    });
  });

  it('at the end of a day: a try counts on the day that it is made on', async () => {
    const due = await mintDue(service);
    await copyDue(service, due, 1, () => due.receiver.url);
    await set(due.ctx, { callbacks: 1 });
    service.clock.moveTo(midnight() - 1);
    await service.deliver();
    expect(await usedOf(due.ctx, 'callbacks')).toBe(1);
    service.clock.advance(1);
    expect(await usedOf(due.ctx, 'callbacks')).toBe(0);
    await service.deliver();
    expect(await statesOf(due.ctx)).toEqual(['delivered', 'delivered']);
    expect(await usedOf(due.ctx, 'callbacks')).toBe(1);
  });

  it('of mails: a request that asks for one is refused when none is left, before it writes anything', async () => {
    const { ctx, testId } = await service.mint();
    await set(ctx, { mails: 1 });
    const known = await value(mail(ctx, testId));
    await service.deliver();
    const before = await value(listInvitations({ ctx, input: { testId, query: {} } }));
    expect(await refusalOf(mail(ctx, testId))).toMatchObject({
      statuscode: '429.1',
      message: expect.stringContaining('quota of 1 mails a day'),
      retryAfterSeconds: Math.ceil((midnight() - service.clock.now) / 1000),
    });
    const { testInvitationId = 0 } = known.invitation ?? {};
    const resend = () => sendInvitationEmail({ ctx, input: { testInvitationId: String(testInvitationId) } });
    expect(await statuscodeOf(resend())).toBe('429.1');
    expect(await statuscodeOf(redeliverDelivery({ ctx, input: { deliveryId: String(known.email?.deliveryId) } }))).toBe('429.1');
    expect(await value(listInvitations({ ctx, input: { testId, query: {} } }))).toEqual(before);
    expect(await usedOf(ctx, 'invitations')).toBe(1);
    // Without a mail nothing is asked of the quota.
    await value(inviteCandidate({ ctx, input: { testId, body: { ...somebody(), sendEmail: false } } }));
    service.clock.moveTo(midnight());
    await value(resend());
  });

  it('of mails: a list that crosses it says so in the result of each row that is refused, and leaves who needs no mail', async () => {
    const { ctx, testId } = await service.mint();
    const known = somebody();
    await value(inviteCandidate({ ctx, input: { testId, body: { ...known, sendEmail: true } } }));
    await service.deliver();
    await set(ctx, { mails: 1 });
    const rows = [somebody(), { ...known, again: false }, somebody()].map((row) => ({ ...row, sendEmail: true }));
    const invite = (idempotencyKey: string) =>
      value(inviteCandidates({ ctx: { ...ctx, idempotencyKey }, input: { testId, body: { candidates: rows } } }));
    const { results } = await invite('list');
    expect(results.map(({ ok, error }) => [ok, error === null ? null : /quota of 1 mails/.test(error)])).toEqual([
      [false, true],
      [true, null],
      [false, true],
    ]);
    // The refused rows used up no Idempotency-Key.
    await set(ctx, { mails: 3 });
    expect((await invite('list')).results.every(({ ok }) => ok)).toBe(true);
    await service.deliver();
    expect(await usedOf(ctx, 'mails')).toBe(3);
  });

  it('of mails: those that were asked for while some were left wait for the next day too', async () => {
    const { ctx, testId } = await service.mint();
    await set(ctx, { mails: 1 });
    await value(mail(ctx, testId));
    await value(mail(ctx, testId));
    await service.deliver();
    expect((await statesOf(ctx)).toSorted()).toEqual(['delivered', 'pending']);
    service.clock.moveTo(midnight());
    await service.deliver();
    expect(await statesOf(ctx)).toEqual(['delivered', 'delivered']);
  });

  it('of mails: a join page that would mail refuses everybody alike, in words for a visitor', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId);
    await value(updateLinkSettings({ ctx, input: { testLinkId, body: { confirmEmail: 1 } } }));
    const { testLinkAccessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId } }));
    const join = (person: object) =>
      joinTest({ visitor: { assay: ctx.assay, accessKey: String(testLinkAccessKey) }, input: { body: person } });
    const invited = somebody();
    await value(inviteCandidate({ ctx, input: { testId, body: { ...invited, testLinkId: Number(testLinkId), sendEmail: false } } }));
    await set(ctx, { mails: 0 });
    const refusals = [await refusalOf(join(somebody())), await refusalOf(join(invited))];
    for (const refused of refusals) {
      expect(refused).toMatchObject({ statuscode: '429.1', message: expect.stringContaining('try again tomorrow') });
      expect(refused.message).not.toMatch(/quota|operator|account/);
    }
    expect(await deliveriesOf(ctx)).toEqual([]);
    await set(ctx, { mails: 1 });
    await value(join(somebody()));
  });

  it('of mails: a confirmation that waited for days opens for a day from when it is sent', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId);
    await value(updateLinkSettings({ ctx, input: { testLinkId, body: { confirmEmail: 1 } } }));
    const { testLinkAccessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId } }));
    const person = somebody();
    await value(joinTest({ visitor: { assay: ctx.assay, accessKey: String(testLinkAccessKey) }, input: { body: person } }));
    await set(ctx, { mails: 0 });
    for (let days = 0; days < 3; days += 1) {
      await service.deliver();
      service.clock.advance(day);
    }
    await set(ctx, { mails: null });
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId)).toMatchObject([{ kind: 'confirmation-email', expiresAt: service.clock.now + day }]);
  });

  it('of callbacks: a sample and a redelivery that are over it are refused, and failed ones of a test in the result of each', async () => {
    const { ctx, testId, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answered(410));
    await service.deliver();
    await set(ctx, { callbacks: 1 });
    const { deliveryId } = await theDelivery(ctx);
    expect(await statuscodeOf(sample(ctx))).toBe('429.1');
    expect(await statuscodeOf(redeliverDelivery({ ctx, input: { deliveryId: String(deliveryId) } }))).toBe('429.1');
    const { results } = await value(redeliverFailed({ ctx, input: { testId } }));
    expect(results).toEqual([{ deliveryId, redelivered: false, error: expect.stringContaining('quota of 1 callbacks a day') }]);
    expect(await usedOf(ctx, 'callbacks')).toBe(1);
  });
});
