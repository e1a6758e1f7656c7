import { formatInstant } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { minute, mixedAnswers, mixedScore, publicUrl, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getManagedTest } from '../assessment/managed-test.ts';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { getAttempt } from '../attempt/get-attempt.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { getReport, getSectionReports } from '../report/get-report.ts';
import type { Context } from '../support/context.ts';
import { deliveriesOf } from '../testing/deliveries.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { getInvitation, getInvitationTimeline } from './get-invitation.ts';
import { listInvitations } from './list-invitations.ts';
import { reattemptInvitation } from './reattempt-invitation.ts';
import { sendInvitationEmail } from './send-invitation-email.ts';

describe.each(testDialects)('reattempt on %s', (engine) => {
  const service = useService(engine);
  const reattempt = (ctx: Context, testInvitationId: string) => reattemptInvitation({ ctx, input: { testInvitationId } });
  const get = (ctx: Context, testInvitationId: string) => value(getInvitation({ ctx, input: { testInvitationId } }));

  it('api-v2 §3.3: of a completed invitation makes a new one with a new id and URL; the first and its report are kept', async () => {
    const { ctx, testId } = await service.mint();
    const first = await service.invite(ctx, testId, 'Completed');
    await service.generate();
    const input = { testInvitationId: first.id };
    const report = await value(getReport({ ctx, input }));
    const sections = await value(getSectionReports({ ctx, input }));

    const second = await value(reattempt(ctx, first.id));
    expect(Object.keys(second).sort()).toEqual(['takeTestURL', 'testInvitationId']);
    expect(String(second.testInvitationId)).not.toBe(first.id);
    expect(second.takeTestURL).not.toBe(first.url);
    expect(second.takeTestURL.startsWith(`${publicUrl}/take/`)).toBe(true);
    const secondId = String(second.testInvitationId);
    expect(await get(ctx, secondId)).toMatchObject({ status: 'Pending', current: true, reportStatus: 'Pending', score: null });
    expect(await get(ctx, first.id)).toMatchObject({ status: 'Completed', current: false });

    service.clock.advance(5 * minute);
    await service.complete(service.candidateOf(second.takeTestURL), mixedAnswers);
    await service.generate();
    expect(await value(getReport({ ctx, input: { testInvitationId: secondId } }))).toMatchObject({ score: mixedScore });
    // Each answer has a URL of its own, which says when it was made.
    expect(await value(getReport({ ctx, input }))).toEqual({ ...report, reportPDFUrl: expect.any(String) });
    expect(await value(getSectionReports({ ctx, input }))).toEqual(sections);
    expect(await value(getAttempt({ candidate: first.candidate }))).toMatchObject({ status: 'Completed' });
  });

  it('copies link, email, name, callbackURL and redirectURL', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId);
    const body = { ...somebody(), callbackURL: 'https://ats.example/done', redirectURL: 'https://ats.example/thanks' };
    const first = await service.bringTo(ctx, await service.registerByLink(ctx, { testId, testLinkId }, body), 'Completed');
    const { testInvitationId } = await value(reattempt(ctx, first.id));
    expect(await service.row(ctx, String(testInvitationId))).toMatchObject({
      test_id: Number(testId),
      test_link_id: Number(testLinkId),
      email: body.emailId,
      full_name: body.fullName,
      callback_url: body.callbackURL,
      redirect_url: body.redirectURL,
    });
    const found = await value(listInvitations({ ctx, input: { testId, query: { search: body.emailId } } }));
    expect(found.invitations).toHaveLength(2);
  });

  it.each(['Pending', 'In progress', 'Reset', 'Cancelled'] as const)(
    'api-v2 §3.3, §7.3: of an invitation that is %s is 403.4 and changes nothing',
    async (status) => {
      const { ctx, testId } = await service.mint();
      const { id } = await service.invite(ctx, testId, status);
      const before = await service.row(ctx, id);
      const refusal = await refusalOf(reattempt(ctx, id));
      expect(refusal).toMatchObject({ statuscode: '403.4', description: 'Operation on resource cannot be performed' });
      expect(refusal.message).toMatch(/reattempt is allowed only on a completed invitation/i);
      expect(await service.row(ctx, id)).toEqual(before);
      const { invitations } = await value(listInvitations({ ctx, input: { testId, query: {} } }));
      expect(invitations).toHaveLength(1);
    },
  );

  it('a repeated call makes another invitation, which is the current one: the one before cannot be started any more', async () => {
    const { ctx, testId } = await service.mint();
    const first = await service.invite(ctx, testId, 'Completed');
    const second = await value(reattempt(ctx, first.id));
    const third = await value(reattempt(ctx, first.id));
    expect(new Set([first.id, String(second.testInvitationId), String(third.testInvitationId)]).size).toBe(3);
    const started = startAttempt({ candidate: service.candidateOf(second.takeTestURL) });
    expect(await refusalOf(started)).toMatchObject({ code: 'take.superseded', statuscode: '403.18' });
    expect(await value(startAttempt({ candidate: service.candidateOf(third.takeTestURL) }))).toMatchObject({ status: 'In progress' });
  });

  it('a reattempt that a newer one replaces before it is started is Cancelled, with an entry of its timeline; its URL answers 403.18', async () => {
    const { ctx, testId } = await service.mint();
    const first = await service.invite(ctx, testId, 'Completed');
    const second = await value(reattempt(ctx, first.id));
    const secondId = String(second.testInvitationId);
    service.clock.advance(minute);
    const third = await value(reattempt(ctx, first.id));
    expect(await get(ctx, secondId)).toMatchObject({ status: 'Cancelled', current: false });
    const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: secondId } }));
    expect(timeline.at(-1)).toEqual({
      type: 'invitation.superseded',
      at: formatInstant(service.clock.now),
      data: { testInvitationId: third.testInvitationId },
    });
    const candidate = service.candidateOf(second.takeTestURL);
    for (const call of [getAttempt({ candidate }), startAttempt({ candidate }), submitAttempt({ candidate })])
      expect(await refusalOf(call)).toMatchObject({ code: 'take.superseded', statuscode: '403.18' });
    const report = await value(getReport({ ctx, input: { testInvitationId: secondId } }));
    expect(report).toMatchObject({ testStatus: 'Cancelled', reportStatus: 'Pending' });
    const cancelled = await value(listInvitations({ ctx, input: { testId, query: { status: 'Cancelled' } } }));
    expect(cancelled.invitations.map(({ testInvitationId }) => testInvitationId)).toEqual([second.testInvitationId]);
    expect(await value(getManagedTest({ ctx, input: { testId } }))).toMatchObject({ counts: { invited: 1, started: 0 } });
  });

  it('the invitation mail of one that was replaced is not sent, and cannot be asked for', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const first = await service.bringTo(ctx, await service.register(ctx, testId, person), 'Completed');
    const second = String((await value(reattempt(ctx, first.id))).testInvitationId);
    await value(sendInvitationEmail({ ctx, input: { testInvitationId: second } }));
    await value(reattempt(ctx, first.id));
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId).filter(({ kind }) => kind === 'invitation-email')).toEqual([]);
    expect(await deliveriesOf(ctx, { kind: 'invitation-email' })).toMatchObject([
      { state: 'failed', lastError: 'a newer invitation has taken the place of this one' },
    ]);
    expect(await statuscodeOf(sendInvitationEmail({ ctx, input: { testInvitationId: second } }))).toBe('409.1');
  });

  it.each(['In progress', 'Completed', 'Reset'] as const)(
    'a reattempt that is %s when a newer one takes its place stays as it is, with its report',
    async (status) => {
      const { ctx, testId } = await service.mint();
      const first = await service.invite(ctx, testId, 'Completed');
      const { testInvitationId, takeTestURL } = await value(reattempt(ctx, first.id));
      const second = { id: String(testInvitationId), url: takeTestURL, candidate: service.candidateOf(takeTestURL) };
      await service.bringTo(ctx, second, status);
      await service.generate();
      const before = await get(ctx, second.id);
      await value(reattempt(ctx, first.id));
      expect(await get(ctx, second.id)).toEqual({ ...before, current: false });
      expect(await value(getAttempt({ candidate: second.candidate }))).toMatchObject({ status });
      if (status === 'Reset') expect(await value(startAttempt({ candidate: second.candidate }))).toMatchObject({ status: 'In progress' });
    },
  );

  it('one that was cancelled before a newer one takes its place still says so', async () => {
    const { ctx, testId } = await service.mint();
    const first = await service.invite(ctx, testId, 'Completed');
    const second = await value(reattempt(ctx, first.id));
    await value(cancelInvitation({ ctx, input: { testInvitationId: String(second.testInvitationId), query: {} } }));
    await value(reattempt(ctx, first.id));
    const candidate = service.candidateOf(second.takeTestURL);
    expect(await refusalOf(getAttempt({ candidate }))).toMatchObject({ code: 'take.cancelled', statuscode: '403.15' });
  });

  it('a reattempt that is completed can itself be reattempted', async () => {
    const { ctx, testId } = await service.mint();
    const first = await service.invite(ctx, testId, 'Completed');
    const second = await value(reattempt(ctx, first.id));
    await service.complete(service.candidateOf(second.takeTestURL));
    const third = await value(reattempt(ctx, String(second.testInvitationId)));
    expect(await get(ctx, String(third.testInvitationId))).toMatchObject({ status: 'Pending', current: true });
  });

  it('ten calls at once make ten invitations, of which one is current', async () => {
    const { ctx, testId } = await service.mint();
    const first = await service.invite(ctx, testId, 'Completed');
    const answers = await Promise.all(Array.from({ length: 10 }, () => value(reattempt(ctx, first.id))));
    expect(new Set(answers.map(({ testInvitationId }) => testInvitationId)).size).toBe(10);
    const { invitations } = await value(listInvitations({ ctx, input: { testId, query: {} } }));
    expect(invitations.filter(({ current }) => current)).toHaveLength(1);
    expect(invitations).toHaveLength(11);
  });
});
