import { testDialects } from '@assay/store/testing';
import { hour, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getAccount, updateAccountSettings } from '../account/account-settings.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from '../account/api-keys.ts';
import { authenticate } from '../account/authenticate.ts';
import { setTestStatus } from '../assessment/set-test-status.ts';
import { getTestLink } from '../link/read-test-links.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { statuses, useService } from '../testing/service.ts';
import { dumpAccount } from '../testing/tables.ts';
import { inviteCandidates } from './invite-candidates.ts';
import { joinTest } from './join-test.ts';
import { listInvitations } from './list-invitations.ts';

describe.each(testDialects)('many candidates at once on %s', (engine) => {
  const service = useService(engine);

  it('are invited each by itself: a wrong one does not keep the others out', async () => {
    const { ctx, testId } = await service.mint();
    const first = somebody();
    const candidates = [first, { emailId: 'nonsense', fullName: 'X' }, { ...somebody(), testLinkId: 999_999 }, null, somebody(), first];
    const { results } = await value(inviteCandidates({ ctx, input: { testId, body: { candidates } } }));
    expect(results.map(({ index, ok }) => [index, ok])).toEqual([
      [0, true],
      [1, false],
      [2, false],
      [3, false],
      [4, true],
      [5, true],
    ]);
    expect(results[1]?.error).toContain('emailId');
    expect(results[2]?.error).toContain('test link');
    // The same candidate twice is one invitation.
    expect(results[5]?.invitation?.testInvitationId).toBe(results[0]?.invitation?.testInvitationId);
    const { invitations } = await value(listInvitations({ ctx, input: { testId, query: {} } }));
    expect(invitations).toHaveLength(2);
  });

  it('with an Idempotency-Key again are answered the same and invited once', async () => {
    const { ctx, testId } = await service.mint();
    const body = { candidates: [somebody(), somebody()] };
    const invite = () => value(inviteCandidates({ ctx: { ...ctx, idempotencyKey: 'import' }, input: { testId, body } }));
    expect(await invite()).toEqual(await invite());
    expect((await value(listInvitations({ ctx, input: { testId, query: {} } }))).invitations).toHaveLength(2);
  });

  it('with an Idempotency-Key of another list, test or operation are 409.1, and nobody is invited', async () => {
    const { ctx, testId } = await service.mint();
    const other = await service.importTest(ctx, { key: 'other' });
    const keyed = { ...ctx, idempotencyKey: 'spring' };
    const list = [somebody()];
    const invite = (of: string, candidates: unknown[]) => inviteCandidates({ ctx: keyed, input: { testId: of, body: { candidates } } });
    await value(invite(testId, list));
    for (const call of [
      () => invite(testId, [...list, somebody()]),
      () => invite(other, list),
      () => updateAccountSettings({ ctx: keyed, input: { body: { name: 'Another' } } }),
    ])
      expect((await refusalOf(call())).statuscode).toBe('409.1');
    expect((await value(listInvitations({ ctx, input: { testId, query: {} } }))).invitations).toHaveLength(1);
    expect((await value(getAccount({ ctx }))).name).not.toBe('Another');
  });

  it('are refused as a whole when there are none, too many, or no such test', async () => {
    const { ctx, testId } = await service.mint();
    for (const candidates of [[], Array.from({ length: 501 }, () => somebody()), 'x'])
      expect((await refusalOf(inviteCandidates({ ctx, input: { testId, body: { candidates } } }))).message).toContain('candidates');
    expect((await refusalOf(inviteCandidates({ ctx, input: { testId: '999999', body: { candidates: [somebody()] } } }))).statuscode).toBe(
      '404.1',
    );
  });
});

