import { formatInstant } from '@assay/domain';
import { invitations, type Tx } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { deferred, hour, marks, minute, rightAnswers, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getInvitation, getInvitationTimeline } from '../invitation/get-invitation.ts';
import { getReport } from '../report/get-report.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { closeOverdueAttempts, submitAttempt } from './complete-attempt.ts';
import { saveAnswer } from './save-answer.ts';

describe.each(testDialects)('on %s', (engine) => {
  const service = useService(engine);

  describe('submit', () => {
    it('completes the attempt; again is the same answer', async () => {
      const { ctx, testId } = await service.mint();
      const { candidate } = await service.invite(ctx, testId, 'In progress');
      service.clock.advance(minute);
      const first = await value(submitAttempt({ candidate }));
      expect(first).toEqual({ status: 'Completed', completedAt: formatInstant(service.clock.now), redirectURL: null });
      service.clock.advance(2 * hour);
      expect(await value(submitAttempt({ candidate }))).toEqual(first);
    });

    it('ten at once complete it once, with one report', async () => {
      const { ctx, testId } = await service.mint();
      const { id, candidate } = await service.invite(ctx, testId, 'In progress');
      const answers = await Promise.all(Array.from({ length: 10 }, () => value(submitAttempt({ candidate }))));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      await service.generate();
      const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }));
      for (const type of ['attempt.completed', 'report.generated']) expect(timeline.filter((entry) => entry.type === type)).toHaveLength(1);
    });

    it('wakes the loop that generates reports, once: many submits hold it up', async () => {
      const { ctx, testId } = await service.mint();
      const { candidate } = await service.invite(ctx, testId, 'In progress');
      const before = service.woken.filter((loop) => loop === 'reports').length;
      for (let times = 0; times < 3; times += 1) await value(submitAttempt({ candidate }));
      expect(service.woken.filter((loop) => loop === 'reports')).toHaveLength(before + 1);
    });

    it.each([
      ['Pending', 'resource.conflict'],
      ['Reset', 'resource.conflict'],
      ['Cancelled', 'take.cancelled'],
    ] as const)('of an invitation that is %s is refused: %s', async (status, code) => {
      const { ctx, testId } = await service.mint();
      const { candidate } = await service.invite(ctx, testId, status);
      expect(await refusalOf(submitAttempt({ candidate }))).toMatchObject({ code });
    });

    it('after the deadline completes it at the deadline', async () => {
      const { ctx, testId } = await service.mint();
      const { id, candidate } = await service.invite(ctx, testId, 'In progress');
      const deadline = service.clock.now + hour;
      service.clock.moveTo(deadline + 10 * minute);
      expect(await value(submitAttempt({ candidate }))).toMatchObject({ completedAt: formatInstant(deadline) });
      expect(await service.row(ctx, id)).toMatchObject({ completed_by: 'deadline' });
    });

    it('against saves at once: every accepted answer is graded, every other one is told that the test is completed', async () => {
      const { ctx, testId } = await service.mint();
      const runs = await Promise.all(Array.from({ length: 24 }, () => service.invite(ctx, testId, 'In progress')));
      const accepted = await Promise.all(
        runs.map(async ({ candidate }, run) => {
          let score = 0;
          const saves = Object.entries(rightAnswers).map(([questionId, answer]) => async () => {
            const result = await saveAnswer({ candidate, input: { questionId, body: { answer, revision: 1 } } });
            if (result.ok) score += result.value.accepted ? (marks[Number(questionId)] ?? 0) : 0;
            else expect(result.error.code).toBe('take.completed');
          });
          const submit = async () => void (await value(submitAttempt({ candidate })));
          await Promise.all(saves.toSpliced(run % 5, 0, submit).map((call) => call()));
          return score;
        }),
      );
      await service.generate();
      const scores = await Promise.all(runs.map(({ id }) => value(getReport({ ctx, input: { testInvitationId: id } }))));
      expect(scores.map(({ score }) => score)).toEqual(accepted.map(String));
    });
  });

  describe('attempts past their deadline', () => {
    it('complete by themselves at the deadline, with the answers saved so far', async () => {
      const { ctx, testId } = await service.mint();
      const { id, candidate } = await service.invite(ctx, testId, 'In progress');
      const start = service.clock.now;
      await service.answer(candidate, { 1: 'b', 3: 12.5 });
      service.clock.moveTo(start + hour + 30 * second + 1);
      expect(await closeOverdueAttempts({ assay: service.assay })).toBe(1);
      const input = { testInvitationId: id };
      expect(await value(getInvitation({ ctx, input }))).toMatchObject({ status: 'Completed', completedAt: formatInstant(start + hour) });
      await service.generate();
      expect(await value(getReport({ ctx, input }))).toMatchObject({ score: '3.5', timeTaken: 60, testStatus: 'Completed' });
      expect(await closeOverdueAttempts({ assay: service.assay })).toBe(0);
    });

    it('are not closed while an answer may still be on its way', async () => {
      const { ctx, testId } = await service.mint();
      const { candidate } = await service.invite(ctx, testId, 'In progress');
      service.clock.advance(hour + 30 * second);
      expect(await closeOverdueAttempts({ assay: service.assay })).toBe(0);
      await service.answer(candidate, rightAnswers);
      service.clock.advance(1);
      expect(await closeOverdueAttempts({ assay: service.assay })).toBe(1);
    });

    it('are closed once by several processes at once, also more than one batch', async () => {
      const { ctx, testId } = await service.mint();
      await Promise.all(Array.from({ length: 120 }, () => service.invite(ctx, testId, 'In progress')));
      service.clock.advance(2 * hour);
      let closed = 0;
      for (let round = 0; round < 2; round += 1) {
        const counts = await Promise.all([closeOverdueAttempts({ assay: service.assay }), closeOverdueAttempts({ assay: service.assay })]);
        closed += counts.reduce((sum, count) => sum + count, 0);
      }
      expect(closed).toBe(120);
      await service.generate();
    });

    it('are closed at once though one of them cannot be; that one fails when no other is left', async () => {
      const { ctx, testId } = await service.mint();
      const [broken] = await Promise.all(Array.from({ length: 3 }, () => service.invite(ctx, testId, 'In progress')));
      const ofBroken = (tx: Tx) => tx.kysely.updateTable('invitations').where('invitation_id', '=', Number(broken?.id));
      await service.assay.store.write((tx) => ofBroken(tx).set({ version: null }).execute());
      service.clock.advance(2 * hour);
      expect(await closeOverdueAttempts({ assay: service.assay })).toBe(2);
      await expect(closeOverdueAttempts({ assay: service.assay })).rejects.toThrow('no version');
      await service.assay.store.write((tx) => ofBroken(tx).set({ version: 1 }).execute());
      expect(await closeOverdueAttempts({ assay: service.assay })).toBe(1);
    });
  });
});

// The other engines have one writer at a time.
describe.each(testDialects.filter((engine) => engine === 'postgres'))('overdue attempts on %s', (engine) => {
  const service = useService(engine);

  it('are closed without waiting for one that somebody else has', async () => {
    const { ctx, testId } = await service.mint();
    const runs = await Promise.all(Array.from({ length: 3 }, () => service.invite(ctx, testId, 'In progress')));
    service.clock.advance(2 * hour);
    const [locked, released] = [deferred<void>(), deferred<void>()];
    const key = { accountId: ctx.accountId, invitationId: Number(runs[0]?.id) };
    const other = service.assay.store.write(async (tx) => {
      await invitations.lock(tx, key);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    expect(await closeOverdueAttempts({ assay: service.assay })).toBe(2);
    released.resolve();
    await other;
    expect(await closeOverdueAttempts({ assay: service.assay })).toBe(1);
  });
});
