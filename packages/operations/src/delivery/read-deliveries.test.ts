import { formatInstant } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { sendInvitationEmail } from '../invitation/send-invitation-email.ts';
import type { Context } from '../support/context.ts';
import { deliveriesOf, mintDue, receiptsForAll } from '../testing/deliveries.ts';
import { answered, newReceiver } from '../testing/outbound.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { getDelivery, listDeliveries } from './read-deliveries.ts';

describe.each(testDialects)('deliveries in the management API on %s', (engine) => {
  const service = useService(engine);
  const list = (ctx: Context, query: Record<string, string>) => listDeliveries({ ctx, input: { query } });

  /** An account with two tests: in the first a callback that was delivered, one that failed, one that waits, and their receipts; in the second a mail. */
  const mintSome = async () => {
    const { ctx, testId } = await service.mint();
    await receiptsForAll(ctx);
    const { host, url } = newReceiver();
    const callbackURL = url;
    const ids: string[] = [];
    for (const status of [200, 410, undefined]) {
      const { id, candidate } = await service.register(ctx, testId, { ...somebody(), callbackURL });
      ids.push(id);
      await service.complete(candidate);
      if (status === undefined) continue;
      service.outbound.receive(host, async () => answered(status));
      await service.generate();
      await service.deliver();
    }
    const other = await service.importTest(ctx);
    const { id } = await service.register(ctx, other);
    await value(sendInvitationEmail({ ctx, input: { testInvitationId: id } }));
    return { ctx, testId, other, ids: [...ids, id], url };
  };
  const statesOf = async (ctx: Context, query: Record<string, string>) => (await deliveriesOf(ctx, query)).map(({ state }) => state);

  it('are listed newest first, each with what there is to know', async () => {
    const { ctx, testId, other, ids, url } = await mintSome();
    const at = formatInstant(service.clock.now);
    const deliveries = await deliveriesOf(ctx);
    const [first, second, third, mailed] = ids;
    expect(deliveries.map(({ testInvitationId }) => String(testInvitationId))).toEqual([
      mailed,
      third,
      third,
      second,
      second,
      first,
      first,
    ]);
    expect(deliveries.map(({ deliveryId }) => deliveryId)).toEqual(deliveries.map(({ deliveryId }) => deliveryId).sort((a, b) => b - a));
    expect(new Set(deliveries.map(({ messageId }) => messageId)).size).toBe(7);
    const common = { deliveryId: expect.any(Number), messageId: expect.stringMatching(/^msg_/), createdAt: at, destination: url };
    const made = { ...common, kind: 'callback', testId: Number(testId) };
    const receipt = { ...made, kind: 'receipt-email', destination: expect.stringMatching(/^candidate-\d+@example\.com$/) };
    const sentReceipt = { ...receipt, state: 'delivered', attemptsMade: 1, nextAttemptAt: null, settledAt: at, lastError: null };
    expect(deliveries).toMatchObject([
      {
        kind: 'invitation-email',
        state: 'pending',
        testId: Number(other),
        attemptsMade: 0,
        nextAttemptAt: at,
        settledAt: null,
        lastError: null,
      },
      { ...made, state: 'waiting', attemptsMade: 0, nextAttemptAt: null, settledAt: null, lastError: null },
      { ...receipt, state: 'pending', attemptsMade: 0, nextAttemptAt: at, settledAt: null, lastError: null },
      { ...made, state: 'failed', attemptsMade: 1, nextAttemptAt: null, settledAt: at, lastError: 'the receiver answered 410' },
      sentReceipt,
      { ...made, state: 'delivered', attemptsMade: 1, nextAttemptAt: null, settledAt: at, lastError: null },
      sentReceipt,
    ]);
  });

  it('by state, kind, test and invitation, also together', async () => {
    const { ctx, testId, other, ids } = await mintSome();
    expect(await statesOf(ctx, { state: 'failed' })).toEqual(['failed']);
    expect(await statesOf(ctx, { state: 'waiting' })).toEqual(['waiting']);
    expect(await statesOf(ctx, { kind: 'callback' })).toEqual(['waiting', 'failed', 'delivered']);
    expect(await statesOf(ctx, { kind: 'stakeholder-email' })).toEqual([]);
    expect(await statesOf(ctx, { kind: 'receipt-email' })).toEqual(['pending', 'delivered', 'delivered']);
    expect(await statesOf(ctx, { testId })).toEqual(['waiting', 'pending', 'failed', 'delivered', 'delivered', 'delivered']);
    expect(await statesOf(ctx, { testId: other })).toEqual(['pending']);
    expect(await statesOf(ctx, { testInvitationId: ids[1] ?? '' })).toEqual(['failed', 'delivered']);
    expect(await statesOf(ctx, { kind: 'callback', state: 'pending' })).toEqual([]);
    const otherTest = await refusalOf(list(ctx, { testId, testInvitationId: ids[3] ?? '' }));
    expect(otherTest).toMatchObject({ statuscode: '400.1', message: expect.stringMatching(/^testInvitationId: /) });
    for (const query of [{ testId: '999999999' }, { testInvitationId: '999999999' }])
      expect((await refusalOf(list(ctx, query))).statuscode).toBe('404.1');
  });

  it('by cursor: the pages together are the list', async () => {
    const { ctx } = await mintSome();
    const all = await deliveriesOf(ctx);
    const walked = [];
    let query: Record<string, string> = { limit: '2' };
    for (let pages = 1; ; pages += 1) {
      const { deliveries, nextCursor } = await value(list(ctx, query));
      walked.push(...deliveries);
      if (nextCursor === null) {
        expect(pages).toBe(4);
        break;
      }
      query = { limit: '2', cursor: nextCursor };
    }
    expect(walked).toEqual(all);
  });

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['cursor', 'x'],
    ['state', 'sent'],
    ['kind', 'sms'],
    ['testId', '0'],
    ['testId', 'x'],
    ['testInvitationId', '-1'],
  ])('%s=%s is 400.1 and names it', async (name, text) => {
    const ctx = await service.mintAccount();
    expect(await refusalOf(list(ctx, { [name]: text }))).toMatchObject({ statuscode: '400.1', message: expect.stringContaining(name) });
  });

  it("another account's are not listed, nor found by its test or invitation", async () => {
    const { ctx, testId, id } = await mintDue(service);
    const { ctx: stranger } = await service.mint();
    expect(await deliveriesOf(stranger)).toEqual([]);
    for (const query of [{ testId }, { testInvitationId: id }]) expect((await refusalOf(list(stranger, query))).statuscode).toBe('404.1');
    const [delivery] = await deliveriesOf(ctx);
    const get = getDelivery({ ctx: stranger, input: { deliveryId: String(delivery?.deliveryId) } });
    expect((await refusalOf(get)).statuscode).toBe('404.1');
    await service.deliver();
  });

  it('one that has not been tried has no attempts', async () => {
    const { ctx } = await mintSome();
    const [mail] = await deliveriesOf(ctx);
    expect(await value(getDelivery({ ctx, input: { deliveryId: String(mail?.deliveryId) } }))).toEqual({
      ...mail,
      body: null,
      attempts: [],
    });
  });
});
