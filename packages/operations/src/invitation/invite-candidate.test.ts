import { testDialects } from '@assay/store/testing';
import { somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { setTestStatus } from '../assessment/set-test-status.ts';
import type { Context } from '../support/context.ts';
import { deliveriesOf, kindsOf } from '../testing/deliveries.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { statuses, useService } from '../testing/service.ts';
import { dumpAccount } from '../testing/tables.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { getInvitation } from './get-invitation.ts';
import { inviteCandidate } from './invite-candidate.ts';

describe.each(testDialects)('inviting a candidate on %s', (engine) => {
  const service = useService(engine);
  const invite = (ctx: Context, testId: string, body: unknown) => inviteCandidate({ ctx, input: { testId, body } });
  const wakes = () => service.woken.filter((loop) => loop === 'deliveries').length;

  it('registers and mails the take URL', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const body = { ...person, callbackURL: 'https://ats.example/done', redirectURL: 'https://ats.example/thanks' };
    const woken = wakes();
    const { invitation, email } = await value(invite(ctx, testId, body));
    expect(wakes()).toBe(woken + 1);
    const testInvitationId = String(invitation.testInvitationId);
    expect(invitation).toEqual(await value(getInvitation({ ctx, input: { testInvitationId } })));
    expect(invitation).toMatchObject({ ...person, testId: Number(testId), testLinkId: null, status: 'Pending' });
    expect(await service.row(ctx, testInvitationId)).toMatchObject({ callback_url: body.callbackURL, redirect_url: body.redirectURL });
    expect(email).toMatchObject({ kind: 'invitation-email', state: 'pending', destination: person.emailId });
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId)).toMatchObject([{ takeTestURL: invitation.takeTestURL }]);
  });

  it('by a test link: the invitation is of that link', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = Number(await service.createLink(ctx, testId));
    const person = somebody();
    const { invitation } = await value(invite(ctx, testId, { ...person, testLinkId }));
    expect(invitation).toMatchObject({ testLinkId });
    expect((await service.registerByLink(ctx, { testId, testLinkId: String(testLinkId) }, person)).id).toBe(
      String(invitation.testInvitationId),
    );
  });

  it('sendEmail false registers and mails nobody', async () => {
    const { ctx, testId } = await service.mint();
    const woken = wakes();
    const { email } = await value(invite(ctx, testId, { ...somebody(), sendEmail: false }));
    expect([email, await deliveriesOf(ctx), wakes()]).toEqual([null, [], woken]);
  });

  it.each(statuses)('the same candidate again (%s) is the same invitation, and is mailed unless it is completed', async (status) => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const { id, url } = await service.bringTo(ctx, await service.register(ctx, testId, person), status);
    const { invitation, email } = await value(invite(ctx, testId, { ...person, fullName: 'Renamed' }));
    expect(invitation).toMatchObject({
      testInvitationId: Number(id),
      fullName: 'Renamed',
      status: status === 'Cancelled' || status === 'Reset' ? 'Pending' : status,
    });
    expect(invitation.takeTestURL === url).toBe(status !== 'Cancelled');
    if (status === 'Completed') expect([email, await kindsOf(ctx)]).toEqual([null, []]);
    else expect(await deliveriesOf(ctx)).toEqual([email]);
    await service.deliver();
  });

  it('many calls at once with one address are one invitation and one mail', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const results = await Promise.all(Array.from({ length: 8 }, () => value(invite(ctx, testId, person))));
    expect(new Set(results.map(({ invitation, email }) => `${invitation.testInvitationId} ${email?.deliveryId}`)).size).toBe(1);
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId)).toHaveLength(1);
  });

  it('an Idempotency-Key invites once, and answers the same later', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const keyed = { ...ctx, idempotencyKey: 'invite-1' };
    const first = await value(invite(keyed, testId, person));
    await service.deliver();
    const testInvitationId = String(first.invitation.testInvitationId);
    await value(cancelInvitation({ ctx, input: { testInvitationId, query: {} } }));
    expect(await value(invite(keyed, testId, person))).toEqual(first);
    expect(await service.row(ctx, testInvitationId)).toMatchObject({ status: 'Cancelled' });
    await service.deliver();
    expect(service.outbound.emailsTo(person.emailId)).toHaveLength(1);
    expect(await statuscodeOf(invite(keyed, testId, somebody()))).toBe('409.1');
  });

  const unchanged = async (ctx: Context, work: () => Promise<void>) => {
    const before = await dumpAccount(service.assay.store, ctx.accountId);
    await work();
    expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(before);
  };

  it.each([
    ['emailId', ''],
    ['emailId', 'nobody'],
    ['fullName', ''],
    ['callbackURL', 'javascript:alert(1)'],
    ['redirectURL', 'ats.example'],
    ['testLinkId', 0],
    ['testLinkId', 'x'],
    ['sendEmail', 'maybe'],
  ])('%s %j is 400.1 and names it; nothing is made', async (field, text) => {
    const { ctx, testId } = await service.mint();
    await unchanged(ctx, async () => {
      const refusal = await refusalOf(invite(ctx, testId, { ...somebody(), [field]: text }));
      expect(refusal).toMatchObject({ statuscode: '400.1', message: expect.stringContaining(field) });
    });
  });

  it('a link of another test or account is 404.1, an inactive one or an inactive test 409.1; nothing is made', async () => {
    const { ctx, testId } = await service.mint();
    const other = await service.importTest(ctx);
    const elsewhere = await service.mint();
    const linkIds = [await service.createLink(ctx, other), await service.createLink(elsewhere.ctx, elsewhere.testId), '4503599627370496'];
    const inactive = await service.createLink(ctx, testId, { testLinkStatus: 3 });
    await unchanged(ctx, async () => {
      for (const testLinkId of linkIds)
        expect(await statuscodeOf(invite(ctx, testId, { ...somebody(), testLinkId: Number(testLinkId) }))).toBe('404.1');
      expect(await statuscodeOf(invite(ctx, testId, { ...somebody(), testLinkId: Number(inactive) }))).toBe('409.1');
    });
    await value(setTestStatus({ ctx, input: { testId, body: { status: 'Inactive' } } }));
    await unchanged(ctx, async () => {
      expect(await statuscodeOf(invite(ctx, testId, somebody()))).toBe('409.1');
    });
  });
});
