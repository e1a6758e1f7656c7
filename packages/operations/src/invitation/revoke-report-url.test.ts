import { day, publicUrl } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { setTestStatus } from '../assessment/set-test-status.ts';
import { redeliverDelivery } from '../delivery/redeliver.ts';
import { openReport } from '../report/export-report.ts';
import type { Context } from '../support/context.ts';
import { reportPdfUrl } from '../support/tokens.ts';
import { mintDue, theDelivery } from '../testing/deliveries.ts';
import { statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { resetInvitation } from './change-invitation.ts';
import { getInvitationTimeline } from './get-invitation.ts';
import { reattemptInvitation } from './reattempt-invitation.ts';
import { revokeReportUrl } from './revoke-report-url.ts';

describe('report URLs', () => {
  const service = useService();
  const revoke = (ctx: Context, testInvitationId: string) => value(revokeReportUrl({ ctx, input: { testInvitationId } }));
  /** That of the newest message. */
  const lastToken = (host: string): string => {
    const newest = service.outbound.callbacksTo(host).reduce((one, other) => (other.sequence >= one.sequence ? other : one));
    return String(JSON.parse(newest.body).ReportPDFUrl).slice(`${publicUrl}/report/`.length);
  };

  const opens = async (token: string): Promise<string> => {
    const opened = await openReport({ assay: service.assay, token });
    return opened.ok ? `score ${opened.value.score}` : opened.error.code;
  };

  const mintSent = async () => {
    const minted = await mintDue(service);
    await service.deliver();
    const { deliveryId } = await theDelivery(minted.ctx);
    const input = { testInvitationId: minted.id };
    const redeliver = async () => {
      await value(redeliverDelivery({ ctx: minted.ctx, input: { deliveryId: String(deliveryId) } }));
      await service.deliver();
      return lastToken(minted.receiver.host);
    };
    return { ...minted, input, redeliver, sent: lastToken(minted.receiver.host) };
  };
  type Sent = Awaited<ReturnType<typeof mintSent>>;

  const reset = ({ ctx, input }: Sent) => value(resetInvitation({ ctx, input }));
  const changes: [string, 'open' | 'ended', (sent: Sent) => Promise<unknown>][] = [
    ['nothing', 'open', async () => undefined],
    [
      'registering again',
      'open',
      ({ ctx, testId, person, receiver }) => service.register(ctx, testId, { ...person, callbackURL: receiver.url }),
    ],
    ['a reattempt', 'open', ({ ctx, input }) => value(reattemptInvitation({ ctx, input }))],
    ['archiving the test', 'open', ({ ctx, testId }) => value(setTestStatus({ ctx, input: { testId, body: { status: 'Archived' } } }))],
    ['a reset', 'ended', reset],
    [
      'a cancel, which needs a reset first',
      'ended',
      async (sent) => {
        await reset(sent);
        await value(cancelInvitation({ ctx: sent.ctx, input: { ...sent.input, query: {} } }));
      },
    ],
    ['a revoke', 'ended', ({ ctx, id }) => revoke(ctx, id)],
    [
      'a revoke after a reset',
      'ended',
      async (sent) => {
        await reset(sent);
        await revoke(sent.ctx, sent.id);
      },
    ],
  ];

  describe.each(changes)('after %s', (name, expected, change) => {
    const after = expected === 'open' ? 'score 7.5' : 'report.link-revoked';
    // A reset ends the attempt that the callback tells of; nothing newer says anything of it.
    const fresh = name.includes('reset') ? after : 'score 7.5';

    it(`URLs sent before are ${expected}, and what a redelivery brings is ${fresh === after ? 'too' : 'a newer one that opens'}`, async () => {
      const sent = await mintSent();
      expect(await opens(sent.sent)).toBe('score 7.5');
      await change(sent);
      expect(await opens(sent.sent)).toBe(after);
      const redelivered = await sent.redeliver();
      expect([await opens(redelivered), await opens(sent.sent)]).toEqual([fresh, after]);
      service.clock.advance(5000 * day);
      expect([await opens(redelivered), await opens(sent.sent)]).toEqual([fresh, after]);
    });
  });

  it('with another nonce open nothing', async () => {
    const { ctx, id } = await mintSent();
    const { nonce } = await service.row(ctx, id);
    const own = { accountId: ctx.accountId, invitationId: Number(id), attempt: 1, generation: 1, issuedAt: service.clock.now };
    const tokens = [nonce, 'another-nonce-16'].map((one) => reportPdfUrl(service.assay, { ...own, nonce: one }));
    const opened = await Promise.all(tokens.map((url) => opens(url.slice(`${publicUrl}/report/`.length))));
    expect(opened).toEqual(['score 7.5', 'resource.not-found']);
  });

  it('a second revoke ends what was sent since the first', async () => {
    const { ctx, id, redeliver } = await mintSent();
    await revoke(ctx, id);
    const second = await redeliver();
    await revoke(ctx, id);
    expect(await opens(second)).toBe('report.link-revoked');
    expect(await opens(await redeliver())).toBe('score 7.5');
  });

  it('of the second attempt after a reset are its own', async () => {
    const first = await mintSent();
    await reset(first);
    await service.complete(first.candidate, {});
    await service.generate();
    await service.deliver();
    expect([await opens(lastToken(first.receiver.host)), await opens(first.sent)]).toEqual(['score 0', 'report.link-revoked']);
  });

  it('end after ASSAY_REPORT_URL_DAYS from their issue, where that is set', async () => {
    const { sent } = await mintSent();
    const open = (reportUrlDays?: number) => statuscodeOf(openReport({ assay: { ...service.assay, reportUrlDays }, token: sent }));
    service.clock.advance(10 * day);
    expect([await open(11), await open(10)]).toEqual(['200.1', '410.1']);
    service.clock.advance(100 * day);
    expect(await open()).toBe('200.1');
  });

  it.each(['Pending', 'In progress', 'Completed', 'Reset', 'Cancelled'] as const)(
    'can be revoked while %s, which the timeline tells',
    async (status) => {
      const { ctx, testId } = await service.mint();
      const { id } = await service.invite(ctx, testId, status);
      expect(await revoke(ctx, id)).toMatchObject({ testInvitationId: Number(id), status });
      const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }));
      expect(timeline.at(-1)).toMatchObject({ type: 'report-url.revoked', data: {} });
    },
  );
});
