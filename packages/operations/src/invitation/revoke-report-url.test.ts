import { createHmac } from 'node:crypto';
import { testDialects } from '@assay/store/testing';
import { day, publicUrl } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { setTestStatus } from '../assessment/set-test-status.ts';
import { redeliverDelivery } from '../delivery/redeliver.ts';
import { openReport } from '../report/export-report.ts';
import type { Context } from '../support/context.ts';
import { mintDue, theDelivery } from '../testing/deliveries.ts';
import { statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { resetInvitation } from './change-invitation.ts';
import { getInvitationTimeline } from './get-invitation.ts';
import { reattemptInvitation } from './reattempt-invitation.ts';
import { revokeReportUrl } from './revoke-report-url.ts';

describe.each(testDialects)('report URLs on %s', (engine) => {
  const service = useService(engine);
  const revoke = (ctx: Context, testInvitationId: string) => value(revokeReportUrl({ ctx, input: { testInvitationId } }));
  const lastToken = (host: string): string =>
    String(JSON.parse(service.outbound.callbacksTo(host).at(-1)?.body ?? '').ReportPDFUrl).slice(`${publicUrl}/report/`.length);

  /** What the version before issued: without a generation, and with an end after 30 days. */
  const formerToken = ({ accountId }: Context, id: string, attempt: number): string => {
    const payload = [accountId, Number(id), attempt, service.clock.now + 30 * day].map((part) => part.toString(36)).join('-');
    const signature = createHmac('sha256', service.assay.secret).update(`report:${payload}`).digest().subarray(0, 18);
    return `${payload}.${signature.toString('base64url')}`;
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
    return { ...minted, input, redeliver, sent: lastToken(minted.receiver.host), former: formerToken(minted.ctx, minted.id, 1) };
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

  it.each(changes)(
    'after %s: URLs sent before are %s, also those of the version before; one redelivered after opens',
    async (_, expected, change) => {
      const sent = await mintSent();
      expect([await opens(sent.sent), await opens(sent.former)]).toEqual(['score 7.5', 'score 7.5']);
      await change(sent);
      const after = expected === 'open' ? 'score 7.5' : 'report.link-revoked';
      expect([await opens(sent.sent), await opens(sent.former)]).toEqual([after, after]);
      const redelivered = await sent.redeliver();
      expect([await opens(redelivered), await opens(sent.sent)]).toEqual(['score 7.5', after]);
      service.clock.advance(5000 * day);
      expect([await opens(redelivered), await opens(sent.former)]).toEqual(['score 7.5', after]);
    },
  );

  it('a second revoke ends what was sent since the first', async () => {
    const { ctx, id, redeliver } = await mintSent();
    await revoke(ctx, id);
    const second = await redeliver();
    await revoke(ctx, id);
    expect(await opens(second)).toBe('report.link-revoked');
    expect(await opens(await redeliver())).toBe('score 7.5');
  });

  it('of the second attempt after a reset are its own, also those of the version before', async () => {
    const { ctx, id, candidate, receiver, sent, ...rest } = await mintSent();
    await reset({ ctx, id, candidate, receiver, sent, ...rest });
    await service.complete(candidate, {});
    await service.generate();
    await service.deliver();
    expect([await opens(lastToken(receiver.host)), await opens(formerToken(ctx, id, 2)), await opens(sent)]).toEqual([
      'score 0',
      'score 0',
      'report.link-revoked',
    ]);
  });

  it('the 30 days of the version before are no end any more; ASSAY_REPORT_URL_DAYS counts from its issue', async () => {
    const { former } = await mintSent();
    const open = (reportUrlDays?: number) => statuscodeOf(openReport({ assay: { ...service.assay, reportUrlDays }, token: former }));
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
