import { formatInstant } from '@assay/domain';
import { hour, minute, mixedAnswers, mixedScore, second, totalScore } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getAttempt } from '../attempt/get-attempt.ts';
import { recordEvents } from '../attempt/record-events.ts';
import { saveAnswer } from '../attempt/save-answer.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { getReport, getSectionReports } from '../report/get-report.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { dates, useService } from '../testing/service.ts';
import { giveExtraTime, resetInvitation } from './change-invitation.ts';
import { getInvitation, getInvitationTimeline } from './get-invitation.ts';

describe('on %s', () => {
  const service = useService();
  const reset = (ctx: Context, testInvitationId: string) => resetInvitation({ ctx, input: { testInvitationId } });
  const extend = (ctx: Context, testInvitationId: string, minutes: unknown) =>
    giveExtraTime({ ctx, input: { testInvitationId, body: { minutes } } });

  describe('reset', () => {
    it.each(['In progress', 'Completed'] as const)('archives an attempt that is %s, and the same URL starts again', async (status) => {
      const { ctx, testId } = await service.mint();
      const { id, candidate } = await service.invite(ctx, testId, status);
      if (status === 'In progress') await service.answer(candidate, mixedAnswers);
      const { started_at, deadline, completed_at } = await service.row(ctx, id);
      service.clock.advance(minute);
      expect(await value(reset(ctx, id))).toMatchObject({ status: 'Reset', startedAt: null, deadline: null, completedAt: null });
      const archived = await service.assay.store.read((db) =>
        db.kysely.selectFrom('archived_attempts').selectAll().where('invitation_id', '=', Number(id)).execute(),
      );
      expect(archived).toMatchObject([{ attempt: 1, version: 1, started_at, deadline, completed_at, archived_at: service.clock.now }]);

      expect(await value(getAttempt({ candidate }))).toMatchObject({ status: 'Reset', startedAt: null, deadline: null });
      const again = await value(startAttempt({ candidate }));
      expect(again).toMatchObject({ status: 'In progress', startedAt: formatInstant(service.clock.now), answers: [] });
    });

    it.each(['Pending', 'Reset', 'Cancelled'] as const)('of an invitation that is %s is 409.1', async (status) => {
      const { ctx, testId } = await service.mint();
      const { id } = await service.invite(ctx, testId, status);
      const before = await service.row(ctx, id);
      expect(await statuscodeOf(reset(ctx, id))).toBe('409.1');
      expect(await service.row(ctx, id)).toEqual(before);
    });

    it('the report is that of no attempt until the next one completes, which gets a report of its own', async () => {
      const { ctx, testId } = await service.mint();
      const { id, candidate } = await service.invite(ctx, testId, 'Completed');
      await service.generate();
      const input = { testInvitationId: id };
      expect(await value(getReport({ ctx, input }))).toMatchObject({ score: totalScore, reportStatus: 'Generated' });

      await value(reset(ctx, id));
      expect(await value(getReport({ ctx, input }))).toMatchObject({
        testStatus: 'Reset',
        reportStatus: 'Pending',
        score: null,
        timeTaken: null,
        attemptedOn: null,
        totalScore,
      });
      expect(await statuscodeOf(getSectionReports({ ctx, input }))).toBe('409.1');

      await service.complete(candidate, mixedAnswers);
      await service.generate();
      expect(await value(getReport({ ctx, input }))).toMatchObject({ score: mixedScore, reportStatus: 'Generated' });
      const { timeline } = await value(getInvitationTimeline({ ctx, input }));
      expect(timeline.filter(({ type }) => type === 'report.generated').map(({ data }) => data)).toMatchObject([
        { attempt: 1, score: totalScore },
        { attempt: 2, score: mixedScore },
      ]);
    });

    it('window violations and late answers of the archived attempt are not those of the next one', async () => {
      const { ctx, testId } = await service.mint();
      const { id, candidate } = await service.invite(ctx, testId, 'In progress');
      await value(recordEvents({ candidate, input: { body: { events: [{ eventId: 'e1', type: 'left', at: service.clock.now }] } } }));
      service.clock.advance(10 * second);
      const input = { testInvitationId: id };
      expect(await value(getReport({ ctx, input }))).toMatchObject({ wv: 1, tv: 10 });
      await value(reset(ctx, id));
      await value(startAttempt({ candidate }));
      expect(await value(getReport({ ctx, input }))).toMatchObject({ wv: 0, tv: 0 });
      const repeated = recordEvents({ candidate, input: { body: { events: [{ eventId: 'e1', type: 'left', at: service.clock.now }] } } });
      expect(await value(repeated)).toEqual({ recorded: 1 });
    });

    it('a completion that was not reported yet is reported although it was reset', async () => {
      const { ctx, testId } = await service.mint();
      const { id } = await service.invite(ctx, testId, 'Completed');
      await value(reset(ctx, id));
      await service.generate();
      const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }));
      expect(timeline.find(({ type }) => type === 'report.generated')?.data).toMatchObject({ attempt: 1, score: totalScore });
      expect(await value(getInvitation({ ctx, input: { testInvitationId: id } }))).toMatchObject({ status: 'Reset', score: null });
    });
  });

  describe('extra time', () => {
    it('given before the start moves the deadline that the start fixes; given twice it adds up', async () => {
      const { ctx, testId } = await service.mint();
      const { id, candidate } = await service.invite(ctx, testId);
      await value(extend(ctx, id, 10));
      expect(await value(extend(ctx, id, 5))).toMatchObject({ extraMinutes: 15, deadline: null });
      const { deadline } = await value(startAttempt({ candidate }));
      expect(deadline).toBe(formatInstant(service.clock.now + 75 * minute));
    });

    it('given while the attempt runs moves its deadline, and answers are taken until the new one', async () => {
      const { ctx, testId } = await service.mint();
      const { id, candidate } = await service.invite(ctx, testId, 'In progress');
      const start = service.clock.now;
      service.clock.advance(59 * minute);
      expect(await value(extend(ctx, id, 10))).toMatchObject({ extraMinutes: 10, deadline: formatInstant(start + 70 * minute) });
      service.clock.moveTo(start + 70 * minute);
      const save = () => saveAnswer({ candidate, input: { questionId: '1', body: { answer: 'b', revision: 1 } } });
      expect(await value(save())).toMatchObject({ accepted: true });
      service.clock.advance(30 * second + 1);
      expect(await refusalOf(save())).toMatchObject({ code: 'take.deadline-passed' });
    });

    it('never moves the deadline past the end of the access window', async () => {
      const end = service.clock.now + hour + 5 * minute;
      const { ctx, id, candidate } = await service.inviteByLink({ accessTime: 1, ...dates(service.clock.now, end) });
      await value(startAttempt({ candidate }));
      expect(await value(extend(ctx, id, 30))).toMatchObject({ deadline: formatInstant(end) });
    });

    it('after the deadline is refused as the time is over', async () => {
      const { ctx, testId } = await service.mint();
      const { id } = await service.invite(ctx, testId, 'In progress');
      service.clock.advance(hour + 1);
      expect(await refusalOf(extend(ctx, id, 10))).toMatchObject({ code: 'take.deadline-passed' });
    });

    it.each(['Completed', 'Cancelled'] as const)('of an invitation that is %s is 409.1', async (status) => {
      const { ctx, testId } = await service.mint();
      const { id } = await service.invite(ctx, testId, status);
      expect(await statuscodeOf(extend(ctx, id, 10))).toBe('409.1');
    });

    it('of an invitation that was reset counts for its next attempt; what an earlier attempt had does not', async () => {
      const { ctx, testId } = await service.mint();
      const { id, candidate } = await service.invite(ctx, testId);
      await value(extend(ctx, id, 20));
      await value(startAttempt({ candidate }));
      await value(reset(ctx, id));
      await value(extend(ctx, id, 5));
      const { deadline } = await value(startAttempt({ candidate }));
      expect(deadline).toBe(formatInstant(service.clock.now + 65 * minute));
    });

    it.each([0, -1, 1.5, 'ten', 100_001, undefined])('refuses %j minutes with 400.1', async (minutes) => {
      const { ctx, testId } = await service.mint();
      const { id } = await service.invite(ctx, testId);
      const refusal = await refusalOf(extend(ctx, id, minutes));
      expect(refusal.statuscode).toBe('400.1');
      expect(refusal.message).toContain('minutes');
    });
  });
});
