import { formatInstant } from '@assay/domain';
import { setAsideAnswers } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { hour, minute, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { updateAccount } from '../account/manage-accounts.ts';
import { getInvitation, getInvitationTimeline } from '../invitation/get-invitation.ts';
import { loadCandidateReport } from '../report/candidate-report.ts';
import { getReport } from '../report/get-report.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { closeOverdueAttempts, submitAttempt } from './complete-attempt.ts';
import { getAttempt } from './get-attempt.ts';
import type { Candidate } from './open-invitation.ts';
import { saveAnswer } from './save-answer.ts';
import { startAttempt } from './start-attempt.ts';
import { issueTicket } from './ticket.ts';

const sessionId = 'session-of-the-page';

describe.each(testDialects)('an answer that was typed before the deadline and arrives after it on %s', (engine) => {
  const service = useService(engine);
  const { clock } = service;

  /** A page that was last heard of `before` ms before the deadline, and its ticket. */
  const wentSilent = async (before: number, as: string = sessionId) => {
    const { ctx, testId } = await service.mint();
    const invited = await service.invite(ctx, testId);
    await value(startAttempt({ candidate: invited.candidate, input: { body: { sessionId: as } } }));
    const deadline = clock.now + hour;
    clock.moveTo(deadline - before);
    const { ticket = '' } = await value(issueTicket({ candidate: invited.candidate, input: { body: { sessionId: as } } }));
    return { ctx, ...invited, deadline, ticket };
  };
  const put = (candidate: Candidate, body: Record<string, unknown>, questionId = 4) =>
    saveAnswer({ candidate, input: { questionId: String(questionId), body: { answer: 'Paris', revision: 1, sessionId, ...body } } });
  const timelineOf = async ({ ctx, id }: { ctx: Context; id: string }) =>
    (await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }))).timeline;
  /** The attempt's status after the worker closed what is overdue. */
  const statusAfterClosing = async (candidate: Candidate) => {
    await closeOverdueAttempts({ assay: service.assay });
    return (await value(getAttempt({ candidate }))).status;
  };

  it.each([35 * second, 50 * second, 10 * minute])('counts %d ms after it, and is marked wherever it is shown', async (after) => {
    const { ctx, id, candidate, deadline, ticket } = await wentSilent(50 * second);
    clock.moveTo(deadline + after);
    expect(await statusAfterClosing(candidate)).toBe('In progress');
    expect(await value(put(candidate, { ticket, elapsedMs: 49 * second }))).toMatchObject({ accepted: true, answer: 'Paris' });
    const submitted = await value(submitAttempt({ candidate, input: { body: { sessionId } } }));
    expect(submitted).toMatchObject({ completedAt: formatInstant(deadline), lateAnswers: { counted: [4], notCounted: [] } });
    expect(await value(getAttempt({ candidate }))).toMatchObject({ answered: 1, lateAnswers: { counted: [4], notCounted: [] } });
    await service.generate();
    const input = { testInvitationId: id };
    const report = await value(getReport({ ctx, input }));
    expect(report).toMatchObject({ score: '1', testStatus: 'Completed', timeTaken: 60 });
    expect(report).not.toHaveProperty('lateAnswers');
    expect(await value(getInvitation({ ctx, input }))).toMatchObject({ score: '1', lateAnswers: 1 });
    expect(await timelineOf({ ctx, id })).toContainEqual({
      at: formatInstant(deadline + after),
      type: 'answer.counted-late',
      data: { attempt: 1, questionId: 4, typedAt: deadline - second },
    });
    const key = { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 };
    const document = await service.assay.store.read((db) => loadCandidateReport(service.assay, db, key));
    expect(document).toMatchObject({ lateAnswers: 1 });
    expect(document?.sections.flatMap(({ questions }) => questions).map(({ late }) => late)).toEqual([false, false, false, true]);
  });

  it('counts with the ticket of a start, of a state and of a save', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId);
    expect(await value(getAttempt({ candidate }))).not.toHaveProperty('ticket');
    const started = await value(startAttempt({ candidate, input: { body: { sessionId } } }));
    const deadline = clock.now + hour;
    const state = await value(getAttempt({ candidate }));
    const saved = await value(put(candidate, { answer: 'Lyon' }));
    clock.moveTo(deadline + minute);
    let revision = 1;
    for (const { ticket } of [started, state, saved]) {
      revision += 1;
      expect(await value(put(candidate, { ticket, elapsedMs: hour - 1, revision }))).toMatchObject({ accepted: true, revision });
    }
  });

  it('is marked once in the timeline, however often it is sent', async () => {
    const { ctx, id, candidate, deadline, ticket } = await wentSilent(minute);
    clock.moveTo(deadline + minute);
    for (const revision of [1, 1, 2, 3]) await value(put(candidate, { ticket, elapsedMs: 0, revision }));
    expect((await timelineOf({ ctx, id })).filter(({ type }) => type === 'answer.counted-late')).toHaveLength(1);
  });

  it('is not marked when it had arrived in time and only its acknowledgement was lost', async () => {
    const { ctx, id, candidate, deadline, ticket } = await wentSilent(3 * minute);
    await value(put(candidate, {}));
    clock.moveTo(deadline + minute);
    expect(await value(put(candidate, { ticket, elapsedMs: 0 }))).toMatchObject({ accepted: true });
    expect((await timelineOf({ ctx, id })).map(({ type }) => type)).not.toContain('answer.counted-late');
    expect(await value(submitAttempt({ candidate, input: { body: { sessionId } } }))).not.toHaveProperty('lateAnswers');
  });

  it('sets the one aside that came in time, so that it can be discounted', async () => {
    const { ctx, id, candidate, deadline, ticket } = await wentSilent(3 * minute);
    await value(put(candidate, { answer: 'Lyon' }));
    clock.moveTo(deadline + minute);
    for (const [revision, answer] of ['Pari', 'Paris'].entries())
      await value(put(candidate, { answer, ticket, elapsedMs: 0, revision: revision + 2 }));
    const key = { accountId: ctx.accountId, invitationId: Number(id), attempt: 1, questionId: 4 };
    const aside = await service.assay.store.read((db) => setAsideAnswers.list(db, key));
    expect(aside.map(({ answer }) => answer)).toEqual(['Lyon']);
    const types = (await timelineOf({ ctx, id })).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('answer.'))).toEqual(['answer.counted-late', 'answer.set-aside']);
  });

  it('is waited for until the minutes of the account are over, and then the attempt is completed without it', async () => {
    const { candidate, deadline, ticket } = await wentSilent(minute);
    clock.moveTo(deadline + 10 * minute);
    expect(await statusAfterClosing(candidate)).toBe('In progress');
    clock.advance(1);
    expect(await refusalOf(put(candidate, { ticket, elapsedMs: 0 }))).toMatchObject({ code: 'take.deadline-passed' });
    expect(await statusAfterClosing(candidate)).toBe('Completed');
    expect(await value(getAttempt({ candidate }))).toMatchObject({
      completedAt: formatInstant(deadline),
      answered: 0,
      lateAnswers: { counted: [], notCounted: [4] },
    });
  });

  it('is not waited for when the account switched it off', async () => {
    const { ctx, candidate, deadline, ticket } = await wentSilent(minute);
    await value(updateAccount({ assay: service.assay, accountId: ctx.accountId, input: { lateMinutes: 0 } }));
    clock.moveTo(deadline + 30 * second + 1);
    expect(await refusalOf(put(candidate, { ticket, elapsedMs: 0 }))).toMatchObject({ code: 'take.deadline-passed' });
    expect(await statusAfterClosing(candidate)).toBe('Completed');
  });

  it.each(['a ticket', 'a save', 'a start'])('does not count when %s shows a network right before the deadline', async (shown) => {
    const { candidate, deadline, ticket } = await wentSilent(2 * minute);
    clock.moveTo(deadline - 39 * second);
    if (shown === 'a ticket') await value(issueTicket({ candidate, input: { body: { sessionId } } }));
    if (shown === 'a save') await value(put(candidate, { answer: 'Lyon' }, 4));
    if (shown === 'a start') await value(startAttempt({ candidate, input: { body: { sessionId } } }));
    clock.moveTo(deadline + 30 * second + 1);
    expect(await refusalOf(put(candidate, { ticket, elapsedMs: 0, revision: 2 }))).toMatchObject({ code: 'take.deadline-passed' });
    expect(await statusAfterClosing(candidate)).toBe('Completed');
  });

  it('a sign of the page after the deadline does not end the wait', async () => {
    const { candidate, deadline, ticket } = await wentSilent(minute);
    clock.moveTo(deadline + 10 * second);
    await value(issueTicket({ candidate, input: { body: { sessionId } } }));
    clock.moveTo(deadline + minute);
    await value(put(candidate, { ticket, elapsedMs: 0 }));
    clock.advance(second);
    expect(await statusAfterClosing(candidate)).toBe('In progress');
    await value(put(candidate, { ticket, elapsedMs: 0, answer: 'b' }, 1));
  });

  it('does not count when it was typed at the deadline or later', async () => {
    const { candidate, deadline, ticket } = await wentSilent(minute);
    clock.moveTo(deadline + minute);
    expect(await refusalOf(put(candidate, { ticket, elapsedMs: minute }))).toMatchObject({ code: 'take.deadline-passed' });
    expect(await value(put(candidate, { ticket, elapsedMs: minute - 1 }))).toMatchObject({ accepted: true });
  });

  it('does not count without a ticket of this attempt and of the session that holds it', async () => {
    const { ticket: other } = await wentSilent(2 * minute);
    const { ctx, id, candidate, deadline, ticket } = await wentSilent(2 * minute);
    clock.moveTo(deadline - minute);
    const next = { candidate, input: { body: { sessionId: 'another-session' } } };
    await value(startAttempt(next));
    clock.moveTo(deadline + minute);
    const [time = '', signature = ''] = ticket.split('.');
    const late = { elapsedMs: 0, sessionId: 'another-session' };
    for (const wrong of [
      {},
      { elapsedMs: 0 },
      { ticket },
      { ...late, ticket },
      { ...late, ticket: other },
      { ...late, ticket: 'no ticket' },
      { ...late, ticket: `${(Number.parseInt(time, 36) + 1).toString(36)}.${signature}` },
    ])
      expect(await refusalOf(put(candidate, { sessionId: 'another-session', ...wrong }))).toMatchObject({ code: 'take.deadline-passed' });
    expect(await refusalOf(put(candidate, { ticket, elapsedMs: 0 }))).toMatchObject({ code: 'take.taken-over' });
    expect((await timelineOf({ ctx, id })).filter(({ type }) => type === 'answer.late')).toHaveLength(1);
  });

  it('an attempt without a session closes after the grace period, and gets no ticket', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, 'In progress');
    expect(await value(issueTicket({ candidate }))).toEqual({ serverTime: formatInstant(clock.now) });
    clock.advance(hour + 30 * second + 1);
    expect(await statusAfterClosing(candidate)).toBe('Completed');
  });

  it.each([{ elapsedMs: -1 }, { elapsedMs: 1.5 }, { elapsedMs: '1' }, { ticket: 'x'.repeat(101) }])(
    'is a bad request with %j',
    async (wrong) => {
      const { candidate } = await wentSilent(minute);
      expect(await refusalOf(put(candidate, wrong))).toMatchObject({ code: 'request.invalid' });
    },
  );
});
