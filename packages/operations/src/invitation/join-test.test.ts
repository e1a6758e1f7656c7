import type { JoinResult } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { day, hour, minute, somebody, zone } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { updateAccount } from '../account/manage-accounts.ts';
import { getTest } from '../assessment/get-test.ts';
import { setTestStatus } from '../assessment/set-test-status.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { getTestLink } from '../link/read-test-links.ts';
import { updateTestLink } from '../link/update-test-link.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { dates, useService } from '../testing/service.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { resetInvitation } from './change-invitation.ts';
import { getInvitation } from './get-invitation.ts';
import { inviteCandidate } from './invite-candidate.ts';
import { getJoinState, joinTest } from './join-test.ts';
import { listInvitations } from './list-invitations.ts';
import { reattemptInvitation } from './reattempt-invitation.ts';
import { registerCandidateByLink } from './register-candidate.ts';
import { sendInvitationEmail } from './send-invitation-email.ts';

describe.each(testDialects)('join on %s', (engine) => {
  const service = useService(engine);
  const join = (accessKey: string, body: unknown) => joinTest({ visitor: { assay: service.assay, accessKey }, input: { body } });
  const joined = async (accessKey: string, body: unknown = somebody()) => {
    const result: JoinResult = await value(join(accessKey, body));
    if ('confirmation' in result) throw new Error('this link asks for confirmation');
    return result;
  };
  const state = (accessKey: string) => getJoinState({ visitor: { assay: service.assay, accessKey } });

  /** A link to a new test, and its access key. */
  const mintLink = async (changes: Record<string, unknown> = {}) => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId, changes);
    const { testLinkAccessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId } }));
    return { ctx, testId, testLinkId, accessKey: String(testLinkAccessKey) };
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

  it.each(['\u0000', 'a\u0000b', '\ud83d', '%FF'])('the access key %j is none', async (accessKey) => {
    for (const call of [state(accessKey), join(accessKey, somebody())]) expect(await statuscodeOf(call)).toBe('404.1');
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

  describe('somebody who has an invitation to the test already', () => {
    it('gets in by no other key of the test, and is mailed the invitation that they have', async () => {
      const { ctx, testId, accessKey } = await mintLink();
      const test = await value(getTest({ ctx, input: { testId } }));
      const other = await service.createLink(ctx, testId);
      const { testLinkAccessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId: other } }));
      const person = somebody();
      const { testInvitationId } = await joined(accessKey, person);
      for (const key of [String(test.accessKey), String(testLinkAccessKey)]) {
        const shouted = { ...person, emailId: person.emailId.toUpperCase() };
        expect(await refusalOf(join(key, shouted))).toMatchObject({ code: 'join.already-invited', statuscode: '403.22' });
      }
      expect(await invitationsOf(ctx, testId)).toHaveLength(1);
      expect(await outboxOf(ctx)).toMatchObject([{ invitation_id: testInvitationId }]);
    });

    it.each(['directly', 'by another link'])('is refused although a recruiter invited them %s', async (way) => {
      const { ctx, testId, accessKey } = await mintLink();
      const person = somebody();
      const other = { testId, testLinkId: await service.createLink(ctx, testId) };
      const { id } = await (way === 'directly' ? service.register(ctx, testId, person) : service.registerByLink(ctx, other, person));
      expect(await refusalOf(join(accessKey, person))).toMatchObject({ code: 'join.already-invited' });
      expect(await outboxOf(ctx)).toMatchObject([{ invitation_id: Number(id) }]);
    });

    it('of joins by different keys at once exactly one makes an invitation', async () => {
      const { ctx, testId, accessKey } = await mintLink();
      const test = await value(getTest({ ctx, input: { testId } }));
      const people = Array.from({ length: 5 }, somebody);
      const joins = people.flatMap((person) =>
        [accessKey, String(test.accessKey)].flatMap((key) => [key, key]).map((key) => join(key, person)),
      );
      const codes = (await Promise.all(joins)).map((result) => (result.ok ? 'joined' : result.error.code));
      expect(codes.filter((code) => code === 'joined')).toHaveLength(5);
      expect(new Set(codes)).toEqual(new Set(['joined', 'join.already-invited']));
      expect(await invitationsOf(ctx, testId)).toHaveLength(5);
    });

    it('of another test is nobody', async () => {
      const { ctx, accessKey } = await mintLink();
      const person = somebody();
      await service.register(ctx, await service.importTest(ctx), person);
      await joined(accessKey, person);
    });
  });

  describe('what joins mail', () => {
    const mailsTo = ({ emailId }: { emailId: string }) => service.outbound.emailsTo(emailId);
    const joinAndDeliver = async (accessKey: string, person: { emailId: string }) => {
      const refusal = await refusalOf(join(accessKey, person));
      await service.deliver();
      return refusal;
    };

    it('is at most one mail in 15 minutes about one invitation; the visitor reads the same', async () => {
      const { accessKey } = await mintLink();
      const person = somebody();
      await joined(accessKey, person);
      const first = await joinAndDeliver(accessKey, person);
      service.clock.advance(15 * minute - 1);
      expect(await joinAndDeliver(accessKey, person)).toEqual(first);
      expect(mailsTo(person)).toHaveLength(1);
      service.clock.advance(1);
      expect(await joinAndDeliver(accessKey, person)).toEqual(first);
      expect(mailsTo(person)).toHaveLength(2);
    });

    it('is at most 5 mails in 24 hours to one address in all tests of the account', async () => {
      const { ctx, accessKey } = await mintLink();
      const person = somebody();
      const keys = [accessKey];
      for (let index = 0; index < 5; index += 1) {
        const testId = await service.importTest(ctx);
        keys.push(String((await value(getTest({ ctx, input: { testId } }))).accessKey));
      }
      for (const [index, key] of keys.entries()) {
        const spelled = { ...person, emailId: index % 2 === 0 ? person.emailId : person.emailId.toUpperCase() };
        await joined(key, spelled);
        await joinAndDeliver(key, spelled);
        service.clock.advance(minute);
      }
      const mails = () => outboxOf(ctx).then((rows) => rows.length);
      expect(await mails()).toBe(5);
      service.clock.advance(day - 6 * minute);
      await joinAndDeliver(keys[5] ?? '', person);
      expect(await mails()).toBe(6);
      const elsewhere = await mintLink();
      await joined(elsewhere.accessKey, person);
      await joinAndDeliver(elsewhere.accessKey, person);
      expect(await outboxOf(elsewhere.ctx)).toHaveLength(1);
    });

    it('does not count what recruiters mail', async () => {
      const { ctx, testId, accessKey } = await mintLink();
      const person = somebody();
      const { id } = await service.register(ctx, testId, person);
      for (let index = 0; index < 6; index += 1) {
        await value(sendInvitationEmail({ ctx, input: { testInvitationId: id } }));
        await service.deliver();
      }
      expect(await joinAndDeliver(accessKey, person)).toMatchObject({ code: 'join.already-invited' });
      expect(mailsTo(person)).toHaveLength(7);
    });

    it('holds nothing that a stranger typed: not in the name, not in the greeting, not in the receipt', async () => {
      const { ctx, accessKey } = await mintLink();
      const person = { ...somebody(), fullName: 'Your parcel is waiting, pay at parcel.example' };
      const { takeTestURL, testInvitationId } = await joined(accessKey, person);
      await joinAndDeliver(accessKey, person);
      await service.complete(service.candidateOf(takeTestURL));
      await value(reattemptInvitation({ ctx, input: { testInvitationId: String(testInvitationId) } }));
      service.clock.advance(hour);
      await joinAndDeliver(accessKey, person);
      expect(mailsTo(person).length).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify(mailsTo(person))).not.toContain('parcel');
    });

    it('greets by name whom a recruiter has registered since', async () => {
      const { ctx, testId, testLinkId, accessKey } = await mintLink();
      const person = somebody();
      await joined(accessKey, { ...person, fullName: 'Eve' });
      await service.registerByLink(ctx, { testId, testLinkId }, person);
      await joinAndDeliver(accessKey, person);
      expect(mailsTo(person)).toMatchObject([{ fullName: person.fullName }]);
    });
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('api-v2 §4.3 Rule 1: anyone with the access key of an anytime link registers and gets a URL of their own', async () => {
    const { ctx, testId, testLinkId, accessKey } = await mintLink();
    const answer = await joined(accessKey, { emailId: 'Ana@example.com', fullName: 'Ana' });
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
    await value(join(String(accessKey), somebody()));
    expect(await invitationsOf(ctx, testId)).toMatchObject([{ testLinkId: null, status: 'Pending' }]);
  });

  it('opens by an access key in any case', async () => {
    const { ctx, testId, accessKey } = await mintLink();
    const test = await value(getTest({ ctx, input: { testId } }));
    for (const key of [accessKey.toUpperCase(), String(test.accessKey).toUpperCase()]) {
      expect(await value(state(key))).toMatchObject({ test: { testName: test.testName } });
      await value(join(key, somebody()));
    }
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
    for (const key of [accessKey, String(test.accessKey)]) expect(await value(state(key))).toMatchObject(notices);
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
    const { testInvitationId } = await joined(accessKey, person);
    await value(cancelInvitation({ ctx, input: { testInvitationId: String(testInvitationId), query: {} } }));
    const before = await service.row(ctx, String(testInvitationId));
    expect(await refusalOf(join(accessKey, person))).toMatchObject({ code: 'take.cancelled', statuscode: '403.15' });
    expect(await service.row(ctx, String(testInvitationId))).toEqual(before);
    expect(await invitationsOf(ctx, testId)).toHaveLength(1);
    expect(await outboxOf(ctx)).toEqual([]);
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
    const { takeTestURL } = await joined(accessKey, somebody());
    expect(await refusalOf(startAttempt({ candidate: service.candidateOf(takeTestURL) }))).toMatchObject({ code: 'take.not-open' });
  });

  describe('a link that becomes invite-only', () => {
    const close = async ({ ctx, testId, testLinkId }: { ctx: Context; testId: string; testLinkId: string }) => {
      const body = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone, inviteCandidateOnly: 1 };
      await value(updateTestLink({ ctx, input: { testId, testLinkId, body } }));
    };

    it('starts nobody any more who registered by its access key', async () => {
      const link = await mintLink();
      const { takeTestURL, testInvitationId } = await joined(link.accessKey);
      const candidate = service.candidateOf(takeTestURL);
      await close(link);
      expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'join.invite-only', statuscode: '403.21' });
      const input = { testInvitationId: String(testInvitationId) };
      expect(await value(getInvitation({ ctx: link.ctx, input }))).toMatchObject({ origin: 'link', status: 'Pending' });
    });

    it('lets an attempt go on that has started, and start again after a reset', async () => {
      const link = await mintLink();
      const { takeTestURL, testInvitationId } = await joined(link.accessKey);
      const candidate = service.candidateOf(takeTestURL);
      await value(startAttempt({ candidate }));
      await close(link);
      expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress' });
      await service.answer(candidate, { 1: 'a' });
      await value(resetInvitation({ ctx: link.ctx, input: { testInvitationId: String(testInvitationId) } }));
      expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress' });
    });

    it.each([
      ['api', registerCandidateByLink],
      ['management', inviteCandidate],
    ] as const)('starts who is registered by the %s afterwards, and ends the URL that the join gave', async (origin, registerAgain) => {
      const link = await mintLink();
      const person = somebody();
      const { takeTestURL, testInvitationId } = await joined(link.accessKey, person);
      await close(link);
      const { ctx, testId, testLinkId } = link;
      const registered = await registerAgain({ ctx, input: { testId, testLinkId, body: { ...person, testLinkId: Number(testLinkId) } } });
      expect(registered.ok).toBe(true);
      const input = { testInvitationId: String(testInvitationId) };
      const { takeTestURL: mailed, ...invitation } = await value(getInvitation({ ctx, input }));
      expect(invitation).toMatchObject({ origin });
      // A stranger may have typed the address: what they hold must not open the attempt of the person who is invited now.
      expect(await refusalOf(startAttempt({ candidate: service.candidateOf(takeTestURL) }))).toMatchObject({ code: 'take.superseded' });
      expect(await value(startAttempt({ candidate: service.candidateOf(mailed ?? '') }))).toMatchObject({ status: 'In progress' });
    });
  });
});
