import { testDialects } from '@assay/store/testing';
import { day, hour, minute, mixedAnswers, rightAnswers, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { updateAccountSettings } from '../account/account-settings.ts';
import { closeOverdueAttempts, submitAttempt } from '../attempt/complete-attempt.ts';
import { getAttempt } from '../attempt/get-attempt.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { sendInvitationEmail } from '../invitation/send-invitation-email.ts';
import { deliveriesOf, deliveryEntries, kindsOf, receiptsForAll } from '../testing/deliveries.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { redeliverDelivery } from './redeliver.ts';

describe.each(testDialects)('the receipt on %s', (engine) => {
  const service = useService(engine);
  const mintPending = async () => {
    const { ctx, testId } = await service.mint({ key: 'received' });
    await receiptsForAll(ctx);
    const person = somebody();
    return { ctx, testId, person, ...(await service.register(ctx, testId, person)) };
  };
  const receiptsTo = ({ emailId }: { emailId: string }) => service.outbound.emailsTo(emailId);
  const wakes = () => service.woken.filter((loop) => loop === 'deliveries').length;

  it('goes to the candidate at once, without waiting for the report, and tells what arrived and when, but no score', async () => {
    const { ctx, id, candidate, person } = await mintPending();
    await value(startAttempt({ candidate }));
    await service.answer(candidate, mixedAnswers);
    const completedAt = service.clock.advance(5 * minute);
    const woken = wakes();
    await value(submitAttempt({ candidate }));
    expect(wakes()).toBe(woken + 1);
    await service.deliver();
    const [delivery, ...others] = await deliveriesOf(ctx);
    expect([delivery, others]).toMatchObject([
      { kind: 'receipt-email', state: 'delivered', destination: person.emailId, testInvitationId: Number(id), attemptsMade: 1 },
      [],
    ]);
    expect(receiptsTo(person)).toEqual([
      {
        kind: 'receipt-email',
        deliveryId: delivery?.deliveryId,
        messageId: delivery?.messageId,
        to: person.emailId,
        fullName: person.fullName,
        organization: 'Acme',
        replyTo: 'hiring@acme.example',
        testName: 'A little of everything',
        duration: 60,
        questions: 4,
        answered: 3,
        support: null,
        completedAt,
        completedBy: 'candidate',
        zone: 'Asia/Kolkata',
      },
    ]);
    await service.generate();
    service.clock.advance(day);
    await service.deliver();
    expect(receiptsTo(person)).toHaveLength(1);
    expect(await deliveryEntries(ctx, id)).toMatchObject([{ type: 'delivery.delivered', data: { kind: 'receipt-email' } }]);
  });

  it.each([
    ['nothing', {}, {}, 0],
    ['all', rightAnswers, {}, 4],
    ['what was cleared or blanked again', { 1: 'b', 2: ['a'], 3: 0, 4: 'Paris' }, { 1: null, 2: [], 4: ' ' }, 1],
  ])('counts what has an answer: %s', async (_, answers, then, answered) => {
    const { candidate, person } = await mintPending();
    await value(startAttempt({ candidate }));
    await service.answer(candidate, answers);
    await service.answer(candidate, then, 2);
    await value(submitAttempt({ candidate }));
    await service.deliver();
    expect(receiptsTo(person)).toMatchObject([{ answered, questions: 4 }]);
  });

  it('is sent for an attempt that was closed at its deadline, wakes the loop, and says so', async () => {
    const { candidate, person } = await mintPending();
    await value(startAttempt({ candidate }));
    const deadline = service.clock.now + hour;
    await service.answer(candidate, { 1: 'b' });
    service.clock.advance(3 * hour);
    const woken = wakes();
    expect(await closeOverdueAttempts({ assay: service.assay })).toBe(1);
    const wokenSince = wakes() - woken;
    await service.deliver();
    expect(receiptsTo(person)).toMatchObject([{ completedBy: 'deadline', completedAt: deadline, answered: 1 }]);
    expect(wokenSince).toBe(1);
  });

  it('is exactly one for an attempt, however often and by whomever it is completed at once', async () => {
    const { ctx, candidate, person } = await mintPending();
    await value(startAttempt({ candidate }));
    service.clock.advance(2 * hour);
    const closings = Array.from({ length: 3 }, () => closeOverdueAttempts({ assay: service.assay }));
    await Promise.all([...closings, ...Array.from({ length: 8 }, () => submitAttempt({ candidate }))]);
    await value(submitAttempt({ candidate }));
    await service.deliver();
    expect(await kindsOf(ctx)).toEqual(['receipt-email']);
    expect(receiptsTo(person)).toHaveLength(1);
  });

  it('a second attempt after a reset has its own; the first one, sent late, still tells of the first', async () => {
    const { ctx, testId, id, candidate, person } = await mintPending();
    await value(startAttempt({ candidate }));
    await service.answer(candidate, mixedAnswers);
    const completed = [service.clock.advance(minute)];
    await value(submitAttempt({ candidate }));
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    const next = { kind: 'numeric', prompt: 'How many?', answer: 1 };
    await service.importTest(ctx, {
      key: 'received',
      name: 'Second edition',
      duration: 30,
      sections: [{ name: 'Only', questions: [next] }],
    });
    await service.register(ctx, testId, { ...person, fullName: 'Ana María' });
    completed.push(service.clock.advance(hour));
    await value(startAttempt({ candidate }));
    await value(submitAttempt({ candidate }));
    await service.deliver();
    const receipts = receiptsTo(person);
    expect(new Set(receipts.map(({ messageId }) => messageId)).size).toBe(2);
    expect(receipts.sort((one, other) => one.deliveryId - other.deliveryId)).toMatchObject([
      { testName: 'A little of everything', questions: 4, answered: 3, completedAt: completed[0], fullName: 'Ana María' },
      { testName: 'Second edition', questions: 1, duration: 30, answered: 0, completedAt: completed[1], fullName: 'Ana María' },
    ]);
  });

  it.each([
    ['mailed', 'never', false],
    ['mailed', 'before the start', true],
    ['mailed', 'before the end', true],
    ['mailed', 'in vain', false],
    ['all', 'never', true],
    ['none', 'before the start', false],
  ] as const)('by the rule "%s" for a candidate who was mailed an invitation %s: %s', async (receipts, mailed, expected) => {
    const { ctx, testId } = await service.mint();
    if (receipts !== 'mailed') await value(updateAccountSettings({ ctx, input: { body: { receipts } } }));
    const person = somebody();
    const { id, candidate } = await service.register(ctx, testId, person);
    const mail = () => value(sendInvitationEmail({ ctx, input: { testInvitationId: id } }));
    if (mailed === 'before the start' || mailed === 'in vain') await mail();
    if (mailed === 'in vain') {
      service.outbound.accept(person.emailId, async () => ({ type: 'failed', error: '550 no such user', permanent: true }));
      await service.deliver();
    }
    const { receipt } = await value(startAttempt({ candidate }));
    if (mailed === 'before the end') await mail();
    await value(submitAttempt({ candidate }));
    expect((await kindsOf(ctx)).includes('receipt-email')).toBe(expected);
    expect(receipt).toBe(expected && mailed !== 'before the end');
    expect(await value(getAttempt({ candidate }))).toMatchObject({ receipt: expected });
  });

  it('can be sent once more, as the same mail', async () => {
    const { ctx, candidate, person } = await mintPending();
    await service.complete(candidate);
    await service.deliver();
    const [delivery] = await deliveriesOf(ctx);
    await value(redeliverDelivery({ ctx, input: { deliveryId: String(delivery?.deliveryId) } }));
    service.clock.advance(day);
    await service.deliver();
    const [sent, again, ...more] = receiptsTo(person);
    expect(sent?.kind).toBe('receipt-email');
    expect([again, more]).toEqual([sent, []]);
  });
});
