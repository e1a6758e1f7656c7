import { z } from 'zod';
import { cursor, digits, instant, limit, total } from '../wire/paging.ts';
import { CallbackUrl } from '../wire/request-fields.ts';
import { deliveryKinds, deliveryOutcomes, deliveryStates } from './delivery-state.ts';

const state = z.enum(deliveryStates);
const kind = z.enum(deliveryKinds);

/** `messageId` is the `webhook-id` of a callback and part of the Message-ID of an email: the same in every attempt. */
export const ManagedDelivery = z.object({
  deliveryId: z.int(),
  kind,
  state,
  testId: z.int(),
  /** Null for a `confirmation-email`. */
  testInvitationId: z.int().nullable(),
  destination: z.string(),
  messageId: z.string(),
  /** `webhook-sequence` of a callback; null in others, and in callbacks that wait for their report. */
  sequence: z.int().nullable(),
  attemptsMade: z.int(),
  nextAttemptAt: instant.nullable(),
  lastError: z.string().nullable(),
  createdAt: instant,
  settledAt: instant.nullable(),
});
export type ManagedDelivery = z.output<typeof ManagedDelivery>;

/** `status` is the receiver's HTTP status; `response` the first 1 KiB of its response. */
export const DeliveryAttempt = z.object({
  number: z.int(),
  at: instant,
  durationMilliseconds: z.int(),
  outcome: z.enum(deliveryOutcomes),
  destination: z.string(),
  status: z.int().nullable(),
  response: z.string().nullable(),
  error: z.string().nullable(),
});
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>;

/** `body` is what a callback says, in every attempt. */
export const DeliveryDetail = ManagedDelivery.extend({ body: z.string().nullable(), attempts: z.array(DeliveryAttempt) });
export type DeliveryDetail = z.output<typeof DeliveryDetail>;

export const DeliveryPage = z.object({ deliveries: z.array(ManagedDelivery), nextCursor: z.string().nullable(), total });
export type DeliveryPage = z.output<typeof DeliveryPage>;

const id = (rule: string) => digits(rule, /^[1-9]\d*$/).optional();

export const ListDeliveriesQuery = z.object({
  limit,
  cursor,
  state: state.optional(),
  kind: kind.optional(),
  testId: id('must be a testId'),
  testInvitationId: id('must be a testInvitationId'),
});

/** One result for each failed delivery of a test; `error` says why one is not sent again. */
export const RedeliverResult = z.object({
  results: z.array(z.object({ deliveryId: z.int(), redelivered: z.boolean(), error: z.string().nullable() })),
  /** True when more failed deliveries remain than one call redelivers. */
  more: z.boolean(),
});
export type RedeliverResult = z.output<typeof RedeliverResult>;

/** `current` is the secret that signs from now on, whose `expiresAt` is null; an earlier one also signs until then. */
export const CallbackSecrets = z.object({
  current: z.string(),
  secrets: z.array(z.object({ secret: z.string(), createdAt: instant, expiresAt: instant.nullable() })),
});
export type CallbackSecrets = z.output<typeof CallbackSecrets>;

export const RotateSecretBody = z.object({ overlapHours: z.int().min(0).max(720).default(24) });

export const SampleCallbackBody = z.object({ url: CallbackUrl });

/** The receiver's response to a sample callback; `body` is what was sent. */
export const SampleCallbackResult = z.object({
  delivered: z.boolean(),
  webhookId: z.string(),
  body: z.string(),
  durationMilliseconds: z.int(),
  status: z.int().nullable(),
  response: z.string().nullable(),
  error: z.string().nullable(),
});
export type SampleCallbackResult = z.output<typeof SampleCallbackResult>;
