import { readBundle } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { hour, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { api } from '../api.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';

describe.each(testDialects)('a name that changes on %s', (engine) => {
  const service = useService(engine);

  const mint = async (status: 'Pending' | 'In progress' | 'Completed' = 'Completed') => {
    const account = await service.mintAccount();
    const { keyId } = await value(api.createApiKey({ ctx: account, input: { body: { name: 'ATS', scopes: ['invite', 'manage'] } } }));
    const ctx = { ...account, key: { keyId, endsAt: null, name: 'ATS' } };
    const testId = await service.importTest(ctx);
    const testLinkId = await service.createLink(ctx, testId);
    const { emailId } = somebody();
    const invited = await service.register(ctx, testId, { emailId, fullName: 'Ana' });
    await service.bringTo(ctx, invited, status);
    await service.generate();
    service.clock.advance(hour);
    return { ctx, keyId, testId, testLinkId, emailId, ...invited };
  };
  type Minted = Awaited<ReturnType<typeof mint>>;
  const renames = async ({ ctx, id }: Minted) => {
    const { timeline } = await value(api.getInvitationTimeline({ ctx, input: { testInvitationId: id } }));
    return timeline.filter(({ type }) => type === 'invitation.renamed').map(({ data }) => data);
  };
  const nameOf = async ({ ctx, id }: Minted) => (await service.row(ctx, id)).full_name;
  const bulk = async ({ ctx, testId, emailId }: Minted, row: Record<string, unknown>, dryRun = false) => {
    const candidates = [{ emailId, fullName: 'Bea', sendEmail: false, ...row }];
    return (await value(api.inviteCandidates({ ctx, input: { testId, body: { candidates, dryRun } } }))).results[0];
  };

  it.each(['Pending', 'In progress', 'Completed'] as const)(
    'by registering again while %s is in the timeline with the old and the new one, and the key; the same name is not',
    async (status) => {
      const minted = await mint(status);
      const { ctx, keyId, testId, emailId } = minted;
      for (const fullName of ['Bea', 'Bea']) await service.register(ctx, testId, { emailId, fullName });
      expect(await renames(minted)).toEqual([{ from: 'Ana', to: 'Bea', keyId, keyName: 'ATS' }]);
    },
  );

  it('by registering for a link, by inviting one, by a list, and by the operator, who has no key, is there too', async () => {
    const minted = await mint('Pending');
    const { ctx, keyId, testId, testLinkId, emailId } = minted;
    await value(api.inviteCandidate({ ctx, input: { testId, body: { emailId, fullName: 'Bea', sendEmail: false } } }));
    await bulk(minted, { fullName: 'Cleo', again: true });
    await service.register({ ...ctx, key: undefined }, testId, { emailId, fullName: 'Dea' });
    const by = { keyId, keyName: 'ATS' };
    expect(await renames(minted)).toEqual([
      { from: 'Ana', to: 'Bea', ...by },
      { from: 'Bea', to: 'Cleo', ...by },
      { from: 'Cleo', to: 'Dea', keyId: null, keyName: null },
    ]);
    const linked = await service.registerByLink(ctx, { testId, testLinkId }, { emailId, fullName: 'Ana' });
    await service.registerByLink(ctx, { testId, testLinkId }, { emailId, fullName: 'Bea' });
    expect(await renames({ ...minted, ...linked })).toEqual([{ from: 'Ana', to: 'Bea', ...by }]);
  });

  it('in a list leaves who has completed the test as they are, unless `rename` says so; the result says which', async () => {
    const minted = await mint();
    const row = await service.row(minted.ctx, minted.id);
    const change = { again: true, callbackURL: 'https://ats.example/other' };
    const left = { ok: true, outcome: 'already-invited', finished: true, email: null, error: null };
    for (const dryRun of [true, false]) expect(await bulk(minted, change, dryRun)).toMatchObject(left);
    // As registering does: without `again` and `revive`.
    expect(await bulk(minted, {})).toMatchObject(left);
    expect(await service.row(minted.ctx, minted.id)).toEqual(row);
    expect(await renames(minted)).toEqual([]);
    expect(await bulk(minted, { again: false })).toMatchObject({ outcome: 'already-invited', finished: false });
    expect(await bulk(minted, { ...change, rename: true }, true)).toMatchObject({ outcome: 'already-invited', finished: false });
    expect(await nameOf(minted)).toBe('Ana');
    expect(await bulk(minted, { ...change, rename: true })).toMatchObject({ outcome: 'already-invited', finished: false });
    expect([await nameOf(minted), (await renames(minted)).length]).toEqual(['Bea', 1]);
  });

  it.each(['Pending', 'In progress'] as const)('in a list is taken over while %s', async (status) => {
    const minted = await mint(status);
    expect(await bulk(minted, { again: true })).toMatchObject({ outcome: 'already-invited', finished: false });
    expect(await nameOf(minted)).toBe('Bea');
  });

  it('after the completion stands in the bundle beside the one at the completion', async () => {
    const minted = await mint();
    const { emailId, ctx, testId, id } = minted;
    const candidate = async () => {
      const file = Buffer.concat((await value(api.exportReportBundle({ ctx, input: { testInvitationId: id } }))).file).toString();
      const bundle = readBundle(Buffer.from(JSON.parse(file).payload, 'base64').toString());
      return bundle.ok ? bundle.value.candidate : bundle.error;
    };
    expect(await candidate()).toEqual({ fullName: 'Ana', emailId, nameAtCompletion: 'Ana' });
    await service.register(ctx, testId, { emailId, fullName: 'Bea' });
    expect(await candidate()).toEqual({ fullName: 'Bea', emailId, nameAtCompletion: 'Ana' });
  });
});
