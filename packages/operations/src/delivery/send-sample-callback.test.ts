import { formatUtcDateTime } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { Context } from '../support/context.ts';
import { deliveriesOf } from '../testing/deliveries.ts';
import { answered, newReceiver, notAnswered } from '../testing/outbound.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { dumpAccount } from '../testing/tables.ts';
import { listCallbackSecrets } from './callback-secrets.ts';
import { sendSampleCallback } from './send-sample-callback.ts';

describe('sample callback', () => {
  const service = useService();
  const send = (ctx: Context, body: unknown) => sendSampleCallback({ ctx, input: { body } });

  it('has the documented keys with made-up figures, is signed as a real one, and tells what the receiver answered', async () => {
    const ctx = await service.mintAccount();
    const { host, url } = newReceiver();
    const result = await value(send(ctx, { url }));
    const { secrets } = await value(listCallbackSecrets({ ctx }));
    const [sent, ...others] = service.outbound.callbacksTo(host);
    expect(others).toEqual([]);
    expect(sent).toEqual({
      url,
      body: result.body,
      webhookId: result.webhookId,
      sequence: service.clock.now,
      secrets: secrets.map(({ secret }) => secret),
    });
    expect(JSON.parse(result.body)).toEqual({
      CandidateEmailId: 'sample.candidate@example.com',
      AttemptedOn: formatUtcDateTime(service.clock.now),
      TotalScore: 100,
      CandidateScore: 72.5,
      ReportPDFUrl: 'https://assay.example/tests/report/sample',
      TestInvitationId: 0,
    });
    expect(result).toMatchObject({ delivered: true, status: 204, response: 'thanks', error: null, durationMilliseconds: 12 });
  });

  it('has a webhook-id of its own each time', async () => {
    const ctx = await service.mintAccount();
    const { url } = newReceiver();
    const [one, two] = [await value(send(ctx, { url })), await value(send(ctx, { url }))];
    expect(one.webhookId).not.toBe(two.webhookId);
  });

  it.each([
    [answered(500, { response: 'oops' }), { status: 500, response: 'oops', error: 'the receiver answered 500' }],
    [answered(302), { status: 302, response: 'thanks', error: 'the receiver answered 302' }],
    [notAnswered('unreachable', 'connect ECONNREFUSED'), { status: null, response: null, error: 'connect ECONNREFUSED' }],
    [
      notAnswered('refused', '10.0.0.1 is not a public address'),
      { status: null, response: null, error: '10.0.0.1 is not a public address' },
    ],
  ])('that is not taken (%j) is told, not refused, and not tried again', async (answer, told) => {
    const ctx = await service.mintAccount();
    const { host, url } = newReceiver();
    service.outbound.receive(host, async () => answer);
    expect(await value(send(ctx, { url }))).toMatchObject({ delivered: false, ...told });
    await service.deliver();
    expect(service.outbound.callbacksTo(host)).toHaveLength(1);
    expect(await deliveriesOf(ctx)).toEqual([]);
  });

  it.each([undefined, '', 'ftp://ats.example/', 'ats.example', `https://ats.example/${'x'.repeat(2048)}`])(
    'url %j is 400.1; nothing is sent and nothing kept',
    async (url) => {
      const ctx = await service.mintAccount();
      const before = await dumpAccount(service.assay.store, ctx.accountId);
      const sent = service.outbound.callbacks.length;
      expect(await refusalOf(send(ctx, { url }))).toMatchObject({ statuscode: '400.1', message: expect.stringContaining('url') });
      expect(service.outbound.callbacks).toHaveLength(sent);
      expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(before);
    },
  );
});
