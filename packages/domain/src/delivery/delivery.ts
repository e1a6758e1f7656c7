import { match, P } from 'ts-pattern';
import { err, ok, type Result } from '../result.ts';
import { type Refusal, refusal } from '../wire/status-codes.ts';

/**
 * A delivery of the outbox. `waiting`: until its report is generated. A claim is a lease: after `leaseUntil` another worker may
 * claim the delivery. `failures` counts since the last redelivery.
 */
export type Delivery =
  | { readonly status: 'waiting' }
  | { readonly status: 'pending'; readonly failures: number; readonly notBefore: number; readonly leaseUntil: number }
  | { readonly status: 'delivered'; readonly at: number }
  | { readonly status: 'failed'; readonly at: number };

/** The result of an attempt. `retry`: it may succeed later, but not before `retryAfter` milliseconds if the receiver named them. */
export type DeliveryOutcome =
  | { readonly type: 'delivered' }
  | { readonly type: 'retry'; readonly retryAfter: number | null }
  | { readonly type: 'final' };

export type DeliveryCommand =
  | { readonly type: 'release'; readonly now: number }
  | { readonly type: 'claim'; readonly now: number; readonly leaseMilliseconds: number }
  /** `random`: 0 to 1; jitter, so that many failed deliveries are not retried at one instant. */
  | { readonly type: 'recordOutcome'; readonly now: number; readonly outcome: DeliveryOutcome; readonly random: number }
  | { readonly type: 'releaseLease'; readonly now: number }
  /** A claimed delivery that may not be sent before: nothing was tried, so nothing has failed. */
  | { readonly type: 'defer'; readonly now: number; readonly notBefore: number }
  | { readonly type: 'redeliver'; readonly now: number };

export type DeliveryEvent =
  | { readonly type: 'delivery.released'; readonly at: number }
  | { readonly type: 'delivery.claimed'; readonly leaseUntil: number }
  | { readonly type: 'delivery.delivered'; readonly at: number }
  | { readonly type: 'delivery.postponed'; readonly notBefore: number }
  | { readonly type: 'delivery.failed'; readonly at: number }
  | { readonly type: 'delivery.lease-released'; readonly at: number }
  | { readonly type: 'delivery.deferred'; readonly notBefore: number };

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pauses after the first attempt and after each retry; after the last one the delivery has failed. */
export const retryPauses = [5 * second, 30 * second, 2 * minute, 15 * minute, hour, 6 * hour, 24 * hour] as const;
const longestRetryAfter = 24 * hour;
// Jitter only lengthens a pause: receivers are promised the schedule as a minimum.
const jitter = 0.2;

const pauseAfter = (pause: number, retryAfter: number | null, random: number): number =>
  Math.round(Math.max(pause * (1 + jitter * random), Math.min(retryAfter ?? 0, longestRetryAfter)));

const notWaiting = err(refusal('resource.conflict', 'The delivery does not wait for a report'));
const notDue = err(refusal('resource.conflict', 'The delivery is not due'));
const notClaimed = err(refusal('resource.conflict', 'The delivery is not being made'));
const reportMissing = err(refusal('resource.conflict', 'The delivery waits for the report; it is made when the report is generated'));
const beingMade = err(refusal('resource.conflict', 'The delivery is being made at this moment'));

export const decideDelivery = (state: Delivery, command: DeliveryCommand): Result<DeliveryEvent, Refusal> =>
  match([state, command] as const)
    .returnType<Result<DeliveryEvent, Refusal>>()
    .with([{ status: 'waiting' }, { type: 'release' }], ([, { now }]) => ok({ type: 'delivery.released', at: now }))
    .with([P._, { type: 'release' }], () => notWaiting)
    .with([{ status: 'pending' }, { type: 'claim' }], ([{ notBefore, leaseUntil }, { now, leaseMilliseconds }]) =>
      now < notBefore || now < leaseUntil ? notDue : ok({ type: 'delivery.claimed', leaseUntil: now + leaseMilliseconds }),
    )
    .with([P._, { type: 'claim' }], () => notDue)
    .with([{ status: 'pending', leaseUntil: 0 }, { type: P.union('recordOutcome', 'releaseLease', 'defer') }], () => notClaimed)
    .with([{ status: 'pending' }, { type: 'recordOutcome' }], ([{ failures }, { now, outcome, random }]) => {
      if (outcome.type === 'delivered') return ok({ type: 'delivery.delivered', at: now });
      const pause = outcome.type === 'retry' ? retryPauses[failures] : undefined;
      if (outcome.type === 'final' || pause === undefined) return ok({ type: 'delivery.failed', at: now });
      return ok({ type: 'delivery.postponed', notBefore: now + pauseAfter(pause, outcome.retryAfter, random) });
    })
    .with([{ status: 'pending' }, { type: 'releaseLease' }], ([, { now }]) => ok({ type: 'delivery.lease-released', at: now }))
    .with([{ status: 'pending' }, { type: 'defer' }], ([, { notBefore }]) => ok({ type: 'delivery.deferred', notBefore }))
    .with([P._, { type: P.union('recordOutcome', 'releaseLease', 'defer') }], () => notClaimed)
    .with([{ status: 'waiting' }, { type: 'redeliver' }], () => reportMissing)
    .with([{ status: 'pending' }, { type: 'redeliver' }], ([{ leaseUntil }, { now }]) =>
      now < leaseUntil ? beingMade : ok({ type: 'delivery.released', at: now }),
    )
    .with([{ status: P.union('delivered', 'failed') }, { type: 'redeliver' }], ([, { now }]) => ok({ type: 'delivery.released', at: now }))
    .exhaustive();

export const evolveDelivery = (state: Delivery, event: DeliveryEvent): Delivery =>
  match([state, event] as const)
    .returnType<Delivery>()
    .with([P._, { type: 'delivery.released' }], ([, { at }]) => ({ status: 'pending', failures: 0, notBefore: at, leaseUntil: 0 }))
    .with([{ status: 'pending' }, { type: 'delivery.claimed' }], ([pending, { leaseUntil }]) => ({ ...pending, leaseUntil }))
    .with([{ status: 'pending' }, { type: 'delivery.delivered' }], ([, { at }]) => ({ status: 'delivered', at }))
    .with([{ status: 'pending' }, { type: 'delivery.postponed' }], ([{ failures }, { notBefore }]) => ({
      status: 'pending',
      failures: failures + 1,
      notBefore,
      leaseUntil: 0,
    }))
    .with([{ status: 'pending' }, { type: 'delivery.failed' }], ([, { at }]) => ({ status: 'failed', at }))
    .with([{ status: 'pending' }, { type: 'delivery.lease-released' }], ([pending, { at }]) => ({
      ...pending,
      notBefore: at,
      leaseUntil: 0,
    }))
    .with([{ status: 'pending' }, { type: 'delivery.deferred' }], ([pending, { notBefore }]) => ({ ...pending, notBefore, leaseUntil: 0 }))
    .with([{ status: P.union('waiting', 'delivered', 'failed') }, P._], () => {
      throw new Error(`${event.type} cannot follow ${state.status}`);
    })
    .exhaustive();
