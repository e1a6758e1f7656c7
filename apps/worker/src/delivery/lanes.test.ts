import { api, type Context, mailLane } from '@assay/operations';
import {
  answered,
  copyDue,
  deliveriesOf,
  hang,
  mintDue,
  mintWithCallback,
  newReceiver,
  notAnswered,
  theDelivery,
  useService,
  value,
} from '@assay/operations/testing';
import { testDialects } from '@assay/store/testing';
import { deferred, eventually, minute, second, somebody } from '@assay/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { Lanes } from './lanes.ts';
import { deliverAll, startDeliverer } from './testing/deliverers.ts';

/** How many callbacks a host that has taken one gets at once. */
const proven = 8;

describe.each(testDialects)('lanes on %s', (engine) => {
  const service = useService(engine);
  // What one test left behind must not be counted in the next.
  afterEach(async () => {
    service.outbound.forget();
    service.clock.advance(5 * minute);
    await deliverAll(service.assay);
  });
  const sentTo = (host: string) => service.outbound.callbacksTo(host).length;
  const arrived = (host: string, count: number) => eventually(() => expect(sentTo(host)).toBe(count));

  /** Claims until nothing more fits; nothing that was started has to end for this. */
  const launch = async ({ deliverer }: ReturnType<typeof startDeliverer>): Promise<number> => {
    let launched = 0;
    for (let claimed = await deliverer.run(); claimed > 0; claimed = await deliverer.run()) launched += claimed;
    return launched;
  };

  /** `count` callbacks that are due at one host, which answers only once the gate is open. */
  const mintSlowHost = async (count: number) => {
    const due = await mintDue(service);
    await copyDue(service, due, count - 1, () => due.receiver.url);
    const gate = deferred();
    service.outbound.receive(due.receiver.host, async () => {
      await gate.promise;
      return answered(200);
    });
    return { ...due, gate };
  };

  const mintMails = async (count: number) => {
    const { ctx, testId } = await service.mint();
    const people = Array.from({ length: count }, somebody);
    for (const person of people) {
      const { id } = await service.register(ctx, testId, person);
      await value(api.sendInvitationEmail({ ctx, input: { testInvitationId: id } }));
    }
    return { ctx, people };
  };
  const states = async (ctx: Context) => (await deliveriesOf(ctx)).map(({ state }) => state);

  it('a host with more due than one claim takes does not delay another one that came later', async () => {
    const slow = await mintSlowHost(300);
    service.clock.advance(second);
    const live = await mintDue(service);
    const loop = startDeliverer(service.assay);
    expect(await launch(loop)).toBe(2);
    await arrived(live.receiver.host, 1);
    await arrived(slow.receiver.host, 1);
    slow.gate.resolve();
    await loop.deliverer.drain(minute);
    await deliverAll(service.assay);
    expect(sentTo(slow.receiver.host)).toBe(300);
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('an unproven host gets one callback at a time; once it has accepted one, eight', async () => {
    const { ctx, receiver, gate } = await mintSlowHost(40);
    const loop = startDeliverer(service.assay);
    expect(await launch(loop)).toBe(1);
    await arrived(receiver.host, 1);
    gate.resolve();
    await loop.deliverer.drain(minute);
    const held = deferred();
    service.outbound.receive(receiver.host, async () => {
      await held.promise;
      return answered(200);
    });
    expect(await launch(loop)).toBe(proven);
    await arrived(receiver.host, 1 + proven);
    held.resolve();
    await loop.deliverer.drain(minute);
    while ((await loop.deliverer.run()) > 0) await loop.deliverer.drain(minute);
    expect(sentTo(receiver.host)).toBe(40);
    expect(await deliveriesOf(ctx, { state: 'pending' })).toEqual([]);
  });

  it.each([
    ['redirects', answered(302)],
    ['does not know the path', answered(404)],
    ['is gone', answered(410)],
    ['fails', answered(500)],
    ['is unreachable', notAnswered('unreachable', 'connect ECONNREFUSED')],
  ])('a proven host that %s is unproven until it accepts again', async (_, refusal) => {
    const { ctx, receiver, gate } = await mintSlowHost(40);
    const loop = startDeliverer(service.assay);
    gate.resolve();
    expect(await loop.deliverer.run()).toBe(1);
    await loop.deliverer.drain(minute);
    service.outbound.receive(receiver.host, async () => refusal);
    expect(await loop.deliverer.run()).toBe(proven);
    await loop.deliverer.drain(minute);
    service.outbound.receive(receiver.host, async () => answered(200));
    expect(await loop.deliverer.run()).toBe(1);
    await loop.deliverer.drain(minute);
    expect(await loop.deliverer.run()).toBe(proven);
    await loop.deliverer.drain(minute);
    expect(await deliveriesOf(ctx, { state: 'failed' })).toHaveLength(refusal.type === 'responded' && refusal.status === 410 ? proven : 0);
  });

  it('hosts are distinguished by their port', async () => {
    const { ctx, testId } = await service.mint();
    const { host } = newReceiver();
    for (const port of [1, 2, 3]) {
      const { candidate } = await service.register(ctx, testId, { ...somebody(), callbackURL: `http://${host}:${port}/` });
      await service.complete(candidate);
    }
    await service.generate();
    const gate = deferred();
    for (const port of [1, 2, 3])
      service.outbound.receive(`${host}:${port}`, async () => {
        await gate.promise;
        return answered(200);
      });
    const loop = startDeliverer(service.assay);
    expect(await launch(loop)).toBe(3);
    gate.resolve();
    await loop.deliverer.drain(minute);
  });

  it('callbacks that were moved to one host before they were sent count for that host', async () => {
    const moved = newReceiver();
    for (let count = 0; count < 5; count += 1) {
      const { ctx, testId, candidate, person } = await mintWithCallback(service);
      await service.complete(candidate);
      await value(api.registerCandidate({ ctx, input: { testId, body: { ...person, callbackURL: moved.url } } }));
    }
    await service.generate();
    const gate = deferred();
    let inFlight = 0;
    let most = 0;
    service.outbound.receive(moved.host, async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await gate.promise;
      inFlight -= 1;
      return answered(500);
    });
    const loop = startDeliverer(service.assay);
    await arrived(moved.host, await launch(loop));
    gate.resolve();
    await loop.deliverer.drain(minute);
    while ((await loop.deliverer.run()) > 0) await loop.deliverer.drain(minute);
    expect([sentTo(moved.host), most]).toEqual([5, 1]);
  });

  it('a mail server gets four mails at a time, 32 once it has taken one, and they delay no callback', async () => {
    const { ctx, people } = await mintMails(40);
    const due = await mintDue(service);
    const gates = [deferred(), deferred()] as const;
    const arrivedMails: string[] = [];
    for (const { emailId } of people)
      service.outbound.accept(emailId, async () => {
        const gate = gates[arrivedMails.push(emailId) <= 4 ? 0 : 1];
        await gate.promise;
        return { type: 'sent', response: '250 queued' };
      });
    const loop = startDeliverer(service.assay);
    expect(await launch(loop)).toBe(5);
    await arrived(due.receiver.host, 1);
    gates[0].resolve();
    await loop.deliverer.drain(minute);
    expect(await launch(loop)).toBe(32);
    gates[1].resolve();
    await loop.deliverer.drain(minute);
    await deliverAll(service.assay);
    expect(await states(ctx)).toEqual(Array.from({ length: 40 }, () => 'delivered'));
  });

  it('a mail server that has refused the last mail gets four at a time again', async () => {
    const { people } = await mintMails(40);
    let isUp = true;
    for (const { emailId } of people)
      service.outbound.accept(emailId, async () =>
        isUp ? { type: 'sent', response: '250 queued' } : { type: 'failed', error: 'connect ECONNREFUSED', permanent: false },
      );
    const loop = startDeliverer(service.assay);
    expect(await loop.deliverer.run()).toBe(4);
    await loop.deliverer.drain(minute);
    isUp = false;
    expect(await loop.deliverer.run()).toBe(32);
    await loop.deliverer.drain(minute);
    expect(await loop.deliverer.run()).toBe(4);
    await loop.deliverer.drain(minute);
    isUp = true;
  });

  it('a receiver whose host is called "mail" does not delay mails', async () => {
    const { ctx, testId } = await service.mint();
    for (let count = 0; count < 4; count += 1) {
      const { candidate } = await service.register(ctx, testId, { ...somebody(), callbackURL: 'http://mail/done' });
      await service.complete(candidate);
    }
    await service.generate();
    const gate = deferred();
    service.outbound.receive('mail', async () => {
      await gate.promise;
      return answered(200);
    });
    service.clock.advance(second);
    const mails = await mintMails(1);
    const loop = startDeliverer(service.assay);
    const launched = await launch(loop);
    gate.resolve();
    await loop.deliverer.drain(minute);
    expect(launched).toBe(2);
    expect(await states(mails.ctx)).toEqual(['delivered']);
  });
});

describe('a slow mail server', () => {
  it('gets four mails at a time, though it takes them: others would wait for a connection until they fail unsent', () => {
    const lanes = new Lanes();
    const took = (milliseconds: number) => lanes.setProven(mailLane, { delivered: true, milliseconds });
    took(300);
    expect(lanes.roomIn(mailLane)).toBe(32);
    took(20_000);
    expect(lanes.roomIn(mailLane)).toBe(4);
  });

  it('is no rule for hosts of callbacks', () => {
    const lanes = new Lanes();
    lanes.setProven('callback slow.test', { delivered: true, milliseconds: 8000 });
    expect(lanes.roomIn('callback slow.test')).toBe(8);
  });
});

describe('a thousand dead hosts', () => {
  const service = useService();

  it('do not delay a live one whose callback comes while they hang; aborted, they release their leases uncounted', async () => {
    const dead = 1000;
    const from = await mintWithCallback(service);
    service.outbound.receive('dead.example', hang);
    service.outbound.receive(from.receiver.host, hang);
    await service.complete(from.candidate);
    await service.generate();
    await copyDue(service, from, dead - 1, (copy) => `https://host-${copy}.dead.example/`);
    const { deliverer, sent, faults } = startDeliverer(service.assay);
    let claimed = 0;
    for (let more = await deliverer.run(); more > 0; more = await deliverer.run()) claimed += more;
    expect(claimed).toBe(dead);
    await eventually(() => expect(service.outbound.callbacks).toHaveLength(dead));

    const live = await mintDue(service);
    expect(await deliverer.run()).toBe(1);
    await eventually(async () => expect(await theDelivery(live.ctx)).toMatchObject({ state: 'delivered' }));
    expect(sent).toMatchObject([{ accountId: live.ctx.accountId, outcome: 'delivered' }]);

    await deliverer.drain(1);
    expect(faults).toEqual([]);
    const givenBack = await service.assay.store.read((db) =>
      db.kysely
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', from.ctx.accountId)
        .where('state', '=', 'pending')
        .where('attempts_made', '=', 0)
        .where('lease_until', '=', 0)
        .where('not_before', '<=', service.clock.now)
        .executeTakeFirstOrThrow(),
    );
    expect(givenBack.count).toBe(dead);
  });

  it('never take all places: a working host continues when there are more dead hosts than places', async () => {
    const dead = 2500;
    const working = await mintWithCallback(service);
    service.outbound.receive('dead.example', hang);
    await service.complete(working.candidate);
    await service.generate();
    const { deliverer } = startDeliverer(service.assay);
    for (let more = await deliverer.run(); more > 0; more = await deliverer.run());
    await eventually(async () => expect(await theDelivery(working.ctx)).toMatchObject({ state: 'delivered' }));

    // The last in line is for the host that works.
    const url = (copy: number) => (copy < dead ? `https://host-${copy}.many.dead.example/` : `https://${working.receiver.host}/`);
    const arrived = () => service.outbound.callbacksTo(working.receiver.host).length;
    expect(arrived()).toBe(1);
    const next = await mintWithCallback(service);
    service.outbound.receive(next.receiver.host, hang);
    await service.complete(next.candidate);
    await service.generate();
    await copyDue(service, next, dead + 1, url);
    for (let more = await deliverer.run(); more > 0; more = await deliverer.run());
    await eventually(() => expect(arrived()).toBe(2));
    await deliverer.drain(1);
  });
});
