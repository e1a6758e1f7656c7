import { testDialects } from '@assay/store/testing';
import { day, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { rotateCallbackSecret } from '../delivery/callback-secrets.ts';
import { inviteCandidates } from '../invitation/invite-candidates.ts';
import { registerCandidate } from '../invitation/register-candidate.ts';
import { updateLinkSettings } from '../link/link-settings.ts';
import { updateTestLink } from '../link/update-test-link.ts';
import type { Context } from '../support/context.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { updateAccountSettings } from './account-settings.ts';
import { createApiKey } from './api-keys.ts';
import { forgetAuditEntries, listAudit } from './audit.ts';
import { authenticate } from './authenticate.ts';

describe.each(testDialects)('the record of changes on %s', (engine) => {
  const service = useService(engine);
  const entriesOf = async (ctx: Context) => (await value(listAudit({ ctx, input: { query: {} } }))).entries;

  /** An account with a test, called with a key of its own. */
  const mint = async () => {
    const { ctx: operator, testId } = await service.mint();
    const body = { name: 'ATS', scopes: ['read', 'invite', 'manage'] };
    const { apiKey, keyId } = await value(createApiKey({ ctx: operator, input: { body } }));
    const ctx = await value(authenticate({ assay: service.assay, apiKey }));
    return { ctx, testId, by: { keyId, keyName: 'ATS' } };
  };

  it('holds who a link notifies, when it is made and whenever that changes', async () => {
    const { ctx, testId, by } = await mint();
    const testLinkId = await service.createLink(ctx, testId, { emailToStakeholder: 'boss@acme.example' });
    const update = (changes: object) =>
      value(
        updateTestLink({
          ctx,
          input: { testId, testLinkId, body: { testLinkName: 'Spring', accessTime: 0, timeZoneId: 190, ...changes } },
        }),
      );
    await update({ timeZoneId: 190, emailToStakeholder: 'else@evil.example' });
    const [updated, created] = await entriesOf(ctx);
    expect(created).toMatchObject({
      ...by,
      type: 'link.created',
      data: { testLinkId: Number(testLinkId), emailToStakeholder: 'boss@acme.example' },
    });
    expect(updated).toMatchObject({
      ...by,
      type: 'link.updated',
      data: {
        testLinkId: Number(testLinkId),
        changes: { emailToStakeholder: { from: 'boss@acme.example', to: 'else@evil.example' } },
      },
    });
    const before = (await entriesOf(ctx)).length;
    await update({ timeZoneId: 190, emailToStakeholder: 'else@evil.example' });
    expect(await entriesOf(ctx)).toHaveLength(before);
  });

  it('holds whether a link asks for confirmation, whenever that changes', async () => {
    const { ctx, testId, by } = await mint();
    const testLinkId = await service.createLink(ctx, testId);
    const update = (confirmEmail: 0 | 1) => value(updateLinkSettings({ ctx, input: { testLinkId, body: { confirmEmail } } }));
    const before = await entriesOf(ctx);
    for (const confirmEmail of [0, 1, 1] as const) await update(confirmEmail);
    const [entry, ...others] = await entriesOf(ctx);
    expect(entry).toMatchObject({
      ...by,
      type: 'link.updated',
      data: { testId: Number(testId), testLinkId: Number(testLinkId), changes: { confirmEmail: { from: 0, to: 1 } } },
    });
    expect(others).toEqual(before);
  });

  it('holds where the results of an invitation go, whenever a registration changes that, one by one or many at once', async () => {
    const { ctx, testId, by } = await mint();
    const person = somebody();
    const register = (callbackURL: string) => value(registerCandidate({ ctx, input: { testId, body: { ...person, callbackURL } } }));
    const { testInvitationId } = await register('https://ats.example/a');
    await register('https://ats.example/a');
    const made = (await entriesOf(ctx)).length;
    await register('https://evil.example/b');
    await value(inviteCandidates({ ctx, input: { testId, body: { candidates: [{ ...person, callbackURL: 'https://evil.example/c' }] } } }));
    const changed = (from: string, to: string) => ({
      ...by,
      type: 'invitation.updated',
      data: { testInvitationId, changes: { callbackURL: { from, to } } },
    });
    const entries = await entriesOf(ctx);
    expect(entries).toHaveLength(made + 2);
    expect(entries.slice(0, 2)).toMatchObject([
      changed('https://evil.example/b', 'https://evil.example/c'),
      changed('https://ats.example/a', 'https://evil.example/b'),
    ]);
  });

  it('holds changes of the account and of callback secrets, without the secrets', async () => {
    const { ctx, by } = await mint();
    await value(updateAccountSettings({ ctx, input: { body: { email: 'new@acme.example' } } }));
    const { secrets } = await value(rotateCallbackSecret({ ctx, input: {} }));
    const entries = await entriesOf(ctx);
    expect(entries.slice(0, 2)).toMatchObject([
      { ...by, type: 'callback-secret.rotated' },
      { ...by, type: 'account.updated', data: { changes: { email: { from: 'hiring@acme.example', to: 'new@acme.example' } } } },
    ]);
    for (const { secret } of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('is read in pages, newest first', async () => {
    const { ctx, testId } = await mint();
    for (let count = 0; count < 4; count += 1) await service.createLink(ctx, testId);
    const all = await entriesOf(ctx);
    const page = (query: object) => value(listAudit({ ctx, input: { query } }));
    const first = await page({ limit: '3' });
    const second = await page({ limit: '3', cursor: first.nextCursor ?? '' });
    expect([...first.entries, ...second.entries]).toEqual(all);
    expect([all.length, second.nextCursor]).toEqual([5, null]);
  });

  it('forgets what is older than 400 days, and nothing before', async () => {
    const { ctx, testId } = await mint();
    await service.createLink(ctx, testId);
    const all = await entriesOf(ctx);
    service.clock.advance(400 * day);
    await forgetAuditEntries({ assay: service.assay });
    expect(await entriesOf(ctx)).toEqual(all);
    service.clock.advance(1);
    await forgetAuditEntries({ assay: service.assay });
    expect(await entriesOf(ctx)).toEqual([]);
  });
});
