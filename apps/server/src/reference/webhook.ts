import { createHmac } from 'node:crypto';
import { CallbackBody } from '@assay/domain';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { exampleSecret, exampleToken } from './examples.ts';

const header = (name: string, description: string, example: string) => ({
  in: 'header' as const,
  name,
  description,
  required: true,
  schema: { type: 'string' as const },
  example,
});

/** The body that the example has; `TestInvitationId` is that of the other examples. */
export const exampleCallback = {
  CandidateEmailId: 'ana@example.com',
  AttemptedOn: '2026-03-02T10:00:00',
  TotalScore: 10,
  CandidateScore: 10,
  ReportPDFUrl: `https://assay.example/report/${exampleToken}`,
  TestInvitationId: 1,
};

/** Headers of the example, signed with the first of the example secrets over the body without white space. */
export const exampleHeaders = {
  'webhook-id': 'msg_1_3_5f0e8c2a91d34b77',
  'webhook-sequence': '1772446200000',
  'webhook-timestamp': '1772446202',
};
const signed = `${exampleHeaders['webhook-id']}.${exampleHeaders['webhook-timestamp']}.${JSON.stringify(exampleCallback)}`;
const exampleKey = Buffer.from(exampleSecret(1).slice('whsec_'.length), 'base64');
export const exampleSignature = `v1,${createHmac('sha256', exampleKey).update(signed).digest('base64')}`;

export const callbackTag = {
  name: 'Callback',
  description: 'What the service sends to your `callbackURL` when a candidate has completed a test.',
};

/** The completion callback (Standard Webhooks). */
export const completionWebhook: ZodOpenApiPathItemObject = {
  post: {
    operationId: 'completion',
    tags: [callbackTag.name],
    summary: 'A candidate has completed a test',
    description: `Sent once the report of a completed attempt is generated, to the \`callbackURL\` of the invitation. A second attempt, after a reset, sends its own.

It is signed as [Standard Webhooks](https://www.standardwebhooks.com) say: the signature is \`v1,\` and the base64 of HMAC-SHA256 over
\`{webhook-id}.{webhook-timestamp}.{body}\`, keyed with the bytes behind \`whsec_\` of the secret in \`GET /manage/v1/callback-secrets\`. Verify the body as
it came, byte for byte, and refuse timestamps more than five minutes off: \`verifyCallback\` of \`@assay/client\` does both.

It is delivered at least once, and never with another body. A newer state of the invitation is a callback of its own, and may arrive first: keep
the greatest \`webhook-sequence\` of each \`TestInvitationId\`, and drop what is not greater.

Answer 2xx within 10 seconds and do the work afterwards. Anything else is tried again after 5 s, 30 s, 2 min, 15 min, 1 h, 6 h and 24 h, or later if
\`Retry-After\` says so; \`410\` ends it at once. Redirects are not followed.`,
    security: [],
    parameters: [
      header('webhook-id', 'The same in every attempt and in a redelivery.', exampleHeaders['webhook-id']),
      header(
        'webhook-sequence',
        'A number that grows with each callback of an invitation, and is the same in every attempt. It is not signed.',
        exampleHeaders['webhook-sequence'],
      ),
      header('webhook-timestamp', 'Seconds since 1970 of this attempt.', exampleHeaders['webhook-timestamp']),
      header('webhook-signature', 'One signature for each valid secret, with spaces between; one that fits suffices.', exampleSignature),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: CallbackBody, example: exampleCallback } } },
    responses: {
      '2XX': { description: 'Received. It is not sent again, unless somebody redelivers it.' },
      '410': { description: 'The URL is gone for good. It is not tried again.' },
      '4XX': { description: 'Tried again later.' },
      '5XX': { description: 'Tried again later.' },
    },
  },
};
