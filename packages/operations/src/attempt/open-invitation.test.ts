import { createHmac } from 'node:crypto';
import { testDialects } from '@assay/store/testing';
import { publicUrl, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getOrganization } from '../account/organization.ts';
import { cancelInvitation } from '../invitation/cancel-invitation.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { reattemptInvitation } from '../invitation/reattempt-invitation.ts';
import type { Context } from '../support/context.ts';
import { issueTakeToken } from '../support/tokens.ts';
import { value } from '../testing/outcomes.ts';
import { type Invited, useService } from '../testing/service.ts';
import { getAttempt } from './get-attempt.ts';
import { startAttempt } from './start-attempt.ts';

describe.each(testDialects)('take URLs on %s', (engine) => {
  const service = useService(engine);

  /** What the version before issued: account, invitation and generation. */
  const formerToken = ({ accountId }: Context, id: string, generation = 1): string => {
    const payload = [accountId, Number(id), generation].map((part) => part.toString(36)).join('-');
    const signature = createHmac('sha256', service.assay.secret).update(`take:${payload}`).digest().subarray(0, 18);
    return `${payload}.${signature.toString('base64url')}`;
  };
  const opens = async (token: string): Promise<string> => {
    const opened = await getAttempt({ candidate: { assay: service.assay, token } });
    return opened.ok ? opened.value.status : opened.error.code;
  };

  it('stay short', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId);
    expect(candidate.token.length).toBeLessThan(60);
  });

  it('without a nonce, or with another one, open nothing that has one, and do not tell the organization', async () => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId);
    const { accountId } = ctx;
    const other = issueTakeToken({ accountId, invitationId: Number(id), generation: 1, nonce: 'another-nonce-16' }, service.assay.secret);
    for (const token of [formerToken(ctx, id), other]) {
      expect(await opens(token)).toBe('resource.not-found');
      expect(await getOrganization({ candidate: { ...candidate, token } })).toBeUndefined();
    }
    await value(cancelInvitation({ ctx, input: { testInvitationId: id, query: {} } }));
    for (const token of [formerToken(ctx, id), other]) expect(await opens(token)).toBe('resource.not-found');
    expect(await opens(candidate.token)).toBe('take.cancelled');
  });

  describe('of an invitation of before there were nonces', () => {
    type Before = Invited & { ctx: Context; testId: string; person: ReturnType<typeof somebody> };
    const mintBefore = async (): Promise<Before> => {
      const { ctx, testId } = await service.mint();
      const person = somebody();
      const invited = await service.asOfBefore(ctx, await service.register(ctx, testId, person));
      expect(invited.candidate.token).toBe(formerToken(ctx, invited.id));
      return { ctx, testId, person, ...invited };
    };
    const inputOf = ({ id }: Invited) => ({ testInvitationId: id });
    const cancel = ({ ctx, ...invited }: Before) => value(cancelInvitation({ ctx, input: { ...inputOf(invited), query: {} } }));
    const register = ({ ctx, testId, person }: Before) => service.register(ctx, testId, person);

    it.each<[string, string, (before: Before) => Promise<unknown>]>([
      ['nothing', 'Pending', async () => undefined],
      ['a start', 'In progress', ({ candidate }) => value(startAttempt({ candidate }))],
      [
        'a reset',
        'Reset',
        async ({ ctx, candidate, id }) => {
          await service.complete(candidate);
          await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
        },
      ],
      ['registering again', 'Pending', register],
      ['a cancel', 'take.cancelled', cancel],
      [
        'a cancel and registering again',
        'take.superseded',
        async (before) => {
          await cancel(before);
          const { candidate } = await register(before);
          expect(candidate.token).toBe(formerToken(before.ctx, before.id, 2));
          expect(await opens(candidate.token)).toBe('Pending');
        },
      ],
      [
        'a reattempt, which has a nonce',
        'Completed',
        async ({ ctx, candidate, ...invited }) => {
          await service.complete(candidate);
          const { testInvitationId, takeTestURL } = await value(reattemptInvitation({ ctx, input: inputOf({ candidate, ...invited }) }));
          expect(await opens(takeTestURL.slice(`${publicUrl}/take/`.length))).toBe('Pending');
          expect(await opens(formerToken(ctx, String(testInvitationId)))).toBe('resource.not-found');
        },
      ],
    ])('are the same: after %s one is %s', async (_, expected, change) => {
      const before = await mintBefore();
      await change(before);
      expect(await opens(before.candidate.token)).toBe(expected);
    });
  });
});
