import { formatInstant } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { day, hour, minute, zone } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { setTestStatus } from '../assessment/set-test-status.ts';
import { giveExtraTime } from '../invitation/change-invitation.ts';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import { updateTestLink } from '../link/update-test-link.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { dates, openLinks, useService } from '../testing/service.ts';
import { getAttempt } from './get-attempt.ts';
import { saveAnswer } from './save-answer.ts';
import { startAttempt } from './start-attempt.ts';

const modes = ['anytime', 'time bound', 'slot wise'] as const;
const anytime = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone };

describe.each(testDialects)('start on %s', (engine) => {
  const service = useService(engine);

  it('Pending becomes In progress, with the deadline at start + duration', async () => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId);
    expect(await value(startAttempt({ candidate }))).toMatchObject({
      testInvitationId: Number(id),
      status: 'In progress',
      startedAt: formatInstant(service.clock.now),
      deadline: formatInstant(service.clock.now + hour),
      serverTime: formatInstant(service.clock.now),
    });
  });

  it('starting again, from any device, returns the running attempt with its saved answers', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId);
    const first = await value(startAttempt({ candidate }));
    await service.answer(candidate, { 1: 'b' });
    service.clock.advance(10 * minute);
    const answers = [{ questionId: 1, answer: 'b', revision: 1 }];
    const { startedAt, deadline } = first;
    expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress', startedAt, deadline, answers });
    expect(await value(getAttempt({ candidate }))).toMatchObject({ status: 'In progress', startedAt, deadline, answers });
  });

  it('ten starts at once make one attempt', async () => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId);
    const states = await Promise.all(Array.from({ length: 10 }, () => value(startAttempt({ candidate }))));
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1);
    const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }));
    expect(timeline.filter(({ type }) => type === 'attempt.started')).toHaveLength(1);
  });

  it('a completed attempt does not start again', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, 'Completed');
    expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'take.completed', statuscode: '403.17' });
  });

  it('an attempt whose time is over is resumed as long as answers count, and not after that', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, 'In progress');
    service.clock.advance(hour + 30_000);
    expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress' });
    service.clock.advance(1);
    expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'take.deadline-passed', statuscode: '403.16' });
  });
});