describe.each(testDialects)('a list that is sent again on %s', (engine) => {
  const service = useService(engine);
  type Row = ReturnType<typeof somebody> & Record<string, unknown>;
  const send = async (ctx: Context, testId: string, candidates: readonly Row[], more: object = {}) =>
    (await value(inviteCandidates({ ctx, input: { testId, body: { candidates, ...more } } }))).results;
  const outcomesOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).map(({ outcome }) => outcome);
  const once = (people: readonly Row[]): Row[] => people.map((person) => ({ ...person, revive: false }));
  const mailsTo = async (people: readonly Row[]) => {
    await service.deliver();
    return people.map(({ emailId }) => service.outbound.emailsTo(emailId).length);
  };

  it('with one row more mails that one only, whatever chunks it is sent in', async () => {
    const { ctx, testId } = await service.mint();
    const people = Array.from({ length: 61 }, () => somebody());
    const added = somebody();
    const inChunks = async (rows: readonly Row[]) => [
      ...(await outcomesOf(ctx, testId, rows.slice(0, 40))),
      ...(await outcomesOf(ctx, testId, rows.slice(40))),
    ];
    expect(new Set(await inChunks(once(people)))).toEqual(new Set(['invited']));
    expect(await inChunks(once([added, ...people]))).toEqual(['invited', ...people.map(() => 'already-invited')]);
    expect(await mailsTo([added, ...people])).toEqual([1, ...people.map(() => 1)]);
  });

  it.each(statuses)('leaves a candidate who is %s as they are, and a dry run says so before', async (status) => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const { id } = await service.bringTo(ctx, await service.register(ctx, testId, person), status);
    const before = await service.row(ctx, id);
    const rows = once([{ ...person, fullName: 'Renamed', callbackURL: 'https://ats.example/c' }]);
    const [planned] = await send(ctx, testId, rows, { dryRun: true });
    const [result] = await send(ctx, testId, rows);
    expect(result).toEqual(planned);
    expect(result).toMatchObject({
      ...(status === 'Cancelled'
        ? { outcome: 'cancelled', ok: false, error: expect.stringContaining('revive') }
        : { outcome: 'already-invited', ok: true, error: null }),
      invitation: { testInvitationId: Number(id), status },
      email: null,
    });
    expect(await service.row(ctx, id)).toEqual(before);
  });

  it('revives a cancelled candidate when told to, once', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    await service.bringTo(ctx, await service.register(ctx, testId, person), 'Cancelled');
    const rows = [{ ...person, revive: true, again: false }];
    expect(await outcomesOf(ctx, testId, rows, { dryRun: true })).toEqual(['revived']);
    expect(await outcomesOf(ctx, testId, rows)).toEqual(['revived']);
    expect(await outcomesOf(ctx, testId, rows)).toEqual(['already-invited']);
    expect(await mailsTo([person])).toEqual([1]);
  });

  it('updates and mails once more with `again`, and still revives nobody', async () => {
    const { ctx, testId } = await service.mint();
    const [ana, ben] = [somebody(), somebody()];
    await send(ctx, testId, [ana]);
    await service.deliver();
    await service.bringTo(ctx, await service.register(ctx, testId, ben), 'Cancelled');
    const rows = [ana, ben].map((person) => ({ ...person, fullName: 'Renamed', revive: false, again: true }));
    const results = await send(ctx, testId, rows);
    expect(results.map(({ outcome, invitation }) => [outcome, invitation?.fullName])).toEqual([
      ['already-invited', 'Renamed'],
      ['cancelled', ben.fullName],
    ]);
    expect(await mailsTo([ana, ben])).toEqual([2, 0]);
  });

  it('without `revive` does what registering does: updates, mails once more, and restores', async () => {
    const { ctx, testId } = await service.mint();
    const [ana, ben] = [somebody(), somebody()];
    await send(ctx, testId, [ana]);
    await service.deliver();
    await service.bringTo(ctx, await service.register(ctx, testId, ben), 'Cancelled');
    const results = await send(ctx, testId, [{ ...ana, fullName: 'Renamed' }, ben]);
    expect(results.map(({ ok, outcome }) => [ok, outcome])).toEqual([
      [true, 'already-invited'],
      [true, 'revived'],
    ]);
    expect(results[0]?.invitation).toMatchObject({ fullName: 'Renamed' });
    expect(await mailsTo([ana, ben])).toEqual([2, 1]);
  });

  it('invites a candidate who registered with an access key, whom nobody has invited yet', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId);
    const { testLinkAccessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId } }));
    const person = somebody();
    await value(joinTest({ visitor: { assay: service.assay, accessKey: String(testLinkAccessKey) }, input: { body: person } }));
    const rows = once([{ ...person, testLinkId: Number(testLinkId) }]);
    expect(await outcomesOf(ctx, testId, rows, { dryRun: true })).toEqual(['invited']);
    expect((await send(ctx, testId, rows))[0]).toMatchObject({ outcome: 'invited', invitation: { origin: 'management' } });
    expect(await outcomesOf(ctx, testId, rows)).toEqual(['already-invited']);
  });

  it('a dry run writes nothing and uses no Idempotency-Key; it tells faulty rows and those that come twice', async () => {
    const { ctx, testId } = await service.mint();
    const elsewhere = await service.mint();
    const [ana, ben] = [somebody(), somebody()];
    await service.register(elsewhere.ctx, elsewhere.testId, ana);
    const rows: Row[] = [ana, { ...ben, testLinkId: 999_999 }, { ...ben, fullName: '' }, ana, { ...ana, sendEmail: 'maybe' }, ben];
    const keyed = { ...ctx, idempotencyKey: 'looked first' };
    const before = await dumpAccount(service.assay.store, ctx.accountId);
    const planned = await send(keyed, testId, rows, { dryRun: true });
    expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(before);
    expect(planned.map(({ outcome }) => outcome)).toEqual(['invited', 'invalid', 'invalid', 'already-invited', 'invalid', 'invited']);
    const sent = await send(keyed, testId, rows);
    expect(sent.map(({ error }) => error)).toEqual(planned.map(({ error }) => error));
    await value(setTestStatus({ ctx, input: { testId, body: { status: 'Inactive' } } }));
    expect(await send(ctx, testId, [ana], { dryRun: true })).toMatchObject([{ outcome: 'invalid', error: 'The test is not active' }]);
  });
});

