import { formatInstant } from '@assay/domain';
import { StoreUnavailable } from '@assay/store';
import { day, hour, minute, second, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { defaultTimings } from '../support/timings.ts';
import { deliveryEntries, mintDue, receiptsForAll, theDelivery } from '../testing/deliveries.ts';
import { answered, notAnswered } from '../testing/outbound.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { redeliverDelivery } from './redeliver.ts';

const pauses = [5 * second, 30 * second, 2 * minute, 15 * minute, hour, 6 * hour, day];

describe('retries and their ledger', () => {
  const service = useService();

  it.each([
    ['500', answered(500), 'the receiver answered 500'],
    ['400', answered(400), 'the receiver answered 400'],
    ['401', answered(401), 'the receiver answered 401'],
    ['404', answered(404), 'the receiver answered 404'],
    ['405', answered(405), 'the receiver answered 405'],
    ['a redirect, which is not followed', answered(302), 'the receiver answered 302'],
    ['304', answered(304), 'the receiver answered 304'],
    ['408', answered(408), 'the receiver answered 408'],
    ['429', answered(429), 'the receiver answered 429'],
    ['no connection', notAnswered('unreachable', 'connect ECONNREFUSED'), 'connect ECONNREFUSED'],
  ])('after %s: 5 s, 30 s, 2 min, 15 min, 1 h, 6 h and 24 h, then the delivery has failed', async (_, answer, error) => {
    const { ctx, id, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answer);
    for (const [index, pause] of pauses.entries()) {
      await service.deliver();
      expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(index + 1);
      expect(await theDelivery(ctx)).toMatchObject({
        state: 'pending',
        attemptsMade: index + 1,
        lastError: error,
        nextAttemptAt: formatInstant(service.clock.now + pause),
        settledAt: null,
      });
      service.clock.advance(pause - 1);
      await service.deliver();
      expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(index + 1);
      service.clock.advance(1);
    }
    expect(await deliveryEntries(ctx, id)).toEqual([]);
    await service.deliver();
    const failed = await theDelivery(ctx);
    expect(failed).toMatchObject({ state: 'failed', attemptsMade: 8, lastError: error, nextAttemptAt: null });
    expect(failed.attempts.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => 'retry'));
    expect(new Set(service.outbound.callbacksTo(receiver.host).map(({ webhookId }) => webhookId)).size).toBe(1);
    service.clock.advance(10 * day);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(8);
  });

  it.each([
    ['longer than the pause: is waited for', minute, minute],
    ['shorter than the pause: the pause holds', second, 5 * second],
    ['longer than a day: a day', 3 * day, day],
  ])('Retry-After %s', async (_, retryAfter, waits) => {
    const { ctx, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answered(429, { retryAfter }));
    await service.deliver();
    expect(await theDelivery(ctx)).toMatchObject({ nextAttemptAt: formatInstant(service.clock.now + waits) });
  });

  it.each([
    ['410', answered(410), 'the receiver answered 410'],
    ['an address that may not be reached', notAnswered('refused', '10.0.0.1 is not a public address'), '10.0.0.1 is not a public address'],
  ])('%s ends it at the first attempt', async (_, answer, error) => {
    const { ctx, id, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answer);
    await service.deliver();
    const { deliveryId, state, lastError, attempts } = await theDelivery(ctx);
    expect([state, lastError, attempts.length, attempts[0]?.outcome]).toEqual(['failed', error, 1, 'final']);
    expect(await deliveryEntries(ctx, id)).toEqual([
      { type: 'delivery.failed', at: formatInstant(service.clock.now), data: { deliveryId, kind: 'callback', error } },
    ]);
    service.clock.advance(day);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1);
  });

  it('a mail that our own storage refuses is no attempt: nothing is counted, and it is sent when its lease ends', async () => {
    const { ctx, testId } = await service.mint();
    await receiptsForAll(ctx);
    const person = somebody();
    const { candidate } = await service.register(ctx, testId, person);
    await service.complete(candidate);
    const refused = new StoreUnavailable('the disk of the mails refuses writes');
    service.outbound.accept(person.emailId, () => Promise.reject(refused));
    for (let tries = 1; tries <= pauses.length + 1; tries += 1) {
      await expect(service.deliver()).rejects.toBe(refused);
      expect(await theDelivery(ctx)).toMatchObject({ state: 'pending', attemptsMade: 0, attempts: [] });
      expect(service.outbound.emailsTo(person.emailId)).toHaveLength(tries);
      service.clock.advance(defaultTimings.mailLeaseMs);
    }
    service.outbound.forget();
    await service.deliver();
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', attemptsMade: 1 });
  });

  it.each([200, 201, 204, 299])('%i is a success', async (status) => {
    const { ctx, id, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answered(status));
    await service.deliver();
    const { deliveryId, state, lastError } = await theDelivery(ctx);
    expect([state, lastError]).toEqual(['delivered', null]);
    expect(await deliveryEntries(ctx, id)).toEqual([
      { type: 'delivery.delivered', at: formatInstant(service.clock.now), data: { deliveryId, kind: 'callback' } },
    ]);
  });

  it('every attempt is in the ledger: when, where, status, duration, the answer, the error', async () => {
    const { ctx, receiver } = await mintDue(service);
    const answers = [answered(503, { response: 'busy' }), notAnswered('unreachable', 'socket hang up'), answered(200, { response: 'ok' })];
    service.outbound.receive(receiver.host, async () => answers[service.outbound.callbacksTo(receiver.host).length - 1] ?? answered(500));
    const at = [service.clock.now, service.clock.now + 5 * second, service.clock.now + 35 * second].map(formatInstant);
    await service.deliver();
    service.clock.advance(5 * second);
    await service.deliver();
    service.clock.advance(30 * second);
    await service.deliver();
    const destination = receiver.url;
    const delivery = await theDelivery(ctx);
    expect(delivery).toMatchObject({ state: 'delivered', attemptsMade: 3, lastError: null });
    expect(delivery.attempts).toEqual([
      {
        number: 1,
        at: at[0],
        outcome: 'retry',
        destination,
        status: 503,
        durationMilliseconds: 12,
        response: 'busy',
        error: 'the receiver answered 503',
      },
      {
        number: 2,
        at: at[1],
        outcome: 'retry',
        destination,
        status: null,
        durationMilliseconds: 3,
        response: null,
        error: 'socket hang up',
      },
      { number: 3, at: at[2], outcome: 'delivered', destination, status: 200, durationMilliseconds: 12, response: 'ok', error: null },
    ]);
  });

  it('a redelivery starts the schedule again and goes on in the same ledger', async () => {
    const { ctx, id, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answered(410));
    await service.deliver();
    service.clock.advance(day);
    const { deliveryId } = await theDelivery(ctx);
    await value(redeliverDelivery({ ctx, input: { deliveryId: String(deliveryId) } }));
    service.outbound.receive(receiver.host, async () => answered(500));
    await service.deliver();
    expect(await theDelivery(ctx)).toMatchObject({ state: 'pending', nextAttemptAt: formatInstant(service.clock.now + 5 * second) });
    service.clock.advance(5 * second);
    service.outbound.receive(receiver.host, async () => answered(200));
    await service.deliver();
    const { state, attempts } = await theDelivery(ctx);
    expect(state).toBe('delivered');
    expect(attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 410],
      [2, 500],
      [3, 200],
    ]);
    expect((await deliveryEntries(ctx, id)).map(({ type }) => type)).toEqual(['delivery.failed', 'delivery.delivered']);
  });
});
