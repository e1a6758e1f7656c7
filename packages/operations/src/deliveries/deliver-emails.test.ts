import { testEngines } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { cancelInvitation } from '../invitations/cancel-invitation.ts';
import { joinTest } from '../join/join-test.ts';
import { getTestLink } from '../links/read-test-links.ts';
import { day, hour, minute, second } from '../testing/clock.ts';
import { makeGate } from '../testing/gate.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { somebody, useService } from '../testing/service.ts';
import { deliverEmails, type TakeUrlEmail } from './deliver-emails.ts';

describe.each(testEngines)('emails on %s', (engine) => {
  const service = useService(engine);

  /** A candidate who asked for their URL again, so that a mail waits in the outbox. */
  const mintWaiting = async () => {
    const person = somebody();
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId);
    const invited = await service.registerByLink(ctx, { testId, testLinkId }, person);
    const { testLinkAccessKey: accessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId } }));
    const askAgain = () => refusalOf(joinTest({ visitor: { assay: service.assay, accessKey }, input: { body: person } }));
    expect(await askAgain()).toMatchObject({ code: 'join.already-invited' });
    const stored = () =>
      service.assay.store.read((db) =>
        db.kysely.selectFrom('deliveries').selectAll().where('account_id', '=', ctx.accountId).orderBy('delivery_id').execute(),
      );
    return { ctx, person, stored, askAgain, ...invited };
  };

  const run = async (send: (email: TakeUrlEmail) => Promise<void> = async () => undefined) => {
    const sent: TakeUrlEmail[] = [];
    const failures: unknown[] = [];
    const claimed = await deliverEmails({
      assay: service.assay,
      sendTakeUrl: async (email) => {
        sent.push(email);
        await send(email);
      },
      onFailure: ({ error }) => failures.push(error),
    });
    return { claimed, sent, failures };
  };
  const refuse = async () => {
    throw new Error('450 mailbox busy');
  };

  it('sends the take URL to the candidate, once', async () => {
    const { person, url, stored } = await mintWaiting();
    const { claimed, sent } = await run();
    expect(claimed).toBe(1);
    expect(sent).toEqual([
      {
        deliveryId: expect.any(Number),
        to: person.emailId,
        fullName: person.fullName,
        organization: 'Acme',
        replyTo: 'hiring@acme.example',
        testName: 'A little of everything',
        takeTestURL: url,
      },
    ]);
    expect(await stored()).toMatchObject([{ state: 'delivered', last_error: null, settled_at: service.clock.now }]);
    service.clock.advance(2 * day);
    expect((await run()).claimed).toBe(0);
  });

  it('who asks again after it was delivered gets another mail', async () => {
    const { askAgain } = await mintWaiting();
    expect((await run()).claimed).toBe(1);
    await askAgain();
    expect((await run()).sent).toHaveLength(1);
  });

  it('retries after 5 s, 30 s, 2 min, 15 min, 1 h, 6 h and 24 h, then the delivery has failed', async () => {
    const { stored } = await mintWaiting();
    const pauses = [5 * second, 30 * second, 2 * minute, 15 * minute, hour, 6 * hour, day];
    for (const [index, pause] of pauses.entries()) {
      const { claimed, failures } = await run(refuse);
      expect([claimed, failures.length]).toEqual([1, 1]);
      expect(await stored()).toMatchObject([{ state: 'pending', failures: index + 1, last_error: '450 mailbox busy' }]);
      service.clock.advance(pause - 1);
      expect((await run()).claimed).toBe(0);
      service.clock.advance(1);
    }
    expect((await run(refuse)).claimed).toBe(1);
    expect(await stored()).toMatchObject([{ state: 'failed', failures: 8, last_error: '450 mailbox busy', settled_at: service.clock.now }]);
    service.clock.advance(10 * day);
    expect((await run()).claimed).toBe(0);
  });

  it('a retry that succeeds ends it', async () => {
    const { stored } = await mintWaiting();
    await run(refuse);
    service.clock.advance(5 * second);
    expect((await run()).sent).toHaveLength(1);
    expect(await stored()).toMatchObject([{ state: 'delivered', failures: 1, last_error: null }]);
  });

  it('one that fails does not hold up the others', async () => {
    const bad = await mintWaiting();
    const good = await mintWaiting();
    const { sent, failures } = await run(async ({ to }) => {
      if (to === bad.person.emailId) throw new Error('550 no such user');
    });
    expect([sent.length, failures.length]).toEqual([2, 1]);
    expect(await good.stored()).toMatchObject([{ state: 'delivered' }]);
    service.clock.advance(5 * second);
    expect((await run()).sent).toHaveLength(1);
  });

  it('two workers never send twice while one holds the lease', async () => {
    const { stored } = await mintWaiting();
    const handover = makeGate();
    const sending = makeGate();
    const first = run(() => {
      sending.open();
      return handover.opened;
    });
    await sending.opened;
    service.clock.advance(2 * minute - 1);
    expect(await run()).toEqual({ claimed: 0, sent: [], failures: [] });
    handover.open();
    expect((await first).claimed).toBe(1);
    expect(await stored()).toMatchObject([{ state: 'delivered' }]);
    service.clock.advance(day);
    expect((await run()).claimed).toBe(0);
  });

  it('many workers at once send each mail once', async () => {
    const waiting = await Promise.all(Array.from({ length: 12 }, () => mintWaiting()));
    const runs = await Promise.all([run(), run(), run()]);
    const sent = runs.flatMap((one) => one.sent.map(({ to }) => to));
    expect(sent.sort()).toEqual(waiting.map(({ person }) => person.emailId).sort());
  });

  it('a worker that was killed while sending loses its lease: the mail is sent at least once', async () => {
    const { stored } = await mintWaiting();
    const handover = makeGate();
    const sending = makeGate();
    const first = run(() => {
      sending.open();
      return handover.opened;
    });
    await sending.opened;
    service.clock.advance(2 * minute);
    expect((await run()).sent).toHaveLength(1);
    const [delivered] = await stored();
    expect(delivered).toMatchObject({ state: 'delivered' });
    service.clock.advance(second);
    handover.open();
    await first;
    expect(await stored()).toEqual([delivered]);
  });

  it('an invitation that was cancelled meanwhile gets no mail, and the delivery says why', async () => {
    const { ctx, id, stored } = await mintWaiting();
    await value(cancelInvitation({ ctx, input: { testInvitationId: id, testId: undefined } }));
    expect(await run()).toMatchObject({ claimed: 1, sent: [], failures: [] });
    expect(await stored()).toMatchObject([{ state: 'failed', last_error: expect.stringContaining('cancelled') }]);
    expect((await run()).claimed).toBe(0);
  });

  it('the mail carries the URL as it is when it is sent', async () => {
    const { ctx, id, person, url } = await mintWaiting();
    const { test_id, test_link_id } = await service.row(ctx, id);
    await value(cancelInvitation({ ctx, input: { testInvitationId: id, testId: undefined } }));
    const again = await service.registerByLink(ctx, { testId: String(test_id), testLinkId: String(test_link_id) }, person);
    expect(again.url).not.toBe(url);
    expect((await run()).sent).toMatchObject([{ takeTestURL: again.url }]);
  });
});
