import { formatInstant } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { deferred, eventually, hour, second, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { sendInvitationEmail } from '../invitation/send-invitation-email.ts';
import type { Context } from '../support/context.ts';
import { claimDue, sendClaimed } from '../testing/deliver-due.ts';
import { copyDue, deliveriesOf, mintDue, mintWithCallback, receiptsForAll, theDelivery } from '../testing/deliveries.ts';
import { answered } from '../testing/outbound.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { redeliverDelivery, redeliverFailed } from './redeliver.ts';

describe.each(testDialects)('redelivery on %s', (engine) => {
  const service = useService(engine);
  const redeliver = (ctx: Context, deliveryId: number) => redeliverDelivery({ ctx, input: { deliveryId: String(deliveryId) } });
  const mintFailed = async () => {
    const due = await mintDue(service);
    service.outbound.receive(due.receiver.host, async () => answered(410));
    await service.deliver();
    service.outbound.receive(due.receiver.host, async () => answered(200));
    return { ...due, deliveryId: (await theDelivery(due.ctx)).deliveryId };
  };
  const wakes = () => service.woken.filter((loop) => loop === 'deliveries').length;

  /** An invitation whose `count` mails have all been delivered. */
  const mintMailed = async (count: number) => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const { id } = await service.register(ctx, testId, person);
    for (let mail = 0; mail < count; mail += 1) {
      await value(sendInvitationEmail({ ctx, input: { testInvitationId: id } }));
      await service.deliver();
    }
    return { ctx, id, person, ids: (await deliveriesOf(ctx)).map(({ deliveryId }) => deliveryId) };
  };

  it('one that is being made is 409.1 until its lease has run out; then its former holder settles nothing', async () => {
    const { ctx, receiver } = await mintDue(service);
    const gate = deferred();
    service.outbound.receive(receiver.host, async () => {
      await gate.promise;
      return answered(410);
    });
    const sending = (await claimDue(service.assay)).map((delivery) => sendClaimed(service.assay, delivery));
    await eventually(() => expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1));
    const { deliveryId } = await theDelivery(ctx);
    expect((await refusalOf(redeliver(ctx, deliveryId))).statuscode).toBe('409.1');
    service.clock.advance(20 * second);
    await value(redeliver(ctx, deliveryId));
    gate.resolve();
    await Promise.all(sending);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'pending', attemptsMade: 1 });
    service.outbound.receive(receiver.host, async () => answered(200));
    await service.deliver();
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', attemptsMade: 2 });
  });

  it('many at once send it once', async () => {
    const { ctx, deliveryId, receiver } = await mintFailed();
    const codes = await Promise.all(Array.from({ length: 6 }, () => statuscodeOf(redeliver(ctx, deliveryId))));
    expect(codes.every((code) => code === '200.1' || code === '409.1')).toBe(true);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(2);
  });

  it('mails of one invitation, redelivered and asked for at once, are one mail: each call succeeds or is 409.1', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ctx, id, ids, person } = await mintMailed(4);
      const codes = await Promise.all([
        ...ids.map((deliveryId) => statuscodeOf(redeliver(ctx, deliveryId))),
        statuscodeOf(sendInvitationEmail({ ctx, input: { testInvitationId: id } })),
      ]);
      expect(codes.filter((code) => code !== '200.1' && code !== '409.1')).toEqual([]);
      await service.deliver();
      expect(service.outbound.emailsTo(person.emailId)).toHaveLength(5);
    }
  });

  describe('of all that failed of a test', () => {
    const redeliverAll = (ctx: Context, testId: string) => redeliverFailed({ ctx, input: { testId } });

    it('gives each a result, and leaves alone what has not failed and other tests', async () => {
      const failed = await mintFailed();
      const { ctx, testId } = failed;
      await receiptsForAll(ctx);
      const fine = await service.register(ctx, testId, { ...somebody(), callbackURL: failed.receiver.url });
      await service.complete(fine.candidate);
      const other = await service.importTest(ctx);
      const elsewhere = await service.register(ctx, other, { ...somebody(), callbackURL: failed.receiver.url });
      await service.complete(elsewhere.candidate);
      await service.generate();
      service.outbound.receive(failed.receiver.host, async () => answered(410));
      await service.deliver();
      const before = await deliveriesOf(ctx, { testId: other });
      const woken = wakes();
      const { results, more } = await value(redeliverAll(ctx, testId));
      expect(wakes()).toBe(woken + 1);
      expect(more).toBe(false);
      const callbacks = await deliveriesOf(ctx, { testId, kind: 'callback' });
      const ids = callbacks.map(({ deliveryId }) => deliveryId);
      expect(results).toEqual(ids.map((deliveryId) => ({ deliveryId, redelivered: true, error: null })));
      expect(callbacks.map(({ state }) => state)).toEqual(['pending', 'pending']);
      const receipts = await deliveriesOf(ctx, { testId, kind: 'receipt-email' });
      expect(receipts.map(({ state }) => state)).toEqual(['delivered']);
      expect(await deliveriesOf(ctx, { testId: other })).toEqual(before);
      service.outbound.receive(failed.receiver.host, async () => answered(200));
      await service.deliver();
      expect(await value(redeliverAll(ctx, testId))).toEqual({ results: [], more: false });
    });

    it('says why one is not sent again: of several failed mails of one invitation the newest goes', async () => {
      const { ctx, testId } = await service.mint();
      const person = somebody();
      const { id } = await service.register(ctx, testId, person);
      service.outbound.accept(person.emailId, async () => ({ type: 'failed', error: '550 no such user', permanent: true }));
      for (let mail = 0; mail < 2; mail += 1) {
        await value(sendInvitationEmail({ ctx, input: { testInvitationId: id } }));
        await service.deliver();
      }
      const [newer, older] = await deliveriesOf(ctx);
      expect((await value(redeliverAll(ctx, testId))).results).toEqual([
        { deliveryId: newer?.deliveryId, redelivered: true, error: null },
        { deliveryId: older?.deliveryId, redelivered: false, error: expect.stringContaining(String(newer?.deliveryId)) },
      ]);
      service.outbound.forget();
      await service.deliver();
    });

    it('takes 500 in one call and says that there are more', async () => {
      const { ctx, testId, id, receiver } = await mintFailed();
      const now = service.clock.now;
      await copyDue(service, { ctx, id }, 500, () => receiver.url);
      expect(await value(redeliverAll(ctx, testId))).toMatchObject({ more: true, results: { length: 500 } });
      const last = await value(redeliverAll(ctx, testId));
      expect([last.results.length, last.more]).toEqual([1, false]);
      expect(await deliveriesOf(ctx, { state: 'failed' })).toEqual([]);
      expect(service.clock.now).toBe(now);
    });
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('a failed delivery is due at once, keeps its id, and wakes the loop', async () => {
    const { ctx, deliveryId, receiver } = await mintFailed();
    const { attempts, body, ...before } = await theDelivery(ctx);
    service.clock.advance(hour);
    const woken = wakes();
    expect(await value(redeliver(ctx, deliveryId))).toEqual({
      ...before,
      state: 'pending',
      nextAttemptAt: formatInstant(service.clock.now),
      settledAt: null,
    });
    expect(wakes()).toBe(woken + 1);
    expect(attempts).toHaveLength(1);
    await service.deliver();
    const sent = service.outbound.callbacksTo(receiver.host);
    expect(sent.map(({ webhookId }) => webhookId)).toEqual([before.messageId, before.messageId]);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', attemptsMade: 2, lastError: null });
  });

  it('a delivered one is sent once more', async () => {
    const { ctx, receiver } = await mintDue(service);
    await service.deliver();
    await value(redeliver(ctx, (await theDelivery(ctx)).deliveryId));
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(2);
  });

  it('one that waits for a retry is made at once, with its whole schedule', async () => {
    const { ctx, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answered(500));
    await service.deliver();
    service.clock.advance(5 * second);
    await service.deliver();
    await value(redeliver(ctx, (await theDelivery(ctx)).deliveryId));
    await service.deliver();
    expect(await theDelivery(ctx)).toMatchObject({ attemptsMade: 3, nextAttemptAt: formatInstant(service.clock.now + 5 * second) });
  });

  it('one whose report is not generated yet is 409.1', async () => {
    const { ctx, candidate } = await mintWithCallback(service);
    await service.complete(candidate);
    const refusal = await refusalOf(redeliver(ctx, (await theDelivery(ctx)).deliveryId));
    expect(refusal).toMatchObject({ statuscode: '409.1', message: expect.stringContaining('report') });
    expect(await theDelivery(ctx)).toMatchObject({ state: 'waiting' });
    await service.generate();
  });

  it('an Idempotency-Key redelivers once', async () => {
    const { ctx, deliveryId, receiver } = await mintFailed();
    const keyed = { ...ctx, idempotencyKey: 'again' };
    const first = await value(redeliver(keyed, deliveryId));
    await service.deliver();
    expect(await value(redeliver(keyed, deliveryId))).toEqual(first);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(2);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered' });
  });

  it('an invitation mail while a newer one waits to go is 409.1, naming that one', async () => {
    const { ctx, id, ids, person } = await mintMailed(1);
    const newer = await value(sendInvitationEmail({ ctx, input: { testInvitationId: id } }));
    const refusal = await refusalOf(redeliver(ctx, ids[0] ?? 0));
    expect(refusal).toMatchObject({ statuscode: '409.1', message: expect.stringContaining(String(newer.deliveryId)) });
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId)).toHaveLength(2);
    await value(redeliver(ctx, ids[0] ?? 0));
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId)).toHaveLength(3);
  });
});
