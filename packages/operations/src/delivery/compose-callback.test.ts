import { formatInstant, formatUtcDateTime } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { day, hour, minute, mixedAnswers, publicUrl, rightAnswers, smallTest } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { closeOverdueAttempts, submitAttempt } from '../attempt/complete-attempt.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { openReport } from '../report/export-report.ts';
import type { Assay } from '../support/context.ts';
import { deliveriesOf, kindsOf, mintDue, mintWithCallback, theDelivery } from '../testing/deliveries.ts';
import { answered, newReceiver } from '../testing/outbound.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { listCallbackSecrets, rotateCallbackSecret } from './callback-secrets.ts';
import { getDelivery } from './read-deliveries.ts';
import { redeliverDelivery } from './redeliver.ts';

const reportTokenOf = (url: string): string => {
  const prefix = `${publicUrl}/report/`;
  if (!url.startsWith(prefix)) throw new Error(`${url} is no report URL`);
  return url.slice(prefix.length);
};

describe.each(testDialects)('completion callback on %s', (engine) => {
  const service = useService(engine);
  const bodiesTo = (host: string) => service.outbound.callbacksTo(host).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

  it('is put in the outbox by the transaction that completes the attempt: without the one there is not the other', async () => {
    const { ctx, id, candidate, receiver } = await mintWithCallback(service);
    await value(startAttempt({ candidate }));
    const { store } = service.assay;
    const lost = new Error('the power failed before the commit');
    const failing: Assay = {
      ...service.assay,
      store: {
        ...store,
        write: (work) =>
          store.write(async (tx) => {
            await work(tx);
            throw lost;
          }),
      },
    };
    await expect(submitAttempt({ candidate: { ...candidate, assay: failing } })).rejects.toBe(lost);
    expect(await service.row(ctx, id)).toMatchObject({ status: 'In progress' });
    expect(await deliveriesOf(ctx)).toEqual([]);

    let writes = 0;
    const once: Assay = {
      ...service.assay,
      store: {
        ...store,
        write: (work) => {
          writes += 1;
          return writes === 1 ? store.write(work) : Promise.reject(lost);
        },
      },
    };
    await value(submitAttempt({ candidate: { ...candidate, assay: once } }));
    expect(await theDelivery(ctx)).toMatchObject({
      kind: 'callback',
      state: 'waiting',
      testInvitationId: Number(id),
      destination: receiver.url,
      attemptsMade: 0,
      nextAttemptAt: null,
      settledAt: null,
      createdAt: formatInstant(service.clock.now),
    });
  });

  it('waits until the report is Generated, then is sent once', async () => {
    const { ctx, candidate, receiver } = await mintWithCallback(service);
    await service.complete(candidate);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toEqual([]);
    const woken = service.woken.filter((loop) => loop === 'deliveries').length;
    await service.generate();
    expect(service.woken.filter((loop) => loop === 'deliveries').length).toBeGreaterThan(woken);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'pending', nextAttemptAt: formatInstant(service.clock.now) });
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', settledAt: formatInstant(service.clock.now) });
    service.clock.advance(2 * day);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1);
  });

  it('api-v2 §6: the body has exactly the documented keys, with the exact numbers', async () => {
    const { ctx, id, candidate, person, receiver } = await mintWithCallback(service);
    const started = service.clock.advance(minute);
    await service.complete(candidate, mixedAnswers);
    service.clock.advance(hour);
    await service.generate();
    await service.deliver();
    expect(bodiesTo(receiver.host)).toEqual([
      {
        CandidateEmailId: person.emailId,
        AttemptedOn: formatUtcDateTime(started),
        TotalScore: 7.5,
        CandidateScore: 2,
        ReportPDFUrl: expect.stringMatching(/^https:\/\/assay\.example\/tests\/report\/[\w.-]+$/),
        TestInvitationId: Number(id),
      },
    ]);
    expect(service.outbound.callbacksTo(receiver.host)).toMatchObject([
      { url: receiver.url, webhookId: (await theDelivery(ctx)).messageId },
    ]);
  });

  it.each([
    ['a negative score', smallTest.sections, { 1: 'a', 2: ['c'], 3: 12, 4: 'Rome' }, 7.5, -1.75],
    ['nothing answered', smallTest.sections, {}, 7.5, 0],
    [
      'three tenths',
      [{ name: 'Tenths', questions: Array.from({ length: 3 }, () => ({ kind: 'numeric', prompt: 'How much?', marks: 0.1, answer: 1 })) }],
      { 1: 1, 2: 1, 3: 1 },
      0.3,
      0.3,
    ],
  ])('scores are exact JSON numbers: %s', async (_, sections, answers, total, score) => {
    const { ctx, testId } = await service.mint({ sections });
    const { host, url } = newReceiver();
    const { candidate } = await service.register(ctx, testId, { emailId: 'ana@example.com', fullName: 'Ana', callbackURL: url });
    await service.complete(candidate, answers);
    await service.generate();
    await service.deliver();
    const [sent] = service.outbound.callbacksTo(host);
    expect(sent?.body).toContain(`"TotalScore":${total},"CandidateScore":${score},`);
  });

  it('ReportPDFUrl opens the report without a key and without end', async () => {
    const { id, person, receiver } = await mintDue(service);
    service.clock.advance(3 * day);
    await service.deliver();
    const [body] = bodiesTo(receiver.host);
    const open = () => openReport({ assay: service.assay, token: reportTokenOf(String(body?.ReportPDFUrl)) });
    expect(await value(open())).toMatchObject({ testInvitationId: Number(id), candidate: person, score: '7.5' });
    service.clock.advance(5000 * day);
    expect(await value(open())).toMatchObject({ testInvitationId: Number(id) });
  });

  it.each(['before the report is generated', 'after'] as const)(
    'goes to the callbackURL as it is when it is sent: registered again with another one while Completed, %s',
    async (when) => {
      const { ctx, testId, candidate, person, receiver } = await mintWithCallback(service);
      await service.complete(candidate);
      if (when === 'after') await service.generate();
      const moved = newReceiver();
      await service.register(ctx, testId, { ...person, callbackURL: moved.url });
      await service.generate();
      await service.deliver();
      expect(service.outbound.callbacksTo(receiver.host)).toEqual([]);
      expect(service.outbound.callbacksTo(moved.host)).toHaveLength(1);
      const delivery = await theDelivery(ctx);
      expect(delivery).toMatchObject({ state: 'delivered', destination: moved.url, attempts: [{ destination: moved.url }] });
    },
  );

  it('a retry goes to the callbackURL of its own time; each attempt says where it went', async () => {
    const { ctx, testId, person, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answered(503));
    await service.deliver();
    const moved = newReceiver();
    await service.register(ctx, testId, { ...person, callbackURL: moved.url });
    service.clock.advance(5000);
    await service.deliver();
    expect((await theDelivery(ctx)).attempts).toMatchObject([{ destination: receiver.url }, { destination: moved.url }]);
  });

  it('fails with the reason when the callbackURL was taken away meanwhile; nothing is sent', async () => {
    const { ctx, testId, person, receiver } = await mintDue(service);
    await service.register(ctx, testId, person);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toEqual([]);
    expect(await theDelivery(ctx)).toMatchObject({
      state: 'failed',
      destination: receiver.url,
      lastError: expect.stringContaining('callbackURL'),
      attempts: [
        { outcome: 'final', status: null, response: null, durationMilliseconds: 0, error: expect.stringContaining('callbackURL') },
      ],
    });
  });

  it('is signed with the secrets of the time of the send, of its own account', async () => {
    const { ctx, receiver } = await mintDue(service);
    await value(listCallbackSecrets({ ctx }));
    const { secrets } = await value(rotateCallbackSecret({ ctx, input: { body: { overlapHours: 1 } } }));
    expect(secrets).toHaveLength(2);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toMatchObject([{ secrets: secrets.map(({ secret }) => secret) }]);
  });

  it('an invitation without callbackURL has no delivery, also when it gets one after completing', async () => {
    const { ctx, testId } = await service.mint();
    const person = { emailId: 'late@example.com', fullName: 'Late' };
    const { candidate } = await service.register(ctx, testId, person);
    await service.complete(candidate);
    await service.register(ctx, testId, { ...person, callbackURL: newReceiver().url });
    await service.generate();
    expect(await kindsOf(ctx)).toEqual([]);
  });

  it('is sent for an attempt that was closed at its deadline too', async () => {
    const { ctx, candidate, receiver } = await mintWithCallback(service);
    await value(startAttempt({ candidate }));
    await service.answer(candidate, rightAnswers);
    service.clock.advance(2 * hour);
    while ((await closeOverdueAttempts({ assay: service.assay })) > 0);
    expect(await theDelivery(ctx)).toMatchObject({ state: 'waiting' });
    await service.generate();
    await service.deliver();
    expect(bodiesTo(receiver.host)).toMatchObject([{ CandidateScore: 7.5 }]);
  });

  it('submitting many times at once, and closing at once, sends one callback for the attempt', async () => {
    const { ctx, candidate, receiver } = await mintWithCallback(service);
    await value(startAttempt({ candidate }));
    service.clock.advance(2 * hour);
    const closings = Array.from({ length: 3 }, () => closeOverdueAttempts({ assay: service.assay }));
    await Promise.all([...closings, ...Array.from({ length: 8 }, () => submitAttempt({ candidate }))]);
    await service.generate();
    await service.deliver();
    expect(await kindsOf(ctx)).toEqual(['callback']);
    expect(service.outbound.callbacksTo(receiver.host)).toHaveLength(1);
  });

  it('a second completion after a reset sends a callback of its own with its own score; the first one, sent late, still tells of the first, whose report URL the reset has ended', async () => {
    const { ctx, id, candidate, receiver } = await mintWithCallback(service);
    const startedOn = [service.clock.now];
    await service.complete(candidate, mixedAnswers);
    await service.generate();
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    startedOn.push(service.clock.advance(hour));
    await service.complete(candidate, rightAnswers);
    await service.generate();
    await service.deliver();
    const sent = service.outbound.callbacksTo(receiver.host);
    expect(new Set(sent.map(({ webhookId }) => webhookId)).size).toBe(2);
    const bodies = bodiesTo(receiver.host).sort((one, other) => Number(one.CandidateScore) - Number(other.CandidateScore));
    expect(bodies).toMatchObject([
      { TestInvitationId: Number(id), CandidateScore: 2, AttemptedOn: formatUtcDateTime(startedOn[0] ?? 0) },
      { TestInvitationId: Number(id), CandidateScore: 7.5, AttemptedOn: formatUtcDateTime(startedOn[1] ?? 0) },
    ]);
    const open = ({ ReportPDFUrl }: Record<string, unknown>) =>
      openReport({ assay: service.assay, token: reportTokenOf(String(ReportPDFUrl)) });
    const opened = await Promise.all(bodies.map(open));
    expect(opened.map((one) => (one.ok ? one.value.score : one.error.code))).toEqual(['report.link-revoked', '7.5']);
    expect(await kindsOf(ctx)).toEqual(['callback', 'callback']);
  });

  it('redelivered while the candidate takes the test a second time, it tells of the attempt that it was made for', async () => {
    const { ctx, id, candidate, receiver } = await mintWithCallback(service);
    await service.complete(candidate, mixedAnswers);
    await service.generate();
    await service.deliver();
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    await value(startAttempt({ candidate }));
    const { deliveryId } = await theDelivery(ctx);
    await value(redeliverDelivery({ ctx, input: { deliveryId: String(deliveryId) } }));
    await service.deliver();
    expect(bodiesTo(receiver.host)).toMatchObject([{ CandidateScore: 2 }, { CandidateScore: 2 }]);
    expect(await value(getDelivery({ ctx, input: { deliveryId: String(deliveryId) } }))).toMatchObject({ attemptsMade: 2 });
  });
});
