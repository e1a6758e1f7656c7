import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { cancelInvitation } from '../invitation/cancel-invitation.ts';
import { issueTakeToken } from '../support/tokens.ts';
import { organizationOf } from '../testing/organization-of.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { getAttempt } from './get-attempt.ts';

describe.each(testDialects)('take URLs on %s', (engine) => {
  const service = useService(engine);

  const opens = async (token: string): Promise<string> => {
    const opened = await getAttempt({ candidate: { assay: service.assay, token } });
    return opened.ok ? opened.value.status : opened.error.code;
  };

  it('stay short', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId);
    expect(candidate.token.length).toBeLessThan(60);
  });

  it('with another nonce open nothing, and do not tell the organization', async () => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId);
    const { accountId } = ctx;
    const other = issueTakeToken({ accountId, invitationId: Number(id), generation: 1, nonce: 'another-nonce-16' }, service.assay.secret);
    expect(await opens(other)).toBe('resource.not-found');
    expect(await organizationOf({ ...candidate, token: other })).toBeUndefined();
    await value(cancelInvitation({ ctx, input: { testInvitationId: id, query: {} } }));
    expect(await opens(other)).toBe('resource.not-found');
    expect(await opens(candidate.token)).toBe('take.cancelled');
  });
});
