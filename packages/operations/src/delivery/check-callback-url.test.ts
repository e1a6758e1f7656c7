import { type Operation, operations, type Refusal } from '@assay/domain';
import { somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { inviteCandidate } from '../invitation/invite-candidate.ts';
import { inviteCandidates } from '../invitation/invite-candidates.ts';
import { listInvitations } from '../invitation/list-invitations.ts';
import { registerCandidate, registerCandidateByLink } from '../invitation/register-candidate.ts';
import type { Context, Outcome } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { sendSampleCallback } from './send-sample-callback.ts';

const single =
  (call: (ctx: Context, testId: string, url: string) => Outcome<unknown>) =>
  async (ctx: Context, testId: string, url: string): Promise<Pick<Refusal, 'message'> & { readonly statuscode: string }> =>
    refusalOf(call(ctx, testId, url));

describe('a callback URL that can never work', () => {
  const service = useService();

  /** Every way in which one enters, with the name of its field. */
  const ways = {
    registerCandidate: single((ctx, testId, callbackURL) =>
      registerCandidate({ ctx, input: { testId, body: { ...somebody(), callbackURL } } }),
    ),
    registerCandidateByLink: single(async (ctx, testId, callbackURL) =>
      registerCandidateByLink({
        ctx,
        input: { testId, testLinkId: await service.createLink(ctx, testId), body: { ...somebody(), callbackURL } },
      }),
    ),
    inviteCandidate: single((ctx, testId, callbackURL) =>
      inviteCandidate({ ctx, input: { testId, body: { ...somebody(), callbackURL } } }),
    ),
    inviteCandidates: async (ctx: Context, testId: string, callbackURL: string) => {
      const candidates = [{ ...somebody(), callbackURL }];
      const { results } = await value(inviteCandidates({ ctx, input: { testId, body: { candidates } } }));
      return { statuscode: '400.1', message: results[0]?.error ?? 'invited' };
    },
    sendSampleCallback: single((ctx, _, url) => sendSampleCallback({ ctx, input: { body: { url } } })),
  };

  it('enters nowhere else', () => {
    const withUrl = Object.values<Operation>(operations).filter(
      ({ body }) =>
        body !== undefined && typeof body !== 'string' && ['callbackURL', 'url', 'candidates'].some((field) => field in body.shape),
    );
    expect(withUrl.map(({ name }) => name).sort()).toEqual(Object.keys(ways).sort());
  });

  describe.each(Object.entries(ways))('is refused by %s with 400.1, the field and the rule', (name, call) => {
    const field = name === 'sendSampleCallback' ? 'url' : 'callbackURL';

    it.each([
      ['https:///x', 'must be an absolute http or https URL'],
      ['https:x', 'must be an absolute http or https URL'],
      ['https://x\\y', 'must be an absolute http or https URL'],
      ['https://a..b/', 'must name a host that exists in DNS or an address, and no port 0'],
      ['https://ats.example:0/', 'must name a host that exists in DNS or an address, and no port 0'],
      ['https://user:pass@ats.example/', 'must not contain a user name or password'],
      ['http://10.0.0.1/', 'the address is not public'],
    ])('%s', async (url, rule) => {
      const { ctx, testId } = await service.mint();
      expect(await call(ctx, testId, url)).toMatchObject({ statuscode: '400.1', message: `${field}: ${rule}` });
      expect((await value(listInvitations({ ctx, input: { testId, query: {} } }))).invitations).toEqual([]);
    });
  });

  it('as redirectURL may have a private address: the candidate opens it, not Assay', async () => {
    const { ctx, testId } = await service.mint();
    const register = (redirectURL: string) => registerCandidate({ ctx, input: { testId, body: { ...somebody(), redirectURL } } });
    await value(register('http://10.0.0.1/thanks'));
    expect(await refusalOf(register('https:///thanks'))).toMatchObject({ message: 'redirectURL: must be an absolute http or https URL' });
  });
});
