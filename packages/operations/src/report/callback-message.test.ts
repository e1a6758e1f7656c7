import { testDialects } from '@assay/store/testing';
import { hour, minute, mixedAnswers, rightAnswers, second, smallTest } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { api, takeApi } from '../api.ts';
import { attemptDelivery } from '../delivery/attempt-delivery.ts';
import { addRegrades } from '../grading/regrade-test.ts';
import type { Context } from '../support/context.ts';
import { claimDue } from '../testing/deliver-due.ts';
import { deliveriesOf } from '../testing/deliveries.ts';
import { answered, newReceiver } from '../testing/outbound.ts';
import { value } from '../testing/outcomes.ts';
import { smallEssay } from '../testing/reviews.ts';
import { useService } from '../testing/service.ts';

describe.each(testDialects)('the message of a callback on %s', (engine) => {
  const service = useService(engine);
  type Minted = Awaited<ReturnType<typeof mint>>;

  /** A candidate with the small test completed and its report generated: the message is made. Full marks are 7.5. */
  const mint = async (changes: Record<string, unknown> = {}) => {
    const { ctx, testId } = await service.mint({ key: 'small', ...changes });
    const receiver = newReceiver();
    const person = { emailId: 'ana@example.com', fullName: 'Ana', callbackURL: receiver.url };
    const invited = await service.register(ctx, testId, person);
    return { ctx, testId, receiver, person, ...invited };
  };
  const mintMade = async () => {
    const minted = await mint();
    await service.complete(minted.candidate);
    await service.generate();
    return minted;
  };
  const sent = ({ receiver }: Minted) => service.outbound.callbacksTo(receiver.host);
  /** The score of each message that was sent, and how often, in the order of their numbers. All sends of one are the same. */
  const scores = (minted: Minted): [score: number, times: number][] => {
    const all = sent(minted);
    const firsts = all.filter((one, index) => all.findIndex(({ webhookId }) => webhookId === one.webhookId) === index);
    return firsts
      .toSorted((one, other) => one.sequence - other.sequence)
      .map((first) => {
        const same = all.filter(({ webhookId }) => webhookId === first.webhookId);
        for (const one of same) expect(one).toEqual(first);
        return [JSON.parse(first.body).CandidateScore, same.length];
      });
  };
  const regrade = async ({ ctx, testId }: Minted, marks: number, notify = false) => {
    const [section] = smallTest.sections;
    const [first, ...others] = section?.questions ?? [];
    const sections = [{ ...section, questions: [{ ...first, marks }, ...others] }, ...smallTest.sections.slice(1)];
    await service.importTest(ctx, { key: 'small', sections });
    await value(api.regradeTest({ ctx, input: { testId, body: { notify } } }));
    while ((await addRegrades({ assay: service.assay })) > 0);
  };
  /** Oldest first. */
  const callbacks = async (ctx: Context) => (await deliveriesOf(ctx, { kind: 'callback' })).toReversed();

  it("numbers are the database's milliseconds, and the one before plus 1 where a clock was set back", async () => {
    const minted = await mintMade();
    const [first] = await callbacks(minted.ctx);
    service.clock.advance(-hour);
    await regrade(minted, 10, true);
    service.clock.advance(2 * hour);
    await regrade(minted, 20, true);
    expect((await callbacks(minted.ctx)).map(({ sequence }) => (sequence ?? 0) - (first?.sequence ?? 0))).toEqual([0, 1, hour]);
  });

  it('of two attempts whose reports are generated at once have two numbers', async () => {
    for (let round = 0; round < 10; round += 1) {
      const minted = await mint();
      await service.complete(minted.candidate, mixedAnswers);
      await value(api.resetInvitation({ ctx: minted.ctx, input: { testInvitationId: minted.id } }));
      await service.complete(minted.candidate, rightAnswers);
      await service.generate();
      const made = await callbacks(minted.ctx);
      expect(new Set(made.map(({ sequence }) => sequence)).size).toBe(2);
    }
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('is the same in a retry, however the report has changed since; the newer state is a newer message', async () => {
    const minted = await mintMade();
    service.outbound.receive(minted.receiver.host, async () => answered(503));
    await service.deliver();
    service.clock.advance(second);
    await regrade(minted, 10);
    service.outbound.receive(minted.receiver.host, async () => answered(204));
    service.clock.advance(minute);
    await service.deliver();
    expect(scores(minted)).toEqual([
      [7.5, 2],
      [15.5, 1],
    ]);
  });

  it('of the report is not that of a regrade made before it was ever sent: each says its own state, and numbers grow with the states', async () => {
    const minted = await mintMade();
    await regrade(minted, 10, true);
    expect(await callbacks(minted.ctx)).toMatchObject([{ sequence: service.clock.now }, { sequence: service.clock.now + 1 }]);
    await service.deliver();
    expect(scores(minted)).toEqual([
      [7.5, 1],
      [15.5, 1],
    ]);
  });

  it('of an attempt that was reset has a number below those of the attempts after it, also if it is made after them', async () => {
    const sections = [{ name: 'Essays', questions: [smallEssay] }];
    const minted = await mint({ sections });
    const { ctx, testId, candidate, id } = minted;
    const reset = async () => {
      await value(api.resetInvitation({ ctx, input: { testInvitationId: id } }));
      service.clock.advance(minute);
    };
    for (const answers of [{ 1: 'Because.' }, { 1: 'Why not?' }]) {
      await service.complete(candidate, answers);
      await service.generate();
      await reset();
    }
    await service.complete(candidate, {});
    await service.generate();
    await service.deliver();
    await service.importTest(ctx, { key: 'small', sections: [{ ...sections[0], questions: [{ ...smallEssay, void: 'full-marks' }] }] });
    await value(api.regradeTest({ ctx, input: { testId, body: {} } }));
    service.clock.advance(minute);
    while ((await addRegrades({ assay: service.assay })) > 0);
    await service.generate();
    await service.deliver();
    expect(scores(minted).map(([score]) => score)).toEqual([1, 1, 0]);
  });

  it('is not changed by a reset, by which the report URL in it ends, nor by a new name or callbackURL', async () => {
    const minted = await mintMade();
    service.outbound.receive(minted.receiver.host, async () => answered(503));
    await service.deliver();
    const moved = newReceiver();
    await service.register(minted.ctx, minted.testId, { ...minted.person, fullName: 'Ana N.', callbackURL: moved.url });
    await value(api.resetInvitation({ ctx: minted.ctx, input: { testInvitationId: minted.id } }));
    await value(takeApi.startAttempt({ candidate: minted.candidate }));
    service.clock.advance(minute);
    await service.deliver();
    const without = ({ url: _, ...message }: (typeof service.outbound.callbacks)[number]) => message;
    expect(service.outbound.callbacksTo(moved.host).map(without)).toEqual(sent(minted).map(without));
  });

  it('is sent byte for byte again by who takes over from a worker that was killed after it sent', async () => {
    const minted = await mintMade();
    const [claimed] = await claimDue(service.assay);
    if (claimed === undefined) throw new Error('nothing is due');
    await attemptDelivery({ assay: service.assay, delivery: claimed, signal: new AbortController().signal });
    await regrade(minted, 10);
    service.clock.advance(minute);
    await service.deliver();
    expect(scores(minted)).toEqual([
      [7.5, 2],
      [15.5, 1],
    ]);
  });

  it('that was delivered is not followed by a regrade that notifies nobody, but a redelivery says the present score after the former', async () => {
    const minted = await mintMade();
    await service.deliver();
    await regrade(minted, 10);
    await service.deliver();
    const [first, ...others] = await callbacks(minted.ctx);
    expect(others).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      await value(api.redeliverDelivery({ ctx: minted.ctx, input: { deliveryId: String(first?.deliveryId) } }));
      await service.deliver();
    }
    expect(scores(minted)).toEqual([
      [7.5, 3],
      [15.5, 1],
    ]);
  });

  it('that is redelivered is followed by the present score also where the message that said it has failed', async () => {
    const minted = await mintMade();
    service.outbound.receive(minted.receiver.host, async () => answered(410));
    await service.deliver();
    await regrade(minted, 10, true);
    await service.deliver();
    service.outbound.receive(minted.receiver.host, async () => answered(204));
    const [first] = await callbacks(minted.ctx);
    await value(api.redeliverDelivery({ ctx: minted.ctx, input: { deliveryId: String(first?.deliveryId) } }));
    await service.deliver();
    expect(scores(minted)).toEqual([
      [7.5, 2],
      [15.5, 1],
      [15.5, 1],
    ]);
  });

  it('after a grade that was corrected while the first one was tried again is a newer one for each correction', async () => {
    const minted = await mint({ sections: [{ name: 'Essays', questions: [smallEssay] }] });
    const { ctx, testId, candidate } = minted;
    await service.complete(candidate, { 1: 'Because.' });
    const { reviews } = await value(api.listReviews({ ctx, input: { query: { testId } } }));
    const grade = (marks: number, reason?: string) =>
      value(api.gradeReview({ ctx, input: { reviewId: String(reviews[0]?.reviewId), body: { marks: [marks], reason } } }));
    await grade(0);
    await service.generate();
    service.outbound.receive(minted.receiver.host, async () => answered(503));
    await service.deliver();
    for (const marks of [1, 0, 1]) {
      await grade(marks, 'It was misread');
      await service.deliver();
    }
    service.outbound.receive(minted.receiver.host, async () => answered(204));
    service.clock.advance(hour);
    await service.deliver();
    expect(scores(minted)).toEqual([
      [0, 2],
      [1, 2],
      [0, 2],
      [1, 2],
    ]);
  });

  it('of a regrade that is repeated is a newer one only if the score has changed since', async () => {
    const sections = [...smallTest.sections, { name: 'Essays', questions: [smallEssay] }];
    const minted = await mint({ sections });
    const { ctx, testId, candidate } = minted;
    await service.complete(candidate, { ...rightAnswers, [sections.flatMap(({ questions }) => [...questions]).length]: 'Because.' });
    const { reviews } = await value(api.listReviews({ ctx, input: { query: { testId } } }));
    const grade = (marks: number, reason?: string) =>
      value(api.gradeReview({ ctx, input: { reviewId: String(reviews[0]?.reviewId), body: { marks: [marks], reason } } }));
    await grade(0);
    await service.generate();
    await service.deliver();
    await regrade(minted, 10, true);
    await service.deliver();
    await grade(1, 'It was misread');
    for (let times = 0; times < 2; times += 1) {
      await regrade(minted, 10, true);
      await service.deliver();
    }
    expect(scores(minted)).toEqual([
      [7.5, 1],
      [15.5, 1],
      [16.5, 1],
    ]);
  });
});
