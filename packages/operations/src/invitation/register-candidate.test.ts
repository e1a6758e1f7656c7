import { testDialects } from '@assay/store/testing';
import { day, publicUrl, somebody, zone } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { setTestStatus } from '../assessment/set-test-status.ts';
import { getAttempt } from '../attempt/get-attempt.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { updateTestLink } from '../link/update-test-link.ts';
import type { Context, Outcome } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { dates, type Service, useService } from '../testing/service.ts';
import { getInvitation } from './get-invitation.ts';
import { listInvitations } from './list-invitations.ts';
import { reattemptInvitation } from './reattempt-invitation.ts';
import { registerCandidate, registerCandidateByLink } from './register-candidate.ts';

const ways = ['for a test', 'by test link'] as const;

const idsOf = async (ctx: Context, testId: string) => {
  const { invitations } = await value(listInvitations({ ctx, input: { testId, query: {} } }));
  return invitations.map(({ testInvitationId }) => String(testInvitationId));
};

/** A new test, and how to register for it. */
const mintFor = async (service: Service, way: (typeof ways)[number]) => {
  const { ctx, testId } = await service.mint();
  const testLinkId = await service.createLink(ctx, testId);
  const call = (body: unknown): Outcome<{ testInvitationId: number }> =>
    way === 'for a test'
      ? registerCandidate({ ctx, input: { testId, body } })
      : registerCandidateByLink({ ctx, input: { testId, testLinkId, body } });
  const register = (body: Record<string, unknown>) =>
    way === 'for a test' ? service.register(ctx, testId, body) : service.registerByLink(ctx, { testId, testLinkId }, body);
  return { ctx, testId, testLinkId, call, register };
};

