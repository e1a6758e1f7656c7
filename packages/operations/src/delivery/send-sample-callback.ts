import { randomUUID } from 'node:crypto';
import { CallbackBody, callbackOutcome, ok, operations, type SampleCallbackResult } from '@assay/domain';
import type { Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { signingSecrets } from './callback-secrets.ts';

/** Sends one signed callback with made-up figures to `url` and tells what the receiver answered. Nothing is kept, nothing retried. */
export const sendSampleCallback = operation(
  operations.sendSampleCallback,
  async ({ assay, accountId }, { body: { url } }): Outcome<SampleCallbackResult> => {
    const secrets = await signingSecrets(assay, accountId);
    if (!secrets.ok) return secrets;
    const now = await assay.store.read((db) => db.now());
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
    const answer = await assay.outbound.sendCallback({ url, body, webhookId, secrets: secrets.value });
    const told = { webhookId, body, durationMilliseconds: Math.round(answer.durationMilliseconds) };
    if (answer.type !== 'answered') return ok({ ...told, delivered: false, status: null, response: null, error: answer.error });
    const delivered = callbackOutcome(answer).type === 'delivered';
    const error = delivered ? null : `the receiver answered ${answer.status}`;
    return ok({ ...told, delivered, status: answer.status, response: answer.response, error });
  },
);
