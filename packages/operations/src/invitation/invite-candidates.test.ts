import { testDialects } from '@assay/store/testing';
import { hour, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getAccount, updateAccountSettings } from '../account/account-settings.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from '../account/api-keys.ts';
import { authenticate } from '../account/authenticate.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { inviteCandidates } from './invite-candidates.ts';
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
