import { formatInstant } from '@assay/domain';
import { day, hour, minute, mixedAnswers, publicUrl, rightAnswers, second, somebody, zone } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { updateAccountSettings } from '../account/account-settings.ts';
import { closeOverdueAttempts, submitAttempt } from '../attempt/complete-attempt.ts';
import { recordEvents } from '../attempt/record-events.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { cancelInvitation } from '../invitation/cancel-invitation.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { sendInvitationEmail } from '../invitation/send-invitation-email.ts';
import { updateTestLink } from '../link/update-test-link.ts';
import { openReport } from '../report/export-report.ts';
import type { Context } from '../support/context.ts';
import { deliverDue } from '../testing/deliver-due.ts';
import { deliveriesOf, deliveryEntries, kindsOf, theDelivery } from '../testing/deliveries.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { dates, useService } from '../testing/service.ts';

let inboxes = 0;
const newInbox = (): string => {
  inboxes += 1;
  return `boss-${inboxes}@acme.example`;
};

describe('emails', () => {
  const service = useService();
  const tokenIn = (url: string) => url.slice(`${publicUrl}/report/`.length);

  describe('to the stakeholder', () => {
    const mintInvited = async (changes: Record<string, unknown>) => {
      const { ctx, testId } = await service.mint();
      const testLinkId = await service.createLink(ctx, testId, changes);
      const person = somebody();
      const invited = await service.registerByLink(ctx, { testId, testLinkId }, person);
      return { ctx, testId, testLinkId, person, ...invited };
    };

    it('waits for the report, then tells candidate, test, score, sections, violations and the PDF', async () => {
      const to = newInbox();
      const { ctx, id, candidate, person } = await mintInvited({ emailToStakeholder: to, testLinkName: 'Autumn intake' });
      const started = service.clock.advance(minute);
      await value(startAttempt({ candidate }));
      await service.answer(candidate, mixedAnswers);
      service.clock.advance(10 * second);
      const left = { type: 'left', at: formatInstant(service.clock.now) };
      await value(recordEvents({ candidate, input: { body: { sentAt: left.at, events: [left] } } }));
      service.clock.advance(7 * second);
      const returned = { type: 'returned', at: formatInstant(service.clock.now) };
      await value(recordEvents({ candidate, input: { body: { sentAt: returned.at, events: [returned] } } }));
      service.clock.advance(90 * second);
      const completed = service.clock.now;
      await value(submitAttempt({ candidate }));
      await service.deliver();
      expect(service.outbound.emailsTo(to)).toEqual([]);
      expect(await theDelivery(ctx)).toMatchObject({ kind: 'stakeholder-email', state: 'waiting', destination: to });
      await service.generate();
      service.clock.advance(hour);
      await service.deliver();
      const { deliveryId, messageId, state, attempts } = await theDelivery(ctx);
      expect([state, attempts]).toEqual([
        'delivered',
        [
          {
            number: 1,
            at: formatInstant(service.clock.now),
            durationMilliseconds: expect.any(Number),
            outcome: 'delivered',
            destination: to,
            status: null,
            response: '250 queued',
            error: null,
          },
        ],
      ]);
      expect(service.outbound.emailsTo(to)).toEqual([
        {
          kind: 'stakeholder-email',
          deliveryId,
          messageId,
          to,
          organization: 'Acme',
          replyTo: 'hiring@acme.example',
          testName: 'A little of everything',
          duration: 60,
          testLinkName: 'Autumn intake',
          report: expect.objectContaining({
            candidate: person,
            attemptedOn: started,
            completedAt: completed,
            completedBy: 'candidate',
            zone: 'Asia/Kolkata',
            secondsTaken: 107,
            score: '2',
            totalScore: '7.5',
            sections: [
              expect.objectContaining({ sectionName: 'Choices', sectionScore: '5', candidateScore: '0.5' }),
              expect.objectContaining({ sectionName: 'Words and numbers', sectionScore: '2.5', candidateScore: '1.5' }),
            ],
            wv: 1,
            tv: 7,
          }),
          reportPdfUrl: expect.stringContaining(`${publicUrl}/report/`),
          linkExpiresAt: null,
        },
      ]);
      const [mail] = service.outbound.emailsTo(to);
      if (mail?.kind !== 'stakeholder-email') throw new Error('another kind of mail');
      const open = () => openReport({ assay: service.assay, token: tokenIn(mail.reportPdfUrl) });
      expect(await value(open())).toMatchObject({ testInvitationId: Number(id), score: '2' });
    });

    it('says when its URL ends where ASSAY_REPORT_URL_DAYS limits it', async () => {
      const to = newInbox();
      const { candidate } = await mintInvited({ emailToStakeholder: to });
      await service.complete(candidate);
      await service.generate();
      const limited = { ...service.assay, reportUrlDays: 7 };
      await deliverDue(limited);
      const [mail] = service.outbound.emailsTo(to);
      if (mail?.kind !== 'stakeholder-email') throw new Error('another kind of mail');
      expect(mail.linkExpiresAt).toBe(service.clock.now + 7 * day);
      const open = () => openReport({ assay: limited, token: tokenIn(mail.reportPdfUrl) });
      service.clock.advance(7 * day - 1);
      await value(open());
      service.clock.advance(1);
      expect((await refusalOf(open())).statuscode).toBe('410.1');
    });

    it.each([
      ['omitted: to the account', {}, ['hiring@acme.example']],
      ['null: to nobody', { emailToStakeholder: null }, []],
      ['blank: to nobody', { emailToStakeholder: '' }, []],
    ])('a link whose emailToStakeholder is %s', async (_, changes, expected) => {
      const { ctx, candidate } = await mintInvited(changes);
      await service.complete(candidate);
      expect((await deliveriesOf(ctx)).map(({ destination }) => destination)).toEqual(expected);
      await service.generate();
      await service.deliver();
      expect((await deliveriesOf(ctx)).map(({ state }) => state)).toEqual(expected.map(() => 'delivered'));
    });

    it('a link that names nobody has none when the account has no address, and mails then have no Reply-To', async () => {
      const { ctx, testId } = await service.mint();
      await value(updateAccountSettings({ ctx, input: { body: { email: null } } }));
      const testLinkId = await service.createLink(ctx, testId);
      const person = somebody();
      const { id, candidate } = await service.registerByLink(ctx, { testId, testLinkId }, person);
      await value(sendInvitationEmail({ ctx, input: { testInvitationId: id } }));
      await service.complete(candidate);
      await service.generate();
      await service.deliver();
      expect(await kindsOf(ctx)).toEqual(['receipt-email', 'invitation-email']);
      expect(service.outbound.emailsTo(person.emailId).map(({ replyTo }) => replyTo)).toEqual([null, null]);
    });

    it('a direct invitation has none', async () => {
      const { ctx, testId } = await service.mint();
      await service.invite(ctx, testId, 'Completed');
      await service.generate();
      expect(await kindsOf(ctx)).toEqual([]);
    });

    const moveTo = (ctx: Context, ids: { testId: string; testLinkId: string }, emailToStakeholder: string | null) =>
      value(
        updateTestLink({ ctx, input: { ...ids, body: { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone, emailToStakeholder } } }),
      );

    it('goes to the address that the link has when it is sent', async () => {
      const [before, after] = [newInbox(), newInbox()];
      const minted = await mintInvited({ emailToStakeholder: before });
      await service.complete(minted.candidate);
      await service.generate();
      await moveTo(minted.ctx, minted, after);
      await service.deliver();
      expect([service.outbound.emailsTo(before).length, service.outbound.emailsTo(after).length]).toEqual([0, 1]);
      expect(await theDelivery(minted.ctx)).toMatchObject({ destination: after, attempts: [{ destination: after }] });
    });

    it("shows its times in the link's zone, not the account's", async () => {
      const to = newInbox();
      const { candidate } = await mintInvited({ emailToStakeholder: to, timeZoneId: 4 });
      await service.complete(candidate);
      await service.generate();
      await service.deliver();
      expect(service.outbound.emailsTo(to)).toMatchObject([{ report: { zone: 'America/Los_Angeles' } }]);
    });

    it('fails with the reason when the link has no address any more', async () => {
      const to = newInbox();
      const minted = await mintInvited({ emailToStakeholder: to });
      await service.complete(minted.candidate);
      await service.generate();
      await moveTo(minted.ctx, minted, null);
      await service.deliver();
      expect(service.outbound.emailsTo(to)).toEqual([]);
      expect(await theDelivery(minted.ctx)).toMatchObject({ state: 'failed', lastError: expect.stringContaining('emailToStakeholder') });
    });

    it('is sent for an attempt that was closed at its deadline, and says so', async () => {
      const to = newInbox();
      const { candidate } = await mintInvited({ emailToStakeholder: to });
      await value(startAttempt({ candidate }));
      const deadline = service.clock.now + hour;
      service.clock.advance(3 * hour);
      while ((await closeOverdueAttempts({ assay: service.assay })) > 0);
      await service.generate();
      await service.deliver();
      expect(service.outbound.emailsTo(to)).toMatchObject([
        { report: { completedBy: 'deadline', completedAt: deadline, secondsTaken: 3600, score: '0' } },
      ]);
    });

    it('a second completion after a reset sends its own, and each tells of its attempt', async () => {
      const to = newInbox();
      const { ctx, id, candidate } = await mintInvited({ emailToStakeholder: to });
      await service.complete(candidate, mixedAnswers);
      await service.generate();
      await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
      await service.complete(candidate, rightAnswers);
      await service.generate();
      await service.deliver();
      const scores = service.outbound.emailsTo(to).map((mail) => (mail.kind === 'stakeholder-email' ? mail.report.score : mail.kind));
      expect(scores.sort()).toEqual(['2', '7.5']);
    });
  });

  describe('to the candidate', () => {
    const ask = (ctx: Context, testInvitationId: string) => value(sendInvitationEmail({ ctx, input: { testInvitationId } }));

    it('invites to the test, with the take URL', async () => {
      const { ctx, testId } = await service.mint();
      const person = somebody();
      const { id, url } = await service.register(ctx, testId, person);
      const { deliveryId, messageId } = await ask(ctx, id);
      await service.deliver();
      expect(service.outbound.emailsTo(person.emailId)).toEqual([
        {
          kind: 'invitation-email',
          deliveryId,
          messageId,
          to: person.emailId,
          fullName: person.fullName,
          organization: 'Acme',
          replyTo: 'hiring@acme.example',
          testName: 'A little of everything',
          duration: 60,
          questions: 4,
          access: null,
          imageProctoring: false,
          support: null,
          privacy: null,
          takeTestURL: url,
        },
      ]);
      expect(await theDelivery(ctx)).toMatchObject({ state: 'delivered', destination: person.emailId, attemptsMade: 1 });
      service.clock.advance(2 * day);
      await service.deliver();
      expect(service.outbound.emailsTo(person.emailId)).toHaveLength(1);
    });

    it.each([
      ['at any time', { accessTime: 0 }, null],
      [
        'from a day to another',
        { accessTime: 1, ...dates(Date.UTC(2026, 1, 23, 10, 46), Date.UTC(2026, 11, 24, 11, 46)) },
        {
          mode: 'time-bound',
          start: Date.UTC(2026, 1, 23, 10, 46),
          end: Date.UTC(2026, 11, 24, 11, 46),
          zone: { zone: 'Asia/Kolkata' },
        },
      ],
    ])('says when the test link is open: %s', async (_, changes, access) => {
      const { ctx, testId } = await service.mint();
      const testLinkId = await service.createLink(ctx, testId, changes);
      const person = somebody();
      const { id } = await service.registerByLink(ctx, { testId, testLinkId }, person);
      await ask(ctx, id);
      await service.deliver();
      expect(service.outbound.emailsTo(person.emailId)).toMatchObject([{ access }]);
    });

    it('says that the link takes pictures, whom to ask for help, and what is done with personal data', async () => {
      const { ctx, testId } = await service.mint();
      await value(
        updateAccountSettings({ ctx, input: { body: { support: 'help@acme.example', privacy: 'https://acme.example/privacy' } } }),
      );
      const testLinkId = await service.createLink(ctx, testId, { imageProctoring: 1 });
      const person = somebody();
      const { id } = await service.registerByLink(ctx, { testId, testLinkId }, person);
      await ask(ctx, id);
      await service.deliver();
      const said = { imageProctoring: true, support: 'help@acme.example', privacy: 'https://acme.example/privacy' };
      expect(service.outbound.emailsTo(person.emailId)).toMatchObject([said]);
    });

    it('before the start it tells the test as it is when it is sent; after it, the version that was started', async () => {
      const { ctx, testId } = await service.mint({ key: 'mailed' });
      const [waiting, running] = [somebody(), somebody()];
      const one = await service.register(ctx, testId, waiting);
      const two = await service.register(ctx, testId, running);
      await value(startAttempt({ candidate: two.candidate }));
      for (const { id } of [one, two]) await ask(ctx, id);
      await service.importTest(ctx, { key: 'mailed', name: 'Second edition', duration: 90 });
      await service.deliver();
      expect(service.outbound.emailsTo(waiting.emailId)).toMatchObject([{ testName: 'Second edition', duration: 90 }]);
      expect(service.outbound.emailsTo(running.emailId)).toMatchObject([{ testName: 'A little of everything', duration: 60 }]);
    });

    it('an invitation that was cancelled meanwhile gets no mail, and the delivery says why', async () => {
      const { ctx, testId } = await service.mint();
      const person = somebody();
      const { id } = await service.register(ctx, testId, person);
      await ask(ctx, id);
      await value(cancelInvitation({ ctx, input: { testInvitationId: id, query: {} } }));
      await service.deliver();
      expect(service.outbound.emailsTo(person.emailId)).toEqual([]);
      expect(await theDelivery(ctx)).toMatchObject({
        state: 'failed',
        lastError: 'the invitation was cancelled',
        attempts: [{ outcome: 'final', error: 'the invitation was cancelled', destination: person.emailId }],
      });
      expect(await deliveryEntries(ctx, id)).toMatchObject([
        { type: 'delivery.failed', data: { kind: 'invitation-email', error: 'the invitation was cancelled' } },
      ]);
    });

    it('carries the URL and the name as they are when it is sent', async () => {
      const { ctx, testId } = await service.mint();
      const person = somebody();
      const { id, url } = await service.register(ctx, testId, person);
      await ask(ctx, id);
      await value(cancelInvitation({ ctx, input: { testInvitationId: id, query: {} } }));
      const again = await service.register(ctx, testId, { ...person, fullName: 'Ana María' });
      expect(again.url).not.toBe(url);
      await service.deliver();
      expect(service.outbound.emailsTo(person.emailId)).toMatchObject([{ takeTestURL: again.url, fullName: 'Ana María' }]);
    });

    it('is tried again after a passing failure, and not after a permanent one', async () => {
      for (const permanent of [false, true]) {
        const { ctx, testId } = await service.mint();
        const person = somebody();
        const { id } = await service.register(ctx, testId, person);
        await ask(ctx, id);
        service.outbound.accept(person.emailId, async () => ({ type: 'failed', error: '450 mailbox busy', permanent }));
        await service.deliver();
        expect(await theDelivery(ctx)).toMatchObject(
          permanent
            ? { state: 'failed', nextAttemptAt: null, attempts: [{ outcome: 'final', error: '450 mailbox busy', response: null }] }
            : { state: 'pending', nextAttemptAt: formatInstant(service.clock.now + 5 * second), attempts: [{ outcome: 'retry' }] },
        );
        service.outbound.forget();
        service.clock.advance(5 * second);
        await service.deliver();
        expect(await theDelivery(ctx)).toMatchObject(permanent ? { attemptsMade: 1 } : { state: 'delivered', attemptsMade: 2 });
        const [first, again] = service.outbound.emailsTo(person.emailId);
        expect(again?.messageId).toBe(permanent ? undefined : first?.messageId);
      }
    });
  });
});
