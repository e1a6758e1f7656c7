import { describe, expect, it } from 'vitest';
import { exportReportPdf } from '../report/export-report.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { getAccount, getLogo, updateAccountSettings } from './account-settings.ts';
import { listAudit } from './audit.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const set = (ctx: Context, body: object) => updateAccountSettings({ ctx, input: { body } });

describe('colour and logo of an account', () => {
  const service = useService();

  it('are on its documents until they are removed, and on no other account’s', async () => {
    const [{ ctx, testId }, other] = [await service.mint(), await service.mint()];
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate);
    await service.generate();
    const brand = async () => (await value(exportReportPdf({ ctx, input: { testInvitationId: id } }))).brand;
    expect(await brand()).toEqual({ color: null, logo: null });
    await value(set(ctx, { color: '#7A1F5C', logo: base64('first') }));
    expect(await brand()).toEqual({ color: '#7a1f5c', logo: Buffer.from('first') });
    expect(await value(getLogo({ ctx }))).toEqual(Buffer.from('first'));
    expect(await value(getAccount({ ctx: other.ctx }))).toMatchObject({ color: null, logo: null });
    expect((await refusalOf(getLogo({ ctx: other.ctx }))).statuscode).toBe('404.1');
    await value(set(ctx, { name: 'Renamed' }));
    expect(await brand()).toEqual({ color: '#7a1f5c', logo: Buffer.from('first') });
    await value(set(ctx, { color: null, logo: null }));
    expect(await brand()).toEqual({ color: null, logo: null });
    expect((await refusalOf(getLogo({ ctx }))).statuscode).toBe('404.1');
  });

  it('a logo that is replaced has another name, which the record of changes has and not the picture', async () => {
    const { ctx } = await service.mint();
    const first = await value(set(ctx, { logo: base64('first') }));
    const second = await value(set(ctx, { logo: base64('second') }));
    expect(new Set([first.logo, second.logo, null]).size).toBe(3);
    const { entries } = await value(listAudit({ ctx, input: { query: {} } }));
    expect(entries[0]).toMatchObject({ type: 'account.updated', data: { changes: { logo: { from: first.logo, to: second.logo } } } });
    expect(await value(getLogo({ ctx }))).toEqual(Buffer.from('second'));
  });

  it('what cannot be decoded, or read on white, is 400.1 and changes nothing', async () => {
    const { ctx } = await service.mint();
    service.images.see(undefined);
    const refused = await refusalOf(set(ctx, { name: 'Renamed', logo: base64('<svg/>') }));
    service.images.forget();
    expect([refused.statuscode, refused.message]).toEqual(['400.1', 'logo: must be a PNG or JPEG of at most 4 million pixels']);
    expect(await refusalOf(set(ctx, { color: '#ffee00' }))).toMatchObject({
      statuscode: '400.1',
      message: expect.stringContaining('color'),
    });
    expect(await value(getAccount({ ctx }))).toMatchObject({ name: 'Acme', color: null, logo: null });
  });

  it('a repeated request decodes nothing again', async () => {
    const { ctx } = await service.mint();
    const keyed = { ...ctx, idempotencyKey: 'once' };
    const done = await value(set(keyed, { logo: base64('first') }));
    service.images.see(undefined);
    expect(await value(set(keyed, { logo: base64('first') }))).toEqual(done);
    service.images.forget();
  });
});
