import { testDialects } from '@assay/store/testing';
import { minute } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { dumpAccount } from '../testing/tables.ts';
import { submitAttempt } from './complete-attempt.ts';
import { getAttempt } from './get-attempt.ts';
import type { Candidate } from './open-invitation.ts';
import { recordEvents } from './record-events.ts';
import { saveAnswer } from './save-answer.ts';
import { startAttempt } from './start-attempt.ts';

const first = 'the-first-tab';
const second = 'the-second-tab';
const takenOver = { code: 'take.taken-over', statuscode: '403.19' };

const start = (candidate: Candidate, sessionId?: unknown) => startAttempt({ candidate, input: { body: { sessionId } } });
const save = (candidate: Candidate, sessionId?: unknown, revision = 1) =>
  saveAnswer({ candidate, input: { questionId: '1', body: { answer: 'b', revision, sessionId } } });
const submit = (candidate: Candidate, sessionId?: unknown) => submitAttempt({ candidate, input: { body: { sessionId } } });

describe.each(testDialects)('sessions on %s', (engine) => {
  const service = useService(engine);
  const leave = (candidate: Candidate, sessionId?: unknown) =>
    recordEvents({ candidate, input: { body: { events: [{ type: 'left', at: service.clock.now }], sessionId } } });
  const mintPending = async () => {
    const { ctx, testId } = await service.mint();
    return { ctx, ...(await service.invite(ctx, testId)) };
  };
  const mintTakenOver = async () => {
    const minted = await mintPending();
    await value(start(minted.candidate, first));
    await value(start(minted.candidate, second));
    return minted;
  };
  const takeovers = async (ctx: Context, id: string) =>
    (await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }))).timeline.filter(
      ({ type }) => type === 'attempt.taken-over',
    );

  it('the session that starts the attempt saves and submits, and starting again in it takes nothing over', async () => {
    const { ctx, id, candidate } = await mintPending();
    await value(start(candidate, first));
    await value(start(candidate, first));
    expect(await value(save(candidate, first))).toMatchObject({ accepted: true });
    expect(await statuscodeOf(save(candidate, second))).toBe('403.19');
    expect(await takeovers(ctx, id)).toEqual([]);
    expect(await value(submit(candidate, first))).toMatchObject({ status: 'Completed' });
  });

  it('another that starts takes over: once in the timeline, with the same deadline and the answers so far', async () => {
    const { ctx, id, candidate } = await mintPending();
    const { startedAt, deadline } = await value(start(candidate, first));
    await value(save(candidate, first));
    service.clock.advance(minute);
    const answers = [{ questionId: 1, answer: 'b', revision: 1 }];
    expect(await value(start(candidate, second))).toMatchObject({ status: 'In progress', startedAt, deadline, answers });
    expect(await takeovers(ctx, id)).toHaveLength(1);
    expect(await value(save(candidate, second, 2))).toMatchObject({ accepted: true, revision: 2 });
    expect(await value(submit(candidate, second))).toMatchObject({ status: 'Completed' });
  });

  it('the one that was taken over can neither save nor record nor submit, and changes nothing by trying', async () => {
    const { ctx, candidate } = await mintTakenOver();
    const before = await dumpAccount(service.assay.store, ctx.accountId);
    expect(await refusalOf(save(candidate, first))).toMatchObject(takenOver);
    expect(await refusalOf(leave(candidate, first))).toMatchObject(takenOver);
    expect(await refusalOf(submit(candidate, first))).toMatchObject(takenOver);
    expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(before);
    expect(await value(getAttempt({ candidate }))).toMatchObject({ status: 'In progress', answers: [] });
  });

  it('the first takes the test back by starting again', async () => {
    const { ctx, id, candidate } = await mintTakenOver();
    await value(start(candidate, first));
    expect(await value(save(candidate, first))).toMatchObject({ accepted: true });
    expect(await refusalOf(save(candidate, second, 2))).toMatchObject(takenOver);
    expect(await takeovers(ctx, id)).toHaveLength(2);
  });

  it('once the attempt has a session, naming none saves, records and submits nothing', async () => {
    const { ctx, candidate } = await mintTakenOver();
    const before = await dumpAccount(service.assay.store, ctx.accountId);
    for (const none of [undefined, null, '']) {
      expect(await refusalOf(save(candidate, none))).toMatchObject(takenOver);
      expect(await refusalOf(leave(candidate, none))).toMatchObject(takenOver);
      expect(await refusalOf(submit(candidate, none))).toMatchObject(takenOver);
    }
    expect(await refusalOf(submitAttempt({ candidate }))).toMatchObject(takenOver);
    expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(before);
  });

  it('a start that names none takes over, and a session that starts again takes it back', async () => {
    const { ctx, id, candidate } = await mintTakenOver();
    for (let again = 0; again < 2; again += 1) await value(startAttempt({ candidate }));
    expect(await takeovers(ctx, id)).toHaveLength(2);
    expect(await value(save(candidate))).toMatchObject({ accepted: true });
    expect(await value(leave(candidate))).toEqual({ recorded: 1 });
    for (const call of [save(candidate, second, 2), leave(candidate, second), submit(candidate, second)])
      expect(await refusalOf(call)).toMatchObject(takenOver);
    await value(start(candidate, second));
    expect(await takeovers(ctx, id)).toHaveLength(3);
    expect(await refusalOf(save(candidate, undefined, 2))).toMatchObject(takenOver);
    expect(await value(submit(candidate, second))).toMatchObject({ status: 'Completed' });
  });

  it('a client that never names a session takes the whole test without one', async () => {
    const { ctx, id, candidate } = await mintPending();
    for (let again = 0; again < 2; again += 1) await value(startAttempt({ candidate }));
    expect(await value(save(candidate))).toMatchObject({ accepted: true });
    expect(await value(leave(candidate))).toEqual({ recorded: 1 });
    expect(await takeovers(ctx, id)).toEqual([]);
    expect(await value(submitAttempt({ candidate }))).toMatchObject({ status: 'Completed' });
  });

  it('an attempt that was started without a session is the first one that names itself, which takes it over from nobody', async () => {
    const { ctx, id, candidate } = await mintPending();
    await value(startAttempt({ candidate }));
    expect(await value(save(candidate, second))).toMatchObject({ accepted: true });
    await value(start(candidate, first));
    expect(await takeovers(ctx, id)).toEqual([]);
    expect(await refusalOf(save(candidate, second, 2))).toMatchObject(takenOver);
  });

  it('of many that start at once each takes over from the one before, and exactly one may save afterwards', async () => {
    const { ctx, id, candidate } = await mintPending();
    const sessions = Array.from({ length: 8 }, (_, index) => `session-${index}`);
    const states = await Promise.all(sessions.map((sessionId) => value(start(candidate, sessionId))));
    expect(new Set(states.map(({ startedAt, deadline }) => `${startedAt} ${deadline}`)).size).toBe(1);
    expect(await takeovers(ctx, id)).toHaveLength(7);
    const codes: string[] = [];
    for (const [index, sessionId] of sessions.entries()) codes.push(await statuscodeOf(save(candidate, sessionId, index + 1)));
    expect(codes.sort()).toEqual(['200.1', ...Array.from({ length: 7 }, () => '403.19')]);
  });

  it('submitting a completed attempt answers the same to every session', async () => {
    const { candidate } = await mintTakenOver();
    const completed = await value(submit(candidate, second));
    service.clock.advance(minute);
    for (const sessionId of [first, second, undefined]) expect(await value(submit(candidate, sessionId))).toEqual(completed);
  });

  it('a reset forgets the session: the next start takes nothing over', async () => {
    const { ctx, id, candidate } = await mintTakenOver();
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    expect(await service.row(ctx, id)).toMatchObject({ status: 'Reset', session_id: null });
    for (const sessionId of [first, second]) {
      expect(await refusalOf(save(candidate, sessionId))).toMatchObject({ code: 'resource.conflict' });
      expect(await refusalOf(submit(candidate, sessionId))).toMatchObject({ code: 'resource.conflict' });
    }
  });

  it.each([
    ['with a session of its own', 'a-third-tab'],
    ['without one', undefined],
  ])('an attempt after a reset that is started %s is that one', async (_, sessionId) => {
    const { ctx, id, candidate } = await mintTakenOver();
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    await value(start(candidate, sessionId));
    expect(await takeovers(ctx, id)).toHaveLength(1);
    expect(await statuscodeOf(save(candidate, second))).toBe(sessionId === undefined ? '200.1' : '403.19');
    expect(await value(save(candidate, sessionId, 2))).toMatchObject({ accepted: true });
  });

  it('a session of another candidate is nothing to this one', async () => {
    const one = await mintPending();
    const two = await mintPending();
    await value(start(one.candidate, first));
    await value(start(two.candidate, second));
    expect(await value(save(one.candidate, first))).toMatchObject({ accepted: true });
    expect(await value(save(two.candidate, second))).toMatchObject({ accepted: true });
  });
});

