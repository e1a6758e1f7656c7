import { attemptDelivery } from '../delivery/attempt-delivery.ts';
import { type ClaimedDelivery, claimDeliveries } from '../delivery/claim-deliveries.ts';
import { recordDeliveryAttempt } from '../delivery/record-delivery-attempt.ts';
import type { Assay } from '../support/context.ts';

const claim = (assay: Assay) =>
  claimDeliveries({ assay, limit: 256, roomIn: () => Number.POSITIVE_INFINITY, further: { freed: [], after: '' } });

/** Takes the lease of all deliveries that are due. */
export const claimDue = async (assay: Assay): Promise<ClaimedDelivery[]> => (await claim(assay)).claimed;

/** Sends a claimed delivery and records the attempt; retries are not spread. A fault fails the test. */
export const sendClaimed = async (assay: Assay, delivery: ClaimedDelivery): Promise<void> => {
  const attempt = await attemptDelivery({ assay, delivery, signal: new AbortController().signal });
  if (attempt.fault !== undefined) throw attempt.fault;
  await recordDeliveryAttempt({ assay, delivery, attempt, random: 0 });
};

/** Sends until nothing is due. */
export const deliverDue = async (assay: Assay): Promise<void> => {
  for (;;) {
    const { claimed, postponed } = await claim(assay);
    if (claimed.length + postponed === 0) return;
    await Promise.all(claimed.map((delivery) => sendClaimed(assay, delivery)));
  }
};