describe.each(testDialects)('register candidate on %s', (engine) => {
  const service = useService(engine);

  describe.each(ways)('%s', (way) => {
    const mint = () => mintFor(service, way);

    it.each(['Pending', 'In progress', 'Completed'] as const)(
      'api-v2 §4.7 Rule: the same candidate registered again (%s) is the same invitation with the new fullName, callbackURL and redirectURL',
      async (status) => {
        const { ctx, testId, register } = await mint();
        const person = somebody();
        const first = await register({ ...person, callbackURL: 'https://ats.example/1', redirectURL: 'https://ats.example/thanks/1' });
        await service.bringTo(ctx, first, status);
        const second = await register({
          emailId: person.emailId,
          fullName: 'Renamed',
          callbackURL: 'https://ats.example/2',
          redirectURL: 'https://ats.example/thanks/2',
        });
        expect(second).toMatchObject({ id: first.id, url: first.url });
        expect(await service.row(ctx, first.id)).toMatchObject({
          status,
          full_name: 'Renamed',
          callback_url: 'https://ats.example/2',
          redirect_url: 'https://ats.example/thanks/2',
        });
        expect(await idsOf(ctx, testId)).toEqual([first.id]);
      },
    );

    it('50 calls at once, with the email in different case and Unicode form, end in one invitation', async () => {
      const { ctx, testId, call } = await mint();
      const spellings = ['Ana.Núñez@Example.com', 'ana.núñez@example.com', 'ANA.NÚÑEZ@EXAMPLE.COM'].flatMap((email) => [
        email.normalize('NFC'),
        email.normalize('NFD'),
      ]);
      expect(new Set(spellings).size).toBe(6);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => value(call({ emailId: spellings[index % 6], fullName: `Ana ${index}` }))),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await idsOf(ctx, testId)).toEqual([String(answers[0]?.testInvitationId)]);
    });

    it('a cancelled one registered again has the same id, is Pending, and has a new URL; the old URL is refused', async () => {
      const { ctx, testId, register } = await mint();
      const person = somebody();
      const first = await service.bringTo(ctx, await register(person), 'Cancelled');
      const again = await register(person);
      expect(again.id).toBe(first.id);
      expect(again.url).not.toBe(first.url);
      expect(await refusalOf(getAttempt({ candidate: first.candidate }))).toMatchObject({ code: 'take.superseded', statuscode: '403.18' });
      expect(await refusalOf(startAttempt({ candidate: first.candidate }))).toMatchObject({ code: 'take.superseded' });
      expect(await value(getAttempt({ candidate: again.candidate }))).toMatchObject({ status: 'Pending' });
      expect(await value(startAttempt({ candidate: again.candidate }))).toMatchObject({ status: 'In progress' });
      expect(await idsOf(ctx, testId)).toEqual([first.id]);
    });

    it('a reset one registered again is back to Pending under the same id, and can be taken', async () => {
      const { ctx, register } = await mint();
      const person = somebody();
      const first = await service.bringTo(ctx, await register(person), 'Reset');
      const again = await register(person);
      expect(again.id).toBe(first.id);
      expect(await value(getInvitation({ ctx, input: { testInvitationId: first.id } }))).toMatchObject({ status: 'Pending' });
      expect(await value(startAttempt({ candidate: again.candidate }))).toMatchObject({ status: 'In progress' });
    });

    it('acts on the reattempt once there is one; the earlier invitation stays readable as it was', async () => {
      const { ctx, register } = await mint();
      const person = somebody();
      const first = await service.bringTo(ctx, await register(person), 'Completed');
      const { testInvitationId } = await value(reattemptInvitation({ ctx, input: { testInvitationId: first.id } }));
      const again = await register({ ...person, fullName: 'Renamed' });
      expect(again.id).toBe(String(testInvitationId));
      expect(await value(getInvitation({ ctx, input: { testInvitationId: first.id } }))).toMatchObject({
        status: 'Completed',
        fullName: person.fullName,
        current: false,
      });
    });

    it.each(['Inactive', 'Archived'])('is refused with 409.1 when the test is %s', async (status) => {
      const { ctx, testId, call } = await mint();
      await value(setTestStatus({ ctx, input: { testId, body: { status } } }));
      expect(await statuscodeOf(call(somebody()))).toBe('409.1');
      expect(await idsOf(ctx, testId)).toEqual([]);
    });
  });

  it('api-v2 §4.7: answers testInvitationId and takeTestURL, an absolute URL under the public one', async () => {
    const { ctx, testId } = await service.mint();
    const answer = await value(registerCandidate({ ctx, input: { testId, body: somebody() } }));
    expect(Object.keys(answer).sort()).toEqual(['takeTestURL', 'testInvitationId']);
    expect(answer.takeTestURL.startsWith(`${publicUrl}/take/`)).toBe(true);
    expect(answer.testInvitationId).toBeGreaterThan(0);
  });

  it('api-v2 §4.8: answers testInvitationId, testUrl and testAccessTime', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId);
    const answer = await value(registerCandidateByLink({ ctx, input: { testId, testLinkId, body: somebody() } }));
    expect(Object.keys(answer).sort()).toEqual(['testAccessTime', 'testInvitationId', 'testUrl']);
  });

  it('a direct invitation and one for each link are different invitations of the same candidate', async () => {
    const { ctx, testId } = await service.mint();
    const links = [await service.createLink(ctx, testId), await service.createLink(ctx, testId)];
    const person = somebody();
    const direct = await service.register(ctx, testId, person);
    const byLink = await Promise.all(links.map((testLinkId) => service.registerByLink(ctx, { testId, testLinkId }, person)));
    expect(new Set([direct, ...byLink].map(({ id }) => id)).size).toBe(3);
  });

  it('is refused with 409.1 when the link is inactive, and again possible once it is active', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId, { testLinkStatus: 3 });
    const call = () => registerCandidateByLink({ ctx, input: { testId, testLinkId, body: somebody() } });
    expect(await statuscodeOf(call())).toBe('409.1');
    expect(await idsOf(ctx, testId)).toEqual([]);
    await value(updateTestLink({ ctx, input: { testId, testLinkId, body: { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone } } }));
    expect(await statuscodeOf(call())).toBe('200.1');
  });

  it.each([
    ['future', 10],
    ['closed', -10],
  ])('a link with a %s window still registers: the start checks it', async (_, days) => {
    const { ctx, testId } = await service.mint();
    const start = service.clock.now + days * day;
    for (const accessTime of [1, 2]) {
      const testLinkId = await service.createLink(ctx, testId, { accessTime, ...dates(start, start + day) });
      expect(await statuscodeOf(registerCandidateByLink({ ctx, input: { testId, testLinkId, body: somebody() } }))).toBe('200.1');
    }
  });

  it('a link that does not exist is 404.1 also while the test is inactive', async () => {
    const { ctx, testId } = await service.mint();
    await value(setTestStatus({ ctx, input: { testId, body: { status: 'Inactive' } } }));
    const input = { testId, testLinkId: '4503599627370496', body: somebody() };
    expect(await statuscodeOf(registerCandidateByLink({ ctx, input }))).toBe('404.1');
  });

  it("a link of another test of the same account is 404.1 under this test's path", async () => {
    const { ctx, testId } = await service.mint();
    const other = await service.importTest(ctx);
    const testLinkId = await service.createLink(ctx, other);
    expect(await refusalOf(registerCandidateByLink({ ctx, input: { testId, testLinkId, body: somebody() } }))).toMatchObject({
      statuscode: '404.1',
      message: `Test link ${testLinkId} belongs to test ${other}, not to test ${testId}`,
    });
  });
});

