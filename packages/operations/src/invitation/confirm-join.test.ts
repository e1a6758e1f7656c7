import { testDialects } from '@assay/store/testing';
import { day, hour, minute, publicUrl, somebody, zone } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { startAttempt } from '../attempt/start-attempt.ts';
import { listDeliveries } from '../delivery/read-deliveries.ts';
import { redeliverDelivery } from '../delivery/redeliver.ts';
import { getLinkSettings, updateLinkSettings } from '../link/link-settings.ts';
import { getTestLink } from '../link/read-test-links.ts';
import { updateTestLink } from '../link/update-test-link.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { confirmJoin, getConfirmation } from './confirm-join.ts';
import { joinTest } from './join-test.ts';
import { listInvitations } from './list-invitations.ts';

describe.each(testDialects)('a link that asks for confirmation on %s', (engine) => {
  const service = useService(engine);
  const body = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone };

  const mintLink = async (changes: Record<string, unknown> = {}) => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId, changes);
    await value(updateLinkSettings({ ctx, input: { testLinkId, body: { confirmEmail: 1 } } }));
    const { testLinkAccessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId } }));
    return { ctx, testId, testLinkId, accessKey: testLinkAccessKey ?? '' };
  };
  const join = (accessKey: string, person: unknown) => joinTest({ visitor: { assay: service.assay, accessKey }, input: { body: person } });
  const invitationsOf = async (ctx: Context, testId: string) =>
    (await value(listInvitations({ ctx, input: { testId, query: {} } }))).invitations;
  const holderOf = (url: string) => {
    expect(url.startsWith(`${publicUrl}/join/confirm/`)).toBe(true);
    return { holder: { assay: service.assay, token: url.slice(`${publicUrl}/join/confirm/`.length) } };
  };
  const mailsTo = ({ emailId }: { emailId: string }) => service.outbound.emailsTo(emailId);
  /** Joins, and the holder of the mailed address. */
  const mailed = async (accessKey: string, person = somebody()) => {
    expect(await value(join(accessKey, person))).toEqual({ confirmation: 'sent' });
    await service.deliver();
    const mail = mailsTo(person).at(-1);
    if (mail?.kind !== 'confirmation-email') throw new Error('no confirmation was mailed');
    return { person, mail, ...holderOf(mail.confirmUrl) };
  };

  it('keeps its setting when API v2 replaces the link', async () => {
    const { ctx, testId, testLinkId } = await mintLink();
    await value(updateTestLink({ ctx, input: { testId, testLinkId, body } }));
    const input = { testLinkId };
    expect(await value(getLinkSettings({ ctx, input }))).toEqual({ testLinkId: Number(testLinkId), confirmEmail: 1 });
    await value(updateLinkSettings({ ctx, input: { ...input, body: { confirmEmail: 0 } } }));
    expect(await value(getLinkSettings({ ctx, input }))).toMatchObject({ confirmEmail: 0 });
    for (const wrong of [2, null, 'yes']) {
      const refused = updateLinkSettings({ ctx, input: { ...input, body: { confirmEmail: wrong } } });
      expect((await refusalOf(refused)).message).toContain('confirmEmail');
    }
  });

  it('invites nobody before the mailed address is opened, and then under the name that was typed', async () => {
    const { ctx, testId, testLinkId, accessKey } = await mintLink();
    const { person, holder } = await mailed(accessKey);
    expect(await invitationsOf(ctx, testId)).toEqual([]);
    expect(await value(getConfirmation({ holder }))).toEqual({
      organization: 'Acme',
      support: null,
      privacy: null,
      test: { testName: 'A little of everything', duration: 60, questions: 4 },
      access: { state: 'open', closesAt: null },
      ...person,
    });
    expect(await invitationsOf(ctx, testId)).toEqual([]);
    const joined = await value(confirmJoin({ holder }));
    expect(await invitationsOf(ctx, testId)).toMatchObject([
      { testInvitationId: joined.testInvitationId, testLinkId: Number(testLinkId), origin: 'link', status: 'Pending', ...person },
    ]);
    expect(await value(confirmJoin({ holder }))).toEqual(joined);
    expect(await value(startAttempt({ candidate: service.candidateOf(joined.takeTestURL) }))).toMatchObject({ fullName: person.fullName });
    expect(await value(confirmJoin({ holder }))).toEqual(joined);
  });

  it('mails nothing that was typed, and neither address nor name in the URL; the outbox holds no token', async () => {
    const { ctx, accessKey } = await mintLink();
    const { person, mail, holder } = await mailed(accessKey, { ...somebody(), fullName: 'Your parcel is waiting' });
    expect(JSON.stringify(mail)).not.toContain('parcel');
    const [local = ''] = person.emailId.split('@');
    expect(Buffer.from(holder.token, 'base64url').toString('latin1')).not.toMatch(new RegExp(`${local}|parcel`));
    const rows = await service.assay.store.read((db) =>
      db.kysely.selectFrom('deliveries').selectAll().where('account_id', '=', ctx.accountId).execute(),
    );
    const sealed = rows[0]?.sealed ?? '';
    expect(sealed).not.toContain('parcel');
    expect(await statuscodeOf(confirmJoin({ holder: { ...holder, token: sealed } }))).toBe('404.1');
  });

  it.each(['Pending', 'In progress', 'Completed', 'Cancelled', 'never'] as const)(
    'says the same to a visitor whose invitation is: %s',
    async (status) => {
      const { ctx, testId, accessKey } = await mintLink();
      const person = somebody();
      if (status !== 'never') await service.bringTo(ctx, await service.register(ctx, testId, person), status);
      await service.deliver();
      const before = mailsTo(person).length;
      expect(await value(join(accessKey, person))).toEqual({ confirmation: 'sent' });
      await service.deliver();
      const kinds = mailsTo(person)
        .slice(before)
        .map(({ kind }) => kind);
      const expected = { never: ['confirmation-email'], Cancelled: [] }[status as string] ?? ['invitation-email'];
      expect(kinds).toEqual(expected);
    },
  );

  it('gives a candidate who has been invited meanwhile the URL of that invitation', async () => {
    const { ctx, testId, accessKey } = await mintLink();
    const { person, holder } = await mailed(accessKey);
    const invited = await service.register(ctx, testId, person);
    expect(await value(confirmJoin({ holder }))).toEqual({ testInvitationId: Number(invited.id), takeTestURL: invited.url });
    await value(cancelInvitation({ ctx, input: { testInvitationId: invited.id, query: {} } }));
    expect(await refusalOf(confirmJoin({ holder }))).toMatchObject({ code: 'take.cancelled' });
  });

  it('makes one invitation of many openings at once', async () => {
    const { ctx, testId, accessKey } = await mintLink();
    const { holder } = await mailed(accessKey);
    const joined = await Promise.all(Array.from({ length: 10 }, () => value(confirmJoin({ holder }))));
    expect(new Set(joined.map(({ testInvitationId }) => testInvitationId)).size).toBe(1);
    expect(await invitationsOf(ctx, testId)).toHaveLength(1);
  });

  it('mails one confirmation in 15 minutes for a test, and 5 mails in 24 hours', async () => {
    const { accessKey } = await mintLink();
    const person = somebody();
    for (let hours = 0; hours < 8; hours += 1) {
      for (let index = 0; index < 3; index += 1) expect(await value(join(accessKey, person))).toEqual({ confirmation: 'sent' });
      await service.deliver();
      service.clock.advance(hour);
    }
    expect(mailsTo(person)).toHaveLength(5);
  });

  it('mails one mailbox 5 times in 24 hours, however many sub-addresses of it are typed', async () => {
    const { accessKey } = await mintLink();
    const { emailId, fullName } = somebody();
    const typed = Array.from({ length: 10 }, (_, index) => ({ emailId: emailId.replace('@', `+${index}@`), fullName }));
    for (const person of typed) expect(await value(join(accessKey, person))).toEqual({ confirmation: 'sent' });
    await service.deliver();
    // Different addresses do not wait for each other's 15 minutes: a person who tries a link out types several of one mailbox.
    expect(typed.flatMap(mailsTo)).toHaveLength(5);
  });

  it('mails an address that opens for 24 hours', async () => {
    const { accessKey } = await mintLink();
    const { holder } = await mailed(accessKey);
    service.clock.advance(day - minute);
    await value(getConfirmation({ holder }));
    service.clock.advance(minute);
    for (const refused of [getConfirmation({ holder }), confirmJoin({ holder })])
      expect(await refusalOf(refused)).toMatchObject({ code: 'join.link-expired', statuscode: '410.2' });
  });

  it('opens by no token that was changed', async () => {
    const { accessKey } = await mintLink();
    const { holder } = await mailed(accessKey);
    const { token } = holder;
    // Decoders of base64url skip what follows the last byte: each of the last four would be a second spelling of the token.
    const spellings = [`${token}=`, `${token}.`, `${token}A`, token.replace(/^./, '$&.')];
    for (const wrong of ['', 'x', token.slice(0, -2), `${token}AA`, `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`, ...spellings]) {
      expect(await statuscodeOf(getConfirmation({ holder: { ...holder, token: wrong } }))).toBe('404.1');
      expect(await statuscodeOf(confirmJoin({ holder: { ...holder, token: wrong } }))).toBe('404.1');
    }
  });

  it('that became invite-only or inactive meanwhile lets nobody in', async () => {
    const { ctx, testId, testLinkId, accessKey } = await mintLink();
    const { holder, person } = await mailed(accessKey);
    const update = (changes: object) => value(updateTestLink({ ctx, input: { testId, testLinkId, body: { ...body, ...changes } } }));
    await update({ inviteCandidateOnly: 1 });
    expect(await refusalOf(confirmJoin({ holder }))).toMatchObject({ code: 'join.invite-only' });
    service.clock.advance(hour);
    const before = mailsTo(person).length;
    expect(await value(join(accessKey, person))).toEqual({ confirmation: 'sent' });
    await service.deliver();
    expect(mailsTo(person)).toHaveLength(before);
    await update({ testLinkStatus: 3 });
    expect(await refusalOf(confirmJoin({ holder }))).toMatchObject({ code: 'take.inactive' });
    expect(await refusalOf(join(accessKey, person))).toMatchObject({ code: 'take.inactive' });
    expect(await invitationsOf(ctx, testId)).toEqual([]);
  });

  it('shows its mails among the deliveries, without an invitation; one can be sent again while its address opens', async () => {
    const { ctx, testId, accessKey } = await mintLink();
    const { person } = await mailed(accessKey);
    const { deliveries } = await value(listDeliveries({ ctx, input: { query: { testId } } }));
    expect(deliveries).toMatchObject([
      { kind: 'confirmation-email', state: 'delivered', testInvitationId: null, testId: Number(testId), destination: person.emailId },
    ]);
    const input = { deliveryId: String(deliveries[0]?.deliveryId) };
    await value(redeliverDelivery({ ctx, input }));
    await service.deliver();
    expect(mailsTo(person)).toHaveLength(2);
    service.clock.advance(day);
    await value(redeliverDelivery({ ctx, input }));
    await service.deliver();
    expect(mailsTo(person)).toHaveLength(2);
  });
});