describe.each(testDialects)('keys and settings of an account on %s', (engine) => {
  const service = useService(engine);
  const works = async (apiKey: string) => (await authenticate({ assay: service.assay, apiKey })).ok;

  it('a rotated key works until its overlap ends, the new one from now on', async () => {
    const ctx = await service.mintAccount();
    const former = await value(createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['invite'] } } }));
    const made = await value(rotateApiKey({ ctx, input: { keyId: String(former.keyId), body: { overlapHours: 2 } } }));
    expect(made).toMatchObject({ name: 'ATS', scopes: ['invite'] });
    expect([await works(former.apiKey), await works(made.apiKey)]).toEqual([true, true]);
    service.clock.advance(2 * hour);
    expect([await works(former.apiKey), await works(made.apiKey)]).toEqual([false, true]);
  });

  it('a key in its overlap can be revoked, and then ends at once', async () => {
    const ctx = await service.mintAccount();
    const former = await value(createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['read'] } } }));
    const keyId = String(former.keyId);
    await value(rotateApiKey({ ctx, input: { keyId, body: { overlapHours: 2 } } }));
    const { revokedAt } = await value(revokeApiKey({ ctx, input: { keyId } }));
    expect(await works(former.apiKey)).toBe(false);
    expect((await value(revokeApiKey({ ctx, input: { keyId } }))).revokedAt).toBe(revokedAt);
  });

  it('without an overlap the former key ends at once, and a revoked key is not rotated', async () => {
    const ctx = await service.mintAccount();
    const former = await value(createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['read'] } } }));
    const input = { keyId: String(former.keyId), body: undefined };
    const made = await value(rotateApiKey({ ctx, input }));
    expect([await works(former.apiKey), await works(made.apiKey)]).toEqual([false, true]);
    expect((await refusalOf(rotateApiKey({ ctx, input }))).statuscode).toBe('409.1');
  });

  it('settings that are named change, the rest stays; null takes a notice away', async () => {
    const ctx = await service.mintAccount();
    const before = await value(getAccount({ ctx }));
    const update = (body: unknown) => value(updateAccountSettings({ ctx, input: { body } }));
    expect(await update({ support: 'help@acme.example', timeZoneId: 10_000 })).toEqual({
      ...before,
      support: 'help@acme.example',
      timeZone: 'UTC',
    });
    expect(await update({ name: 'New', support: null })).toMatchObject({ name: 'New', support: null, timeZone: 'UTC' });
    const wrong = await refusalOf(updateAccountSettings({ ctx, input: { body: { timeZoneId: 1_234_567, email: 'x' } } }));
    expect(wrong.message).toMatch(/email.*timeZoneId|timeZoneId.*email/);
  });
});
