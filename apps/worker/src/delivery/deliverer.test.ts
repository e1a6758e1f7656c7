import { formatInstant } from '@assay/domain';
import { type Assay, api, countWaitingDeliveries } from '@assay/operations';
import { answered, copyDue, deliveriesOf, deliveryEntries, hang, mintDue, theDelivery, useService, value } from '@assay/operations/testing';
import { testDialects } from '@assay/store/testing';
import { deferred, eventually, minute, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { deliverAll, startDeliverer } from './testing/deliverers.ts';

const lease = 20_000;

describe.each(testDialects)('deliverer on %s', (engine) => {
  const service = useService(engine);
  const arrived = (host: string, count: number) => eventually(() => expect(service.outbound.callbacksTo(host)).toHaveLength(count));

  /** A callback that is due, whose receiver answers only once the gate is open. */
  const mintSlow = async (answer = answered(200)) => {
    const minted = await mintDue(service);
    const gate = deferred();
    service.outbound.receive(minted.receiver.host, async () => {
      await gate.promise;
      return answer;
    });
    return { ...minted, gate };
  };

  it('several at once send each delivery once', async () => {
    const due = await Promise.all(Array.from({ length: 12 }, () => mintDue(service)));
    const sent = await Promise.all([deliverAll(service.assay), deliverAll(service.assay), deliverAll(service.assay)]);
    expect(sent.flat()).toHaveLength(12);
    for (const { ctx, receiver } of due) {
      expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1);
      expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', attemptsMade: 1 });
    }
  });

  it('no other deliverer sends a delivery while its lease holds', async () => {
    const { ctx, receiver, gate } = await mintSlow();
    const { deliverer } = startDeliverer(service.assay);
    expect(await deliverer.run()).toBe(1);
    await arrived(receiver.host, 1);
    service.clock.advance(lease - 1);
    expect(await startDeliverer(service.assay).deliverer.run()).toBe(0);
    gate.resolve();
    await deliverer.drain(minute);
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', attemptsMade: 1 });
  });

  it('the lease of a killed deliverer ends: another one sends the delivery again, with the same webhook-id', async () => {
    const { ctx, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, () => new Promise(() => undefined));
    await startDeliverer(service.assay).deliverer.run();
    await arrived(receiver.host, 1);
    service.clock.advance(lease);
    service.outbound.receive(receiver.host, async () => answered(200));
    await deliverAll(service.assay);
    const [first, second] = service.outbound.callbacksTo(receiver.host);
    expect(second?.webhookId).toBe(first?.webhookId);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', attemptsMade: 1 });
  });

  it('an attempt after its lease was lost changes no state, but is in the ledger', async () => {
    const { ctx, id, receiver, gate } = await mintSlow(answered(410, { response: 'gone' }));
    const late = startDeliverer(service.assay);
    await late.deliverer.run();
    await arrived(receiver.host, 1);
    service.clock.advance(lease);
    service.outbound.receive(receiver.host, async () => answered(200, { response: 'ok' }));
    await deliverAll(service.assay);
    const delivered = await theDelivery(ctx);
    service.clock.advance(second);
    gate.resolve();
    await late.deliverer.drain(minute);
    expect(late.faults).toEqual([]);
    const after = await theDelivery(ctx);
    expect(after).toEqual({ ...delivered, attemptsMade: 2, attempts: after.attempts });
    expect(after.attempts).toMatchObject([
      { number: 1, status: 200, outcome: 'delivered' },
      { number: 2, status: 410, outcome: 'final', response: 'gone', at: formatInstant(service.clock.now) },
    ]);
    expect((await deliveryEntries(ctx, id)).map(({ type }) => type)).toEqual(['delivery.delivered']);
  });

  it('an attempt whose lease another deliverer has taken does not decide for that one, which is still sending', async () => {
    const { ctx, receiver, gate } = await mintSlow(answered(410));
    const late = startDeliverer(service.assay);
    await late.deliverer.run();
    await arrived(receiver.host, 1);
    service.clock.advance(lease);
    const held = deferred();
    service.outbound.receive(receiver.host, async () => {
      await held.promise;
      return answered(200);
    });
    const { deliverer } = startDeliverer(service.assay);
    await deliverer.run();
    await arrived(receiver.host, 2);
    gate.resolve();
    await late.deliverer.drain(minute);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'pending', attempts: [{ number: 1, status: 410 }] });
    held.resolve();
    await deliverer.drain(minute);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', lastError: null, attemptsMade: 2 });
  });

  it('an attempt that took longer than its lease still counts when no other deliverer has claimed the delivery', async () => {
    const { ctx, receiver, gate } = await mintSlow();
    const { deliverer } = startDeliverer(service.assay);
    await deliverer.run();
    await arrived(receiver.host, 1);
    service.clock.advance(minute);
    gate.resolve();
    await deliverer.drain(minute);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', attemptsMade: 1 });
  });

  it('pending deliveries are counted by kind', async () => {
    const countOf = async () =>
      (await countWaitingDeliveries({ assay: service.assay })).find(({ kind }) => kind === 'callback')?.count ?? 0;
    const before = await countOf();
    const due = await mintDue(service);
    const retried = await mintDue(service);
    service.outbound.receive(retried.receiver.host, async () => answered(500));
    service.outbound.receive(due.receiver.host, async () => answered(410));
    expect(await countOf()).toBe(before + 2);
    await deliverAll(service.assay);
    expect(await countOf()).toBe(before + 1);
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('reports each attempt to the log and the metrics', async () => {
    const { ctx } = await mintDue(service);
    const { deliveryId } = await theDelivery(ctx);
    expect(await deliverAll(service.assay)).toEqual([
      { accountId: ctx.accountId, deliveryId, kind: 'callback', outcome: 'delivered', durationMilliseconds: 12, error: null },
    ]);
  });

  it('drain waits for deliveries under way; the deliverer continues afterwards', async () => {
    const { ctx, receiver, gate } = await mintSlow();
    const { deliverer } = startDeliverer(service.assay);
    await deliverer.run();
    await arrived(receiver.host, 1);
    const drained = deliverer.drain(minute);
    gate.resolve();
    await drained;
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered' });
    const other = await mintDue(service);
    expect(await deliverer.run()).toBe(1);
    await deliverer.drain(minute);
    expect(await theDelivery(other.ctx)).toMatchObject({ state: 'delivered' });
  });

  it('drain aborts a delivery that takes too long and releases its lease: no attempt is counted, the delivery is due at once', async () => {
    const { ctx, id, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, hang);
    const { deliverer, sent, faults } = startDeliverer(service.assay);
    await deliverer.run();
    await arrived(receiver.host, 1);
    service.clock.advance(second);
    await deliverer.drain(1);
    expect(await theDelivery(ctx)).toMatchObject({
      state: 'pending',
      attemptsMade: 0,
      attempts: [],
      nextAttemptAt: formatInstant(service.clock.now),
    });
    expect([sent, faults]).toEqual([[], []]);
    expect(await deliveryEntries(ctx, id)).toEqual([]);
    expect(await deliverer.run()).toBe(0);
    service.outbound.receive(receiver.host, async () => answered(200));
    await deliverAll(service.assay);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', attemptsMade: 1 });
  });

  it('releasing a lease keeps the failures counted so far', async () => {
    const { ctx, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answered(500));
    await deliverAll(service.assay);
    service.clock.advance(5 * second);
    service.outbound.receive(receiver.host, hang);
    const { deliverer } = startDeliverer(service.assay);
    await deliverer.run();
    await arrived(receiver.host, 2);
    await deliverer.drain(1);
    service.outbound.receive(receiver.host, async () => answered(500));
    await deliverAll(service.assay);
    expect(await theDelivery(ctx)).toMatchObject({ attemptsMade: 2, nextAttemptAt: formatInstant(service.clock.now + 30 * second) });
  });

  it('a database that fails while an attempt is recorded is a fault; the delivery is sent again after its lease', async () => {
    const { ctx, receiver } = await mintDue(service);
    await value(api.listCallbackSecrets({ ctx }));
    const broken = new Error('disk I/O error');
    let works = true;
    service.outbound.receive(receiver.host, async () => {
      works = false;
      return answered(200);
    });
    const { store } = service.assay;
    const failing: Assay = { ...service.assay, store: { ...store, write: (work) => (works ? store.write(work) : Promise.reject(broken)) } };
    const { deliverer, sent, faults } = startDeliverer(failing);
    await deliverer.run();
    await deliverer.drain(minute);
    const { deliveryId, state, attempts } = await theDelivery(ctx);
    expect([state, attempts]).toEqual(['pending', []]);
    expect([sent, faults]).toEqual([[], [{ deliveryId, error: broken }]]);
    service.outbound.receive(receiver.host, async () => answered(200));
    service.clock.advance(lease - 1);
    await deliverAll(service.assay);
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1);
    service.clock.advance(1);
    await deliverAll(service.assay);
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(2);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', attemptsMade: 1 });
  });

  it('a database that fails while a delivery is composed is a fault that sends nothing; other deliveries are sent', async () => {
    const bad = await mintDue(service);
    const good = await mintDue(service);
    const broken = new Error('disk I/O error');
    const { store } = service.assay;
    const failing: Assay = {
      ...service.assay,
      store: {
        ...store,
        read: (work) =>
          store.read(async (db) =>
            work({
              ...db,
              execute: async (text, values) => {
                if (values.includes(bad.ctx.accountId)) throw broken;
                return db.execute(text, values);
              },
            }),
          ),
      },
    };
    const { deliverer, faults } = startDeliverer(failing);
    while ((await deliverer.run()) > 0) await deliverer.drain(minute);
    expect(faults).toEqual([{ deliveryId: (await theDelivery(bad.ctx)).deliveryId, error: broken }]);
    expect(service.outbound.callbacksTo(bad.receiver.host)).toEqual([]);
    expect(await theDelivery(good.ctx)).toMatchObject({ state: 'delivered' });
    service.clock.advance(lease);
    await deliverAll(service.assay);
    expect(await theDelivery(bad.ctx)).toMatchObject({ state: 'delivered' });
  });

  it('a delivery that cannot be composed from what is stored is an attempt that failed: in the ledger, and tried again later', async () => {
    const { ctx, receiver } = await mintDue(service);
    await value(api.listCallbackSecrets({ ctx }));
    const reseal = (sealed: string) =>
      service.assay.store.write(async (tx) => {
        await tx.kysely.updateTable('callback_secrets').set({ sealed }).where('account_id', '=', ctx.accountId).execute();
      });
    const { sealed } = await service.assay.store.read((db) =>
      db.kysely.selectFrom('callback_secrets').select('sealed').where('account_id', '=', ctx.accountId).executeTakeFirstOrThrow(),
    );
    await reseal('sealed with another secret');
    const { deliverer } = startDeliverer(service.assay);
    await deliverer.run();
    await deliverer.drain(minute);
    const failed = await theDelivery(ctx);
    await reseal(sealed);
    service.clock.advance(lease);
    await deliverAll(service.assay);
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1);
    expect(failed).toMatchObject({ state: 'pending', attemptsMade: 1, attempts: [{ status: null, error: expect.any(String) }] });
  });

  it('wakes the loop when a delivery has ended: its lane has room again', async () => {
    const due = await mintDue(service);
    await copyDue(service, due, 2, () => due.receiver.url);
    const { deliverer } = startDeliverer(service.assay);
    expect(await deliverer.run()).toBe(1);
    const woken = service.woken.filter((loop) => loop === 'deliveries').length;
    await deliverer.drain(minute);
    expect(service.woken.filter((loop) => loop === 'deliveries').length).toBeGreaterThan(woken);
    await deliverAll(service.assay);
    expect(service.outbound.callbacksTo(due.receiver.host)).toHaveLength(3);
  });

  it('has room for the next one when an attempt has ended, before the database has it', async () => {
    const due = await mintDue(service);
    await copyDue(service, due, 1, () => due.receiver.url);
    const { store } = service.assay;
    const recording = deferred();
    const reached = deferred();
    let sent = false;
    service.outbound.receive(due.receiver.host, async () => {
      sent = true;
      return answered(200);
    });
    const write: typeof store.write = async (work) => {
      if (!sent) return store.write(work);
      sent = false;
      reached.resolve();
      await recording.promise;
      return store.write(work);
    };
    const { deliverer } = startDeliverer({ ...service.assay, store: { ...store, write } });
    expect(await deliverer.run()).toBe(1);
    await reached.promise;
    expect(await deliverer.run()).toBe(1);
    recording.resolve();
    await deliverer.drain(minute);
    const recorded = await deliveriesOf(due.ctx, { state: 'delivered' });
    expect(recorded.map(({ attemptsMade }) => attemptsMade)).toEqual([1, 1]);
  });

  it('wakes the loop once for all that end together', async () => {
    const due = await mintSlow();
    const urls = Array.from({ length: 20 }, (_, copy) => `https://copy-${copy}.${due.receiver.host}/`);
    await copyDue(service, due, urls.length, (copy) => urls[copy] ?? '');
    const { deliverer } = startDeliverer(service.assay);
    expect(await deliverer.run()).toBe(1 + urls.length);
    await eventually(() =>
      expect(service.outbound.callbacks.filter(({ url }) => url.includes(due.receiver.host))).toHaveLength(1 + urls.length),
    );
    const wakes = () => service.woken.filter((loop) => loop === 'deliveries').length;
    const before = wakes();
    due.gate.resolve();
    await deliverer.drain(minute);
    expect(wakes()).toBe(before + 1);
  });
});