/** What the link decides is a function of its row and the time. */
describe('a start by a test link', () => {
  const service = useService();
  const update = (ctx: Context, ids: { testId: string; testLinkId: string }, body: unknown) =>
    value(updateTestLink({ ctx, input: { testId: ids.testId, testLinkId: ids.testLinkId, body } }));

  describe.each(modes)('by an %s link', (mode) => {
    it('starts while it is open', async () => {
      const { candidate } = await service.inviteByLink(openLinks(service.clock.now)[mode]);
      expect(await value(getAttempt({ candidate }))).toMatchObject({ status: 'Pending', access: { state: 'open' } });
      expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress' });
    });

    it('is refused as inactive when the link or the test is, with a code of its own', async () => {
      const one = await service.inviteByLink(openLinks(service.clock.now)[mode]);
      await update(one.ctx, one, { ...anytime, ...openLinks(service.clock.now)[mode], testLinkStatus: 3 });
      const two = await service.inviteByLink(openLinks(service.clock.now)[mode]);
      await value(setTestStatus({ ctx: two.ctx, input: { testId: two.testId, body: { status: 'Inactive' } } }));
      const three = await service.inviteByLink(openLinks(service.clock.now)[mode]);
      await value(setTestStatus({ ctx: three.ctx, input: { testId: three.testId, body: { status: 'Archived' } } }));
      for (const { candidate, ctx, id } of [one, two, three]) {
        expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'take.inactive', statuscode: '403.14' });
        expect(await value(getAttempt({ candidate }))).toMatchObject({ status: 'Pending', access: { state: 'inactive' } });
        expect(await service.row(ctx, id)).toMatchObject({ status: 'Pending', started_at: null });
      }
    });

    it('a running attempt goes on after its link is closed, deactivated, or its test is', async () => {
      const { ctx, testId, testLinkId, candidate } = await service.inviteByLink(openLinks(service.clock.now)[mode]);
      const { deadline } = await value(startAttempt({ candidate }));
      const closed = { ...anytime, accessTime: 1, ...dates(service.clock.now - day, service.clock.now - hour) };
      await update(ctx, { testId, testLinkId }, { ...closed, testLinkStatus: 3 });
      await value(setTestStatus({ ctx, input: { testId, body: { status: 'Archived' } } }));
      service.clock.advance(minute);
      expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress', deadline });
      expect(await value(saveAnswer({ candidate, input: { questionId: '1', body: { answer: 'b', revision: 1 } } }))).toMatchObject({
        accepted: true,
      });
    });
  });

  describe('api-v2 §4.3 Rule 2: time bound', () => {
    it('before the period is refused as not open yet, and tells when it opens', async () => {
      const start = service.clock.now + hour;
      const { candidate } = await service.inviteByLink({ accessTime: 1, ...dates(start, start + hour) });
      expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'take.not-open', statuscode: '403.11' });
      expect(await value(getAttempt({ candidate }))).toMatchObject({ access: { state: 'not-open', opensAt: formatInstant(start) } });
      service.clock.moveTo(start);
      expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress' });
    });

    it('from the end of the period on is refused as closed', async () => {
      const end = service.clock.now + hour;
      const { candidate } = await service.inviteByLink({ accessTime: 1, ...dates(service.clock.now, end) });
      service.clock.moveTo(end);
      expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'take.closed', statuscode: '403.12' });
      expect(await value(getAttempt({ candidate }))).toMatchObject({ access: { state: 'closed', closedAt: formatInstant(end) } });
    });

    it.each([
      ['the duration', 3 * hour, hour],
      ['the end of the period', 20 * minute, 20 * minute],
    ])('the deadline is the earlier: %s', async (_, untilEnd, allowed) => {
      const { candidate } = await service.inviteByLink({ accessTime: 1, ...dates(service.clock.now, service.clock.now + untilEnd) });
      expect(await value(startAttempt({ candidate }))).toMatchObject({ deadline: formatInstant(service.clock.now + allowed) });
    });

    it('extra time counts into the deadline and does not open a closed period', async () => {
      const end = service.clock.now + 70 * minute;
      const { ctx, id, candidate } = await service.inviteByLink({ accessTime: 1, ...dates(service.clock.now, end) });
      await value(giveExtraTime({ ctx, input: { testInvitationId: id, body: { minutes: 30 } } }));
      expect(await value(startAttempt({ candidate }))).toMatchObject({ deadline: formatInstant(end) });
    });
  });

  describe('api-v2 §4.3 Rule 3: slot wise', () => {
    /** Three days from 09:00 to 11:00 UTC, and a clock at midnight before the first. */
    const inviteToSlots = async (from = 9 * hour, to = 11 * hour, days = 2) => {
      const midnight = service.clock.moveToNextDay(0);
      const window = dates(midnight + from, midnight + days * day + to);
      return { midnight, ...(await service.inviteByLink({ accessTime: 2, ...window })) };
    };

    it('opens each day for the daily window only, and each refusal has a code of its own', async () => {
      const { midnight, candidate } = await inviteToSlots();
      expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'take.not-open', statuscode: '403.11' });
      service.clock.moveTo(midnight + 11 * hour);
      expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'take.outside-slot', statuscode: '403.13' });
      expect(await value(getAttempt({ candidate }))).toMatchObject({
        access: { state: 'outside-slot', opensAt: formatInstant(midnight + day + 9 * hour) },
      });
      service.clock.moveTo(midnight + day + 8 * hour);
      expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'take.outside-slot' });
      service.clock.moveTo(midnight + 2 * day + 11 * hour);
      expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'take.closed', statuscode: '403.12' });
    });

    it("the deadline is that day's end when it comes before start + duration", async () => {
      const { midnight, candidate } = await inviteToSlots();
      service.clock.moveTo(midnight + day + 10 * hour + 30 * minute);
      expect(await value(startAttempt({ candidate }))).toMatchObject({ deadline: formatInstant(midnight + day + 11 * hour) });
    });

    it('the deadline is start + duration when the slot lasts longer', async () => {
      const { midnight, candidate } = await inviteToSlots();
      service.clock.moveTo(midnight + day + 9 * hour);
      expect(await value(startAttempt({ candidate }))).toMatchObject({ deadline: formatInstant(midnight + day + 10 * hour) });
    });

    it('a daily end earlier than the daily start runs past midnight', async () => {
      const { midnight, candidate } = await inviteToSlots(22 * hour, 2 * hour);
      service.clock.moveTo(midnight + day + 3 * hour);
      expect(await statuscodeOf(startAttempt({ candidate }))).toBe('403.13');
      service.clock.moveTo(midnight + day + 23 * hour);
      service.clock.advance(2 * hour + 30 * minute);
      expect(await value(startAttempt({ candidate }))).toMatchObject({ deadline: formatInstant(midnight + 2 * day + 2 * hour) });
    });

    it('equal times of day are the whole day', async () => {
      const { midnight, candidate } = await inviteToSlots(9 * hour, 9 * hour);
      service.clock.moveTo(midnight + day + 3 * hour);
      expect(await value(startAttempt({ candidate }))).toMatchObject({ deadline: formatInstant(midnight + day + 4 * hour) });
    });
  });

  it('later edits of the link touch only attempts not yet started', async () => {
    const end = service.clock.now + 40 * minute;
    const { ctx, testId, testLinkId, candidate } = await service.inviteByLink({ accessTime: 1, ...dates(service.clock.now, end) });
    const waiting = await service.registerByLink(ctx, { testId, testLinkId });
    await value(startAttempt({ candidate }));
    for (const newEnd of [end - 10 * minute, end + day]) {
      await update(ctx, { testId, testLinkId }, { ...anytime, accessTime: 1, ...dates(service.clock.now, newEnd) });
      expect(await value(getAttempt({ candidate }))).toMatchObject({ deadline: formatInstant(end) });
      expect(await value(startAttempt({ candidate }))).toMatchObject({ deadline: formatInstant(end) });
    }
    expect(await value(startAttempt({ candidate: waiting.candidate }))).toMatchObject({
      deadline: formatInstant(service.clock.now + hour),
    });
  });

  describe('slot wise in a zone whose clocks change: 09:00 to 17:00 in Berlin, 20 March to 10 April 2030', () => {
    const berlin = {
      testLinkName: 'Spring',
      accessTime: 2,
      timeZoneId: 110,
      startDateTime: '2030-03-20T08:00',
      endDateTime: '2030-04-10T15:00',
    };
    const newYork = 35;

    it('each day opens and closes by the clocks of that day', async () => {
      const { candidate } = await service.inviteByLink(berlin);
      const access = async (at: string) => {
        service.clock.moveTo(Date.parse(at));
        return (await value(getAttempt({ candidate }))).access;
      };
      expect(await access('2030-03-20T07:59Z')).toEqual({ state: 'not-open', opensAt: '2030-03-20T08:00:00.000Z' });
      expect(await access('2030-03-30T15:59Z')).toEqual({ state: 'open', closesAt: '2030-03-30T16:00:00.000Z' });
      expect(await access('2030-03-30T16:00Z')).toEqual({ state: 'outside-slot', opensAt: '2030-03-31T07:00:00.000Z' });
      expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ message: expect.stringContaining('2030-03-31T07:00:00 UTC') });
      expect(await access('2030-03-31T07:00Z')).toEqual({ state: 'open', closesAt: '2030-03-31T15:00:00.000Z' });
      expect(await access('2030-03-31T15:00Z')).toEqual({ state: 'outside-slot', opensAt: '2030-04-01T07:00:00.000Z' });
    });

    it('another zone of the link moves the windows of attempts that have not started, and no deadline', async () => {
      const { ctx, testId, testLinkId, id, candidate } = await service.inviteByLink(berlin);
      const waiting = await service.registerByLink(ctx, { testId, testLinkId });
      service.clock.moveTo(Date.parse('2030-04-01T14:30Z'));
      const deadline = '2030-04-01T15:00:00.000Z';
      expect(await value(startAttempt({ candidate }))).toMatchObject({ deadline });
      await update(ctx, { testId, testLinkId }, { ...berlin, timeZoneId: newYork });
      await value(giveExtraTime({ ctx, input: { testInvitationId: id, body: { minutes: 90 } } }));
      expect(await value(getAttempt({ candidate }))).toMatchObject({ deadline });
      service.clock.moveTo(Date.parse('2030-04-02T07:30Z'));
      // Clocks in New York changed before 20 March, so there the window opens at 08:00 UTC on each day, and in Berlin at 07:00.
      const moved = { state: 'outside-slot', opensAt: '2030-04-02T08:00:00.000Z' };
      expect(await value(getAttempt({ candidate: waiting.candidate }))).toMatchObject({ access: moved });
      service.clock.moveTo(Date.parse('2030-04-10T15:00Z'));
      expect(await value(getAttempt({ candidate: waiting.candidate }))).toMatchObject({
        access: { state: 'closed', closedAt: '2030-04-10T15:00:00.000Z' },
      });
    });
  });
});