describe('a registration that is read', () => {
  const service = useService();

  describe.each(ways)('%s', (way) => {
    const mint = () => mintFor(service, way);

    it.each(['emailId', 'fullName'])('names the missing %s in a 400.1', async (field) => {
      const { call } = await mint();
      for (const body of [
        { ...somebody(), [field]: undefined },
        { ...somebody(), [field]: null },
        { ...somebody(), [field]: '' },
      ]) {
        const refusal = await refusalOf(call(body));
        expect(refusal.statuscode).toBe('400.1');
        expect(refusal.message).toContain(field);
      }
    });

    it.each([
      ['emailId', 'not an address'],
      ['emailId', `${'a'.repeat(64)}@${'b'.repeat(186)}.com`],
      ['fullName', '𝒜'.repeat(201)],
      ['callbackURL', 'ftp://ats.example/done'],
      ['callbackURL', `https://ats.example/${'x'.repeat(2029)}`],
      ['redirectURL', 'javascript:alert(1)'],
      ['redirectURL', `https://ats.example/${'x'.repeat(2029)}`],
    ])('refuses a %s out of bounds with 400.1 naming it (%#)', async (field, text) => {
      const { ctx, testId, call } = await mint();
      const refusal = await refusalOf(call({ ...somebody(), [field]: text }));
      expect(refusal.statuscode).toBe('400.1');
      expect(refusal.message).toContain(field);
      expect(await idsOf(ctx, testId)).toEqual([]);
    });

    it('takes an email of 254 characters, a name of 200 in any script and URLs of 2,048', async () => {
      const { ctx, register } = await mint();
      const emailId = `é${'a'.repeat(60)}@${'b'.repeat(188)}.com`;
      const url = `https://ats.example/${'x'.repeat(2028)}`;
      expect([emailId.length, url.length]).toEqual([254, 2048]);
      const { id } = await register({ emailId, fullName: '𝒜'.repeat(200), callbackURL: url, redirectURL: url });
      expect(await service.row(ctx, id)).toMatchObject({
        email: emailId,
        full_name: '𝒜'.repeat(200),
        callback_url: url,
        redirect_url: url,
      });
    });

    it.each(['callBackUrl', 'callbackUrl', 'callbackURL', 'CALLBACKURL'])(
      'reads %s without regard to case and ignores unknown fields',
      async (field) => {
        const { ctx, register } = await mint();
        const { emailId, fullName } = somebody();
        const { id } = await register({
          EmailID: emailId,
          FULLNAME: fullName,
          [field]: 'https://ats.example/done',
          colour: { of: ['sky'] },
        });
        expect(await service.row(ctx, id)).toMatchObject({ email: emailId, full_name: fullName, callback_url: 'https://ats.example/done' });
      },
    );

    it.each([null, ''])('takes %j on an optional field for absent', async (blank) => {
      const { ctx, register } = await mint();
      const { id } = await register({ ...somebody(), callbackURL: blank, redirectURL: blank });
      expect(await service.row(ctx, id)).toMatchObject({ callback_url: null, redirect_url: null });
    });
  });

  it.each([
    ['anytime', { accessTime: 0 }, 'Assessment link is valid at any time'],
    [
      'time bound',
      { accessTime: 1, startDateTime: '2018-02-23T10:46:00', endDateTime: '2018-02-24T11:46:00' },
      'Assessment link is valid from 23-Feb-2018 04:16 PM to 24-Feb-2018 05:16 PM in (India Standard Time)',
    ],
    [
      'slot wise',
      { accessTime: 2, startDateTime: '2018-02-23T10:46:00', endDateTime: '2018-02-24T11:46:00', timeZoneId: 4 },
      'Assessment link is valid from 23-Feb-2018 to 24-Feb-2018, each day from 02:46 AM to 03:46 AM in (Pacific Standard Time)',
    ],
    [
      'slot wise while clocks change',
      { accessTime: 2, startDateTime: '2026-03-20T08:00:00', endDateTime: '2026-04-10T15:00:00', timeZoneId: 110 },
      'Assessment link is valid from 20-Mar-2026 to 10-Apr-2026, each day from 09:00 AM to 05:00 PM in (W. Europe Standard Time)',
    ],
  ])('testAccessTime of an %s link tells its validity in its own zone', async (_, changes, text) => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId, changes);
    const { testAccessTime } = await value(registerCandidateByLink({ ctx, input: { testId, testLinkId, body: somebody() } }));
    expect(testAccessTime).toBe(text);
  });
});
