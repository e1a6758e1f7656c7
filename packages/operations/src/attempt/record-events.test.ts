import { hour, minute, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getReport } from '../report/get-report.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { submitAttempt } from './complete-attempt.ts';
import type { Candidate } from './open-invitation.ts';
import { recordEvents } from './record-events.ts';

describe('window violations', () => {
  const service = useService();
  const send = (candidate: Candidate, events: unknown, sentAt?: unknown) =>
    recordEvents({ candidate, input: { body: { sentAt, events } } });
  const mintRunning = async () => {
    const { ctx, testId } = await service.mint();
    const invited = await service.invite(ctx, testId, 'In progress');
    const report = () => value(getReport({ ctx, input: { testInvitationId: invited.id } }));
    const finish = async () => {
      await value(submitAttempt({ candidate: invited.candidate }));
      await service.generate();
      return report();
    };
    return { ...invited, ctx, report, finish, start: service.clock.now };
  };

  it('wv counts how often the window was left, tv the seconds outside', async () => {
    const { candidate, start, report, finish } = await mintRunning();
    service.clock.advance(10 * minute);
    const events = [
      { type: 'left', at: start + minute },
      { type: 'returned', at: start + minute + 20 * second },
      { type: 'left', at: new Date(start + 2 * minute).toISOString() },
      { type: 'returned', at: new Date(start + 2 * minute + 5 * second).toISOString() },
    ];
    expect(await value(send(candidate, events))).toEqual({ recorded: 4 });
    expect(await report()).toMatchObject({ wv: 2, tv: 25, reportStatus: 'Pending' });
    expect(await finish()).toMatchObject({ wv: 2, tv: 25, reportStatus: 'Generated' });
  });

  it('a repeated eventId is dropped, in the same call and in later ones', async () => {
    const { candidate, start, finish } = await mintRunning();
    service.clock.advance(minute);
    const left = { eventId: 'e1', type: 'left', at: start + second };
    const returned = { eventId: 'e2', type: 'returned', at: start + 4 * second };
    expect(await value(send(candidate, [left, left]))).toEqual({ recorded: 1 });
    expect(await value(send(candidate, [left, returned]))).toEqual({ recorded: 1 });
    expect(await value(send(candidate, [{ ...left, at: start + 30 * second }]))).toEqual({ recorded: 0 });
    expect(await finish()).toMatchObject({ wv: 1, tv: 3 });
  });

  it.each(['\u0000', 'e1\ud83d', '', 'x'.repeat(101)])('an eventId %j is 400.1 and named', async (eventId) => {
    const { candidate, start } = await mintRunning();
    const refusal = await refusalOf(send(candidate, [{ eventId, type: 'left', at: start }]));
    expect(refusal).toMatchObject({ statuscode: '400.1', message: expect.stringMatching(/^events\[0\]\.eventId: /) });
  });

  it('the same eventId of another candidate is not a repeated one', async () => {
    const one = await mintRunning();
    const two = await mintRunning();
    for (const { candidate } of [one, two])
      expect(await value(send(candidate, [{ eventId: 'e1', type: 'left', at: service.clock.now }]))).toEqual({ recorded: 1 });
  });

  it.each([
    ['behind', -3 * hour],
    ['ahead', 5 * hour],
  ])('a clock that is %s is shifted by server time - sentAt', async (_, skew) => {
    const { candidate, start, finish } = await mintRunning();
    service.clock.advance(10 * minute);
    const events = [
      { type: 'left', at: start + skew + 5 * minute },
      { type: 'returned', at: start + skew + 6 * minute },
    ];
    await value(send(candidate, events, service.clock.now + skew));
    expect(await finish()).toMatchObject({ wv: 1, tv: 60 });
  });

  it('times outside of the attempt are clamped to it', async () => {
    const { candidate, start, finish } = await mintRunning();
    service.clock.moveTo(start + 2 * minute);
    await value(
      send(candidate, [
        { type: 'left', at: start - hour },
        { type: 'returned', at: start + 30 * second },
        { type: 'left', at: start + minute },
        { type: 'returned', at: start + 10 * hour },
      ]),
    );
    expect(await finish()).toMatchObject({ wv: 2, tv: 90 });
  });

  it('a missing "returned" counts to the end of the attempt, and so far while it runs', async () => {
    const { candidate, start, report, finish } = await mintRunning();
    await value(send(candidate, [{ type: 'left', at: start }]));
    service.clock.moveTo(start + 3 * minute);
    expect(await report()).toMatchObject({ wv: 1, tv: 180 });
    service.clock.moveTo(start + 4 * minute);
    expect(await finish()).toMatchObject({ wv: 1, tv: 240 });
    service.clock.advance(hour);
    expect(await report()).toMatchObject({ wv: 1, tv: 240 });
  });

  it('a missing "returned" never counts past the deadline', async () => {
    const { candidate, start, report, finish } = await mintRunning();
    await value(send(candidate, [{ type: 'left', at: start }]));
    service.clock.advance(3 * hour);
    expect(await report()).toMatchObject({ wv: 1, tv: 3600 });
    expect(await finish()).toMatchObject({ wv: 1, tv: 3600 });
  });

  it('two "left" in a row are two violations and one time outside', async () => {
    const { candidate, start, finish } = await mintRunning();
    service.clock.advance(minute);
    await value(
      send(candidate, [
        { type: 'left', at: start + 10 * second },
        { type: 'left', at: start + 20 * second },
        { type: 'returned', at: start + 30 * second },
        { type: 'returned', at: start + 50 * second },
      ]),
    );
    expect(await finish()).toMatchObject({ wv: 2, tv: 20 });
  });

  it('events that arrive in another order than they happened count as they happened', async () => {
    const { candidate, start, finish } = await mintRunning();
    service.clock.advance(minute);
    await value(send(candidate, [{ type: 'returned', at: start + 30 * second }]));
    await value(send(candidate, [{ type: 'left', at: start + 10 * second }]));
    expect(await finish()).toMatchObject({ wv: 1, tv: 20 });
  });

  it.each([
    ['Pending', 'resource.conflict'],
    ['Reset', 'resource.conflict'],
    ['Completed', 'take.completed'],
  ] as const)('an attempt that is %s records none: %s', async (status, code) => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, status);
    expect(await refusalOf(send(candidate, [{ type: 'left', at: service.clock.now }]))).toMatchObject({ code });
  });

  it.each([
    ['events', undefined],
    ['events', []],
    ['events', [{ type: 'blinked', at: 0 }]],
    ['events', [{ type: 'left' }]],
    ['events', [{ type: 'left', at: 'noon' }]],
    ['events', Array.from({ length: 501 }, () => ({ type: 'left', at: 0 }))],
  ])('refuses malformed %s with 400.1 naming them (%#)', async (field, events) => {
    const { candidate } = await mintRunning();
    const refusal = await refusalOf(send(candidate, events));
    expect(refusal.statuscode).toBe('400.1');
    expect(refusal.message).toContain(field);
  });
});