describe('a sessionId', () => {
  const service = useService();
  const leave = (candidate: Candidate, sessionId?: unknown) =>
    recordEvents({ candidate, input: { body: { events: [{ type: 'left', at: service.clock.now }], sessionId } } });
  const mintPending = async () => {
    const { ctx, testId } = await service.mint();
    return { ctx, ...(await service.invite(ctx, testId)) };
  };

  it.each([['short'], ['x'.repeat(101)], ['the-first\u0000'], ['the-first\ud83d'], [12_345_678], [{ id: first }]])(
    'that is %j is 400.1 and named',
    async (sessionId) => {
      const { ctx, candidate } = await mintPending();
      await value(start(candidate, first));
      const before = await dumpAccount(service.assay.store, ctx.accountId);
      for (const call of [start, save, leave, submit]) {
        const refusal = await refusalOf(call(candidate, sessionId));
        expect(refusal.statuscode).toBe('400.1');
        expect(refusal.message).toContain('sessionId');
      }
      expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(before);
    },
  );

  it.each([['x'.repeat(8)], ['x'.repeat(100)]])('of %j is taken', async (sessionId) => {
    const { candidate } = await mintPending();
    await value(start(candidate, sessionId));
    expect(await value(save(candidate, sessionId))).toMatchObject({ accepted: true });
  });
});
