import { testDialects } from '@assay/store/testing';
import { day, hour, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { updateAccount } from '../account/manage-accounts.ts';
import { getTest } from '../assessment/get-test.ts';
import { setTestStatus } from '../assessment/set-test-status.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { getTestLink } from '../link/read-test-links.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { dates, useService } from '../testing/service.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { getJoinState, joinTest } from './join-test.ts';
import { listInvitations } from './list-invitations.ts';

describe.each(testDialects)('join on %s', (engine) => {
  const service = useService(engine);
  const join = (accessKey: string, body: unknown) => joinTest({ visitor: { assay: service.assay, accessKey }, input: { body } });
  const state = (accessKey: string) => getJoinState({ visitor: { assay: service.assay, accessKey } });

  /** A link to a new test, and its access key. */
  const mintLink = async (changes: Record<string, unknown> = {}) => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId, changes);
    const { testLinkAccessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId } }));
    return { ctx, testId, testLinkId, accessKey: testLinkAccessKey };
  };
  const invitationsOf = async (ctx: Context, testId: string) =>
    (await value(listInvitations({ ctx, input: { testId, query: {} } }))).invitations;
  const outboxOf = (ctx: Context) =>
    service.assay.store.read((db) =>
      db.kysely
        .selectFrom('deliveries')
        .selectAll()
        .where('account_id', '=', ctx.accountId)
        .where('kind', '=', 'invitation-email')
        .execute(),
    );

  it('api-v2 §4.3 Rule 1: anyone with the access key of an anytime link registers and gets a URL of their own', async () => {
    const { ctx, testId, testLinkId, accessKey } = await mintLink();
    const answer = await value(join(accessKey, { emailId: 'Ana@example.com', fullName: 'Ana' }));
    const candidate = service.candidateOf(answer.takeTestURL);
    expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress', fullName: 'Ana' });
    expect(await invitationsOf(ctx, testId)).toMatchObject([
      { testInvitationId: answer.testInvitationId, testLinkId: Number(testLinkId), emailId: 'Ana@example.com' },
    ]);
    expect(await outboxOf(ctx)).toEqual([]);
  });

  it("a test's own access key opens it too, as a direct invitation", async () => {
    const { ctx, testId } = await service.mint();
    const { accessKey } = await value(getTest({ ctx, input: { testId } }));
    await value(join(accessKey, somebody()));
    expect(await invitationsOf(ctx, testId)).toMatchObject([{ testLinkId: null, status: 'Pending' }]);
  });

  it('shows organization, test and access before registering', async () => {
    const { accessKey } = await mintLink();
    expect(await value(state(accessKey))).toEqual({
      organization: 'Acme',
      support: null,
      privacy: null,
      test: { testName: 'A little of everything', duration: 60, questions: 4 },
      access: { state: 'open', closesAt: null },
      inviteCandidateOnly: 0,
    });
  });

  it("shows the account's notices, at a link and at a test's own key", async () => {
    const { ctx, testId, accessKey } = await mintLink();
    const notices = { support: 'help@acme.example', privacy: 'Kept for a year' };
    await value(updateAccount({ assay: service.assay, accountId: ctx.accountId, input: notices }));
    const test = await value(getTest({ ctx, input: { testId } }));
    for (const key of [accessKey, test.accessKey]) expect(await value(state(key))).toMatchObject(notices);
  });

  it.each(['', 'x', 'l1-bcdfghjkmnpq', 't1-bcdfghjkmnpq', 'l9999999-bcdfghjkmnpq'])(
    'an unknown access key (%j) is 404.1',
    async (accessKey) => {
      expect(await statuscodeOf(state(accessKey))).toBe('404.1');
      expect(await statuscodeOf(join(accessKey, somebody()))).toBe('404.1');
    },
  );

  it.each(['emailId', 'fullName'])('names a missing %s in a 400.1', async (field) => {
    const { accessKey } = await mintLink();
    const refusal = await refusalOf(join(accessKey, { ...somebody(), [field]: '' }));
    expect(refusal).toMatchObject({ statuscode: '400.1' });
    expect(refusal.message).toContain(field);
  });

  it.each(['Pending', 'In progress', 'Completed', 'Reset'] as const)(
    'an email already invited (%s) gets its URL by mail and the visitor a refusal; nothing is renamed, revived or updated',
    async (status) => {
      const { ctx, testId, testLinkId, accessKey } = await mintLink();
      const invited = await service.registerByLink(ctx, { testId, testLinkId }, { emailId: 'ana.núñez@example.com', fullName: 'Ana' });
      const { id } = await service.bringTo(ctx, invited, status);
      const before = await service.row(ctx, id);
      service.clock.advance(1000);
      const woken = service.woken.filter((loop) => loop === 'deliveries').length;
      const refusal = await refusalOf(join(accessKey, { emailId: 'ANA.NÚÑEZ@example.com'.normalize('NFD'), fullName: 'Eve' }));
      expect(refusal).toMatchObject({ code: 'join.already-invited', statuscode: '403.22' });
      expect(JSON.stringify(refusal)).not.toContain('/take/');
      expect(await service.row(ctx, id)).toEqual(before);
      expect(await outboxOf(ctx)).toMatchObject([
        { invitation_id: Number(id), kind: 'invitation-email', lane: 'mail', destination: 'ana.núñez@example.com', state: 'pending' },
      ]);
      expect(service.woken.filter((loop) => loop === 'deliveries')).toHaveLength(woken + 1);
    },
  );

  it('a mail that still waits is not put in the outbox a second time', async () => {
    const { ctx, accessKey } = await mintLink();
    const person = somebody();
    await value(join(accessKey, person));
    await Promise.all(Array.from({ length: 5 }, () => refusalOf(join(accessKey, person))));
    expect(await outboxOf(ctx)).toHaveLength(1);
  });

  it('a cancelled invitation is not revived, and no mail gives its URL away', async () => {
    const { ctx, testId, accessKey } = await mintLink();
    const person = somebody();
    const { testInvitationId } = await value(join(accessKey, person));
    await value(cancelInvitation({ ctx, input: { testInvitationId: String(testInvitationId), query: {} } }));
    const before = await service.row(ctx, String(testInvitationId));
    expect(await refusalOf(join(accessKey, person))).toMatchObject({ code: 'take.cancelled', statuscode: '403.15' });
    expect(await service.row(ctx, String(testInvitationId))).toEqual(before);
    expect(await invitationsOf(ctx, testId)).toHaveLength(1);
    expect(await outboxOf(ctx)).toEqual([]);
  });

  it('of joins with one email at once exactly one gets a URL; the others are told that it is already invited', async () => {
    const { ctx, testId, accessKey } = await mintLink();
    const people = Array.from({ length: 10 }, somebody);
    const results = await Promise.all(people.map((person) => Promise.all(Array.from({ length: 5 }, () => join(accessKey, person)))));
    for (const [index, calls] of results.entries()) {
      const codes = calls.map((result) => (result.ok ? 'joined' : result.error.code)).sort();
      expect([index, ...codes]).toEqual([index, ...Array.from({ length: 4 }, () => 'join.already-invited'), 'joined']);
    }
    expect(await invitationsOf(ctx, testId)).toHaveLength(10);
  });

  it('api-v2 §2.3: an invite-only link creates nobody by its access key', async () => {
    const { ctx, testId, accessKey } = await mintLink({ inviteCandidateOnly: 1 });
    expect(await value(state(accessKey))).toMatchObject({ inviteCandidateOnly: 1 });
    expect(await refusalOf(join(accessKey, somebody()))).toMatchObject({ code: 'join.invite-only', statuscode: '403.21' });
    expect(await invitationsOf(ctx, testId)).toEqual([]);
  });

  it('api-v2 §2.3: a candidate invited by email takes the test of an invite-only link, and gets the URL by mail again', async () => {
    const { ctx, testId, testLinkId, accessKey } = await mintLink({ inviteCandidateOnly: 1 });
    const person = somebody();
    const { candidate } = await service.registerByLink(ctx, { testId, testLinkId }, person);
    expect(await refusalOf(join(accessKey, person))).toMatchObject({ code: 'join.already-invited' });
    expect(await outboxOf(ctx)).toHaveLength(1);
    expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress' });
  });

  it('a closed window is refused and creates nobody', async () => {
    const { ctx, testId, accessKey } = await mintLink({ accessTime: 1, ...dates(service.clock.now - day, service.clock.now - hour) });
    expect(await value(state(accessKey))).toMatchObject({ access: { state: 'closed' } });
    expect(await refusalOf(join(accessKey, somebody()))).toMatchObject({ code: 'take.closed', statuscode: '403.12' });
    expect(await invitationsOf(ctx, testId)).toEqual([]);
  });

  it('an inactive link or test is refused and creates nobody', async () => {
    const inactive = await mintLink({ testLinkStatus: 3 });
    expect(await refusalOf(join(inactive.accessKey, somebody()))).toMatchObject({ code: 'take.inactive', statuscode: '403.14' });
    const { ctx, testId, accessKey } = await mintLink();
    await value(setTestStatus({ ctx, input: { testId, body: { status: 'Inactive' } } }));
    expect(await value(state(accessKey))).toMatchObject({ access: { state: 'inactive' } });
    expect(await refusalOf(join(accessKey, somebody()))).toMatchObject({ code: 'take.inactive' });
    expect(await invitationsOf(ctx, testId)).toEqual([]);
    expect(await invitationsOf(inactive.ctx, inactive.testId)).toEqual([]);
  });

  it('a window in the future registers; only the start waits for it', async () => {
    const { accessKey } = await mintLink({ accessTime: 1, ...dates(service.clock.now + hour, service.clock.now + day) });
    const { takeTestURL } = await value(join(accessKey, somebody()));
    expect(await refusalOf(startAttempt({ candidate: service.candidateOf(takeTestURL) }))).toMatchObject({ code: 'take.not-open' });
  });
});
