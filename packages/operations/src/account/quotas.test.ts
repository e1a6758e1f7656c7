import { testDialects } from '@assay/store/testing';
import { day, hour, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { cancelInvitation } from '../invitation/cancel-invitation.ts';
import { inviteCandidates } from '../invitation/invite-candidates.ts';
import { joinTest } from '../invitation/join-test.ts';
import { reattemptInvitation } from '../invitation/reattempt-invitation.ts';
import { registerCandidate } from '../invitation/register-candidate.ts';
import { getTestLink } from '../link/read-test-links.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { listAudit } from './audit.ts';
import { forgetQuotaUses } from './forget-quota-uses.ts';
import { getAccountQuotas } from './get-quotas.ts';
import { type QuotaChanges, setQuotas } from './set-quotas.ts';

const sessionId = 'A'.repeat(22);

describe.each(testDialects)('quotas of an account on %s', (engine) => {
  const service = useService(engine);

  const set = ({ assay, accountId }: Context, changes: QuotaChanges) => value(setQuotas({ assay, accountId, changes }));
  const quotaOf = async (ctx: Context, name: string) => {
    const { quotas } = await value(getAccountQuotas({ ctx }));
    return quotas.find(({ quota }) => quota === name);
  };
  const usedOf = async (ctx: Context, name: string) => (await quotaOf(ctx, name))?.used;
  const register = (ctx: Context, testId: string, idempotencyKey?: string) =>
    registerCandidate({ ctx: { ...ctx, idempotencyKey }, input: { testId, body: somebody() } });

  it('are the defaults until the operator sets others, which is in the audit record as the operator', async () => {
    const ctx = await service.mintAccount();
    expect((await value(getAccountQuotas({ ctx }))).quotas.map(({ quota, limit, isDefault }) => [quota, limit, isDefault])).toEqual([
      ['invitations', 50_000, true],
      ['candidates', null, true],
      ['processorSeconds', null, true],
      ['mails', null, true],
      ['callbacks', null, true],
      ['exports', 20, true],
      ['bytes', null, true],
    ]);
    await set(ctx, { invitations: 7, candidates: 3, exports: null });
    expect(await quotaOf(ctx, 'invitations')).toMatchObject({ limit: 7, isDefault: false, used: 0, window: 'day' });
    await set(ctx, { invitations: 'default' });
    expect(await quotaOf(ctx, 'invitations')).toMatchObject({ limit: 50_000, isDefault: true });
    expect(await quotaOf(ctx, 'exports')).toMatchObject({ limit: null, isDefault: false });
    const { entries } = await value(listAudit({ ctx, input: { query: {} } }));
    expect(entries.map(({ type, keyId, data }) => [type, keyId, data])).toEqual([
      ['account.quotas-set', null, { changes: { invitations: { from: 7, to: 50_000 } } }],
      [
        'account.quotas-set',
        null,
        { changes: { invitations: { from: 50_000, to: 7 }, candidates: { from: null, to: 3 }, exports: { from: 20, to: null } } },
      ],
    ]);
  });

  it('of invitations a day: a new one over it is refused with the quota, the time it begins anew and whom to ask', async () => {
    const { ctx, testId } = await service.mint();
    await set(ctx, { invitations: 2 });
    const known = somebody();
    await service.register(ctx, testId, known);
    await value(register(ctx, testId, 'one'));
    const refused = await refusalOf(register(ctx, testId, 'two'));
    const end = (Math.floor(service.clock.now / day) + 1) * day;
    expect(refused).toMatchObject({
      code: 'request.rate-limited',
      message: `The account has reached its quota of 2 invitations a day (UTC); it begins anew at ${new Date(end).toISOString()}, and the operator of this service can raise it`,
      retryAfterSeconds: Math.ceil((end - service.clock.now) / 1000),
    });
    // The same candidate again is the same invitation, and costs nothing.
    const again = await service.register(ctx, testId, known);
    await value(cancelInvitation({ ctx, input: { testInvitationId: again.id, query: {} } }));
    await service.register(ctx, testId, known);
    expect(await usedOf(ctx, 'invitations')).toBe(2);
    // Another account has a quota of its own.
    const other = await service.mint();
    await service.register(other.ctx, other.testId);
    // The refusal used up no Idempotency-Key.
    service.clock.moveTo(end);
    await value(register(ctx, testId, 'two'));
    expect(await usedOf(ctx, 'invitations')).toBe(1);
  });

  it('of invitations a day: a repeated Idempotency-Key counts once, a list has a result for each row, and a preview counts nothing', async () => {
    const { ctx, testId } = await service.mint();
    await set(ctx, { invitations: 3 });
    await value(register(ctx, testId, 'k'));
    const body = { candidates: [somebody(), somebody(), somebody()] };
    const invite = (dryRun: boolean) =>
      value(inviteCandidates({ ctx: { ...ctx, idempotencyKey: 'list' }, input: { testId, body: { ...body, dryRun } } }));
    await invite(true);
    expect(await usedOf(ctx, 'invitations')).toBe(1);
    const { results } = await invite(false);
    expect(results.filter(({ ok }) => ok)).toHaveLength(2);
    const [refused] = results.filter(({ ok }) => !ok);
    expect(refused?.error).toMatch('quota of 3 invitations a day');
    await set(ctx, { invitations: 4 });
    expect((await invite(false)).results.every(({ ok }) => ok)).toBe(true);
    expect(await usedOf(ctx, 'invitations')).toBe(4);
  });

  it('of invitations a day: a reattempt over it leaves the candidate the invitation that they have', async () => {
    const { ctx, testId } = await service.mint();
    await set(ctx, { invitations: 1 });
    const { id, candidate } = await service.register(ctx, testId);
    await value(startAttempt({ candidate, input: { body: { sessionId } } }));
    await value(submitAttempt({ candidate, input: { body: { sessionId } } }));
    const before = await service.row(ctx, id);
    expect(await statuscodeOf(reattemptInvitation({ ctx, input: { testInvitationId: id } }))).toBe('429.1');
    expect(await service.row(ctx, id)).toEqual(before);
    await set(ctx, { invitations: 2 });
    await value(reattemptInvitation({ ctx, input: { testInvitationId: id } }));
    expect(await usedOf(ctx, 'invitations')).toBe(2);
  });

  it('of invitations a day: a join page is refused over it too, and makes nothing', async () => {
    const { ctx, testId } = await service.mint();
    await set(ctx, { invitations: 0 });
    const testLinkId = await service.createLink(ctx, testId);
    const { testLinkAccessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId } }));
    const join = () => joinTest({ visitor: { assay: ctx.assay, accessKey: String(testLinkAccessKey) }, input: { body: somebody() } });
    expect(await statuscodeOf(join())).toBe('429.1');
    await set(ctx, { invitations: 1 });
    await value(join());
  });

  it('of invitations a day: requests at the same time take no more than it, and all of it', async () => {
    const { ctx, testId } = await service.mint();
    await set(ctx, { invitations: 10 });
    const outcomes = await Promise.all(Array.from({ length: 24 }, () => register(ctx, testId)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(10);
    expect(await usedOf(ctx, 'invitations')).toBe(10);
  });

  it('of candidates at once: the last place goes to one, and is free when an attempt ends or its deadline passes', async () => {
    const { ctx, testId } = await service.mint();
    await set(ctx, { candidates: 1 });
    const all = await Promise.all([service.register(ctx, testId), service.register(ctx, testId), service.register(ctx, testId)]);
    const start = ({ candidate }: (typeof all)[number]) => startAttempt({ candidate, input: { body: { sessionId } } });
    const outcomes = await Promise.all(all.map(start));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const running = all[outcomes.findIndex(({ ok }) => ok)];
    const [next, last] = all.filter((one) => one !== running);
    if (running === undefined || next === undefined || last === undefined) throw new Error('one of three started');
    expect(await refusalOf(start(next))).toMatchObject({ code: 'resource.conflict', message: expect.stringMatching('As many candidates') });
    expect(await usedOf(ctx, 'candidates')).toBe(1);
    // Who has started goes on, on another device too.
    await value(start(running));
    await value(submitAttempt({ candidate: running.candidate, input: { body: { sessionId } } }));
    await value(start(next));
    expect(await statuscodeOf(start(last))).toBe('409.1');
    service.clock.advance(24 * hour);
    await value(start(last));
    expect(await usedOf(ctx, 'candidates')).toBe(1);
  });

  it('what was used is forgotten after forty days', async () => {
    const { ctx, testId } = await service.mint();
    await service.register(ctx, testId);
    expect(await forgetQuotaUses(ctx)).toBe(0);
    service.clock.advance(42 * day);
    expect(await forgetQuotaUses(ctx)).toBeGreaterThan(0);
  });
});
