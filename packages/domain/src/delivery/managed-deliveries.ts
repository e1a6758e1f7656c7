import { z } from 'zod';
import { named } from '../wire/named.ts';
import { cursor, digits, instant, limit, total } from '../wire/paging.ts';
import { CallbackUrl } from '../wire/request-fields.ts';
import { deliveryKinds, deliveryOutcomes, deliveryStates } from './delivery-state.ts';

const state = z.enum(deliveryStates);
const kind = z.enum(deliveryKinds);

export const ManagedDelivery = named('Delivery', 'A callback or an email.', {
  deliveryId: z.int(),
  kind: kind.describe('What is sent.'),
  state: state.describe('`waiting`: for its report, `pending`: to be sent, `delivered`, or `failed` for good.'),
  testId: z.int(),
  testInvitationId: z.int().nullable().describe('The invitation it belongs to; null for a `confirmation-email`.'),
  destination: z.string(),
  messageId: z.string().describe('`webhook-id` of a callback, part of the Message-ID of an email: the same in every attempt.'),
  sequence: z.int().nullable().describe('`webhook-sequence` of a callback; null before it is made, and in emails.'),
  attemptsMade: z.int().describe('How often it was tried.'),
  nextAttemptAt: instant.nullable().describe('When it is tried next; null if it is not.'),
  lastError: z.string().nullable().describe('Why the last attempt failed, or which quota of the account it waits for; null if neither.'),
  createdAt: instant,
  settledAt: instant.nullable().describe('When it was delivered or failed for good; null before.'),
});
export type ManagedDelivery = z.output<typeof ManagedDelivery>;

export const DeliveryAttempt = named('DeliveryAttempt', 'One attempt to deliver.', {
  number: z.int().describe('Number of the attempt, from 1.'),
  at: instant.describe('When it began.'),
  durationMilliseconds: z.int(),
  outcome: z.enum(deliveryOutcomes).describe('`retry`: it is tried again. `final`: it is not.'),
  destination: z.string(),
  status: z.int().nullable().describe('HTTP status of the receiver; null if there was no response.'),
  response: z.string().nullable().describe('The first 1 KiB of its response; null if there was none.'),
  error: z.string().nullable().describe('Why it failed; null if it did not.'),
});
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>;

export const DeliveryDetail = ManagedDelivery.extend({
  body: z.string().nullable().describe('What a callback says, the same in every attempt; null before it is made, and in emails.'),
  attempts: z.array(DeliveryAttempt).describe('Every attempt, oldest first.'),
}).meta({ id: 'DeliveryDetail', description: 'A delivery with its attempts.' });
export type DeliveryDetail = z.output<typeof DeliveryDetail>;

export const DeliveryPage = named('DeliveryPage', 'A page of deliveries.', {
  deliveries: z.array(ManagedDelivery).describe('The deliveries, newest first.'),
  nextCursor: z.string().nullable(),
  total,
});
export type DeliveryPage = z.output<typeof DeliveryPage>;

const id = (rule: string) => digits(rule, /^[1-9]\d*$/).optional();

export const ListDeliveriesQuery = z.object({
  limit,
  cursor,
  state: state.optional().describe('Only those in this state.'),
  kind: kind.optional().describe('Only those of this kind.'),
  testId: id('must be a testId').describe('Only those of this test.'),
  testInvitationId: id('must be a testInvitationId').describe('Only those of this invitation.'),
});

export const RedeliverResult = named('RedeliverResult', 'What is sent again.', {
  results: z
    .array(
      named('RedeliveredDelivery', 'A failed delivery.', {
        deliveryId: z.int(),
        redelivered: z.boolean().describe('Whether it is sent again.'),
        error: z.string().nullable().describe('Why it is not; null if it is.'),
      }),
    )
    .describe('One for each failed delivery.'),
  more: z.boolean().describe('True when more failed deliveries remain than one call redelivers.'),
});
export type RedeliverResult = z.output<typeof RedeliverResult>;

export const CallbackSecrets = named('CallbackSecrets', 'Secrets that sign callbacks.', {
  current: z.string().describe('The one that a receiver needs: it signs every callback from now on.'),
  secrets: z
    .array(
      named('CallbackSecret', 'A secret that signs callbacks.', {
        secret: z.string().describe('`whsec_` and base64, as the Standard Webhooks libraries take it.'),
        createdAt: instant,
        expiresAt: instant.nullable().describe('Until when it also signs; null for the one in use.'),
      }),
    )
    .describe('Newest first; while a former one has not expired it signs every callback too.'),
});
export type CallbackSecrets = z.output<typeof CallbackSecrets>;

export const RotateSecretBody = named('RotateSecretBody', 'How long both secrets sign.', {
  overlapHours: z.int().min(0).max(720).default(24),
});

export const SampleCallbackBody = named('SampleCallbackBody', 'Where to send it.', { url: CallbackUrl.describe('URL of the receiver.') });

export const SampleCallbackResult = named('SampleCallbackResult', 'What the receiver answered.', {
  delivered: z.boolean().describe('Whether it answered 2xx.'),
  webhookId: z.string().describe('The `webhook-id` that was sent.'),
  body: z.string().describe('The body that was sent.'),
  durationMilliseconds: z.int(),
  status: z.int().nullable().describe('HTTP status of the receiver; null if there was no response.'),
  response: z.string().nullable().describe('The first 1 KiB of its response; null if there was none.'),
  error: z.string().nullable().describe('Why there is no response; null if there is one.'),
});
export type SampleCallbackResult = z.output<typeof SampleCallbackResult>;
