import { deliveries } from '@assay/store';
import { countLockWaits, testDialects } from '@assay/store/testing';
import { deferred, eventually, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getTestLink } from '../link/read-test-links.ts';
import type { Context } from '../support/context.ts';
import { deliveriesOf, kindsOf } from '../testing/deliveries.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { statuses, useService } from '../testing/service.ts';
import { joinTest } from './join-test.ts';
import { sendInvitationEmail } from './send-invitation-email.ts';

const send = (ctx: Context, testInvitationId: string) => sendInvitationEmail({ ctx, input: { testInvitationId } });

describe.each(testDialects)('sending an invitation email on %s', (engine) => {
  const service = useService(engine);
  const wakes = () => service.woken.filter((loop) => loop === 'deliveries').length;

  it.each(statuses)('%s: mails the take URL, unless there is nothing to invite to any more', async (status) => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const { id, url } = await service.bringTo(ctx, await service.register(ctx, testId, person), status);
    const woken = wakes();
    if (status === 'Completed' || status === 'Cancelled') {
      const refusal = await refusalOf(send(ctx, id));
      expect(refusal).toMatchObject({ statuscode: '409.1', message: expect.stringContaining(status.toLowerCase()) });
      expect([await kindsOf(ctx), wakes()]).toEqual([[], woken]);
      return;
    }
    const delivery = await value(send(ctx, id));
    expect(delivery).toMatchObject({ kind: 'invitation-email', state: 'pending', destination: person.emailId, attemptsMade: 0 });
    expect(wakes()).toBe(woken + 1);
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId)).toMatchObject([{ takeTestURL: url, deliveryId: delivery.deliveryId }]);
  });

  it('one that still waits to go is the answer, not a second mail; once it is delivered another call sends another', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const { id } = await service.register(ctx, testId, person);
    const first = await value(send(ctx, id));
    const answers = await Promise.all(Array.from({ length: 8 }, () => value(send(ctx, id))));
    expect(answers).toEqual(Array.from({ length: 8 }, () => first));
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId)).toHaveLength(1);
    expect((await value(send(ctx, id))).deliveryId).not.toBe(first.deliveryId);
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId)).toHaveLength(2);
  });

  it('an Idempotency-Key sends one mail', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const { id } = await service.register(ctx, testId, person);
    const keyed = { ...ctx, idempotencyKey: 'mail-1' };
    const first = await value(send(keyed, id));
    await service.deliver();
    expect(await value(send(keyed, id))).toEqual(first);
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId)).toHaveLength(1);
    const { id: other } = await service.register(ctx, testId);
    expect((await refusalOf(send(keyed, other))).statuscode).toBe('409.1');
  });

  it('asked for again while the mail is being delivered, by the API or by the candidate: every answer names a mail that goes', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId);
    const { testLinkAccessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId } }));
    const people = Array.from({ length: 10 }, somebody);
    const named = await Promise.all(
      people.map(async (person) => {
        const { id } = await service.registerByLink(ctx, { testId, testLinkId }, person);
        const ids = new Set<number>();
        for (let round = 0; round < 5; round += 1) {
          const join = joinTest({ visitor: { assay: service.assay, accessKey: String(testLinkAccessKey) }, input: { body: person } });
          const [delivery, , refusal] = await Promise.all([value(send(ctx, id)), service.deliver(), refusalOf(join)]);
          expect(refusal.code).toBe('join.already-invited');
          ids.add(delivery.deliveryId);
        }
        return ids;
      }),
    );
    await service.deliver();
    for (const [index, { emailId }] of people.entries()) {
      const sent = new Set(service.outbound.emailsTo(emailId).map(({ deliveryId }) => deliveryId));
      for (const id of named[index] ?? []) expect(sent).toContain(id);
    }
    expect(await deliveriesOf(ctx, { state: 'pending' })).toEqual([]);
  });
});

// The other engines have one writer at a time.
describe.each(testDialects.filter((engine) => engine === 'postgres'))(
  'sending an invitation email on %s, beside its delivery',
  (engine) => {
    const service = useService(engine);

    it('a mail that is sent while its row is waited for is followed by another one', async () => {
      const { ctx, testId } = await service.mint();
      const { id } = await service.register(ctx, testId);
      const { deliveryId } = await value(send(ctx, id));
      const [locked, released] = [deferred(), deferred()];
      const { store } = service.assay;
      const delivered = store.write(async (tx) => {
        const row = await deliveries.lock(tx, ctx.accountId, deliveryId);
        locked.resolve();
        await released.promise;
        if (row !== undefined) await deliveries.update(tx, row, { state: 'delivered', settled_at: service.clock.now });
      });
      await locked.promise;
      const again = send(ctx, id);
      await eventually(async () => expect(await countLockWaits(store)).toBe(1));
      released.resolve();
      await delivered;
      expect(await value(again)).toMatchObject({ state: 'pending', attemptsMade: 0 });
      expect(await kindsOf(ctx)).toEqual(['invitation-email', 'invitation-email']);
    });
  },
);
