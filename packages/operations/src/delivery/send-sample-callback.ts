import { randomUUID } from 'node:crypto';
import { CallbackBody, callbackOutcome, ok, operations, type SampleCallbackResult } from '@assay/domain';
import type { Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { spendNow } from '../support/quotas.ts';
import { signingSecrets } from './callback-secrets.ts';
import { checkCallbackUrl } from './check-callback-url.ts';

/** Sends one signed callback with sample figures to `url` and returns the response. It counts as one; nothing else is stored, nothing retried. */
export const sendSampleCallback = operation(
  operations.sendSampleCallback,
  async ({ assay, accountId }, { body: { url } }): Outcome<SampleCallbackResult> => {
    const allowed = checkCallbackUrl(assay, 'url', url);
    if (!allowed.ok) return allowed;
    const secrets = await signingSecrets(assay, accountId);
    if (!secrets.ok) return secrets;
    const spent = await assay.store.write((tx) => spendNow(tx, accountId, 'callbacks'));
    if (!spent.ok) return spent;
    const now = spent.value;
    const body = JSON.stringify(
      CallbackBody.encode({
        CandidateEmailId: 'sample.candidate@example.com',
        AttemptedOn: now,
        TotalScore: 100,
        CandidateScore: 72.5,
        ReportPDFUrl: `${assay.publicUrl}/report/sample`,
        TestInvitationId: 0,
      }),
    );
    const webhookId = `msg_sample_${randomUUID()}`;
    const result = await assay.outbound.sendCallback({ url, body, webhookId, sequence: now, secrets: secrets.value });
    const sent = { webhookId, body, durationMilliseconds: Math.round(result.durationMilliseconds) };
    if (result.type !== 'responded') return ok({ ...sent, delivered: false, status: null, response: null, error: result.error });
    const delivered = callbackOutcome(result).type === 'delivered';
    const error = delivered ? null : `the receiver answered ${result.status}`;
    return ok({ ...sent, delivered, status: result.status, response: result.response, error });
  },
);
