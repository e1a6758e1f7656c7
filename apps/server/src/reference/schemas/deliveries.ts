import {
  CallbackBody,
  CallbackSecrets,
  DeliveryAttempt,
  DeliveryDetail,
  DeliveryPage,
  ManagedDelivery,
  RedeliverResult,
  RotateSecretBody,
  SampleCallbackBody,
  SampleCallbackResult,
} from '@assay/domain';
import { named } from '../named-schema.ts';

const deliveryFields = {
  kind: 'What is sent.',
  state: '`waiting`: for its report, `pending`: to be sent, `delivered`, or `failed` for good.',
  testInvitationId: 'The invitation it belongs to; null for a `confirmation-email`.',
  messageId: '`webhook-id` of a callback, part of the Message-ID of an email: the same in every attempt.',
  sequence: '`webhook-sequence` of a callback; null before it is made, and in emails.',
  attemptsMade: 'How often it was tried.',
  nextAttemptAt: 'When it is tried next; null if it is not.',
  lastError: 'Why the last attempt failed, or which quota of the account it waits for; null if neither.',
  settledAt: 'When it was delivered or failed for good; null before.',
} as const;
const receiverFields = {
  status: 'HTTP status of the receiver; null if there was no response.',
  response: 'The first 1 KiB of its response; null if there was none.',
} as const;

export const deliveriesSchemas = {
  Delivery: named(ManagedDelivery, 'A callback or an email.', deliveryFields),
  DeliveryDetail: named(DeliveryDetail, 'A delivery with its attempts.', {
    ...deliveryFields,
    body: 'What a callback says, the same in every attempt; null before it is made, and in emails.',
    attempts: 'Every attempt, oldest first.',
  }),
  DeliveryAttempt: named(DeliveryAttempt, 'One attempt to deliver.', {
    ...receiverFields,
    number: 'Number of the attempt, from 1.',
    at: 'When it began.',
    outcome: '`retry`: it is tried again. `final`: it is not.',
    error: 'Why it failed; null if it did not.',
  }),
  DeliveryPage: named(DeliveryPage, 'A page of deliveries.', { deliveries: 'The deliveries, newest first.' }),
  RedeliverResult: named(RedeliverResult, 'What is sent again.', {
    results: 'One for each failed delivery.',
    more: 'True when more failed deliveries remain than one call redelivers.',
  }),
  RedeliveredDelivery: named(RedeliverResult.shape.results.element, 'A failed delivery.', {
    redelivered: 'Whether it is sent again.',
    error: 'Why it is not; null if it is.',
  }),
  CallbackSecrets: named(CallbackSecrets, 'Secrets that sign callbacks.', {
    current: 'The one that a receiver needs: it signs every callback from now on.',
    secrets: 'Newest first; while a former one has not expired it signs every callback too.',
  }),
  CallbackSecret: named(CallbackSecrets.shape.secrets.element, 'A secret that signs callbacks.', {
    secret: '`whsec_` and base64, as the Standard Webhooks libraries take it.',
    expiresAt: 'Until when it also signs; null for the one in use.',
  }),
  RotateSecretBody: named(RotateSecretBody, 'How long both secrets sign.'),
  SampleCallbackBody: named(SampleCallbackBody, 'Where to send it.', { url: 'URL of the receiver.' }),
  SampleCallbackResult: named(SampleCallbackResult, 'What the receiver answered.', {
    ...receiverFields,
    delivered: 'Whether it answered 2xx.',
    webhookId: 'The `webhook-id` that was sent.',
    body: 'The body that was sent.',
    error: 'Why there is no response; null if there is one.',
  }),
  CompletionCallback: named(CallbackBody, 'What came of a completed attempt.', {
    CandidateEmailId: 'Email address of the candidate.',
    AttemptedOn: 'Start of the attempt.',
    TotalScore: 'Maximum score of the test.',
    CandidateScore: 'Score of the candidate; it may be negative.',
    ReportPDFUrl: 'URL of the report as a PDF, and with `/page` after it as a web page. It opens without a key, so it is a credential.',
    TestInvitationId: 'The invitation; 0 in a sample.',
  }),
};
