import { accounts, deliveries, invitations, tests } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { takeUrl } from '../support/tokens.ts';

const leaseMilliseconds = 120_000;
const batch = 20;
/** 5 s, 30 s, 2 min, 15 min, 1 h, 6 h, 24 h; then the delivery has failed. */
const pauses = [5_000, 30_000, 120_000, 900_000, 3_600_000, 21_600_000, 86_400_000] as const;

/** What the mail about a take URL is written from. */
export type TakeUrlEmail = {
  readonly deliveryId: number;
  readonly to: string;
  readonly fullName: string;
  readonly organization: string;
  readonly replyTo: string;
  readonly testName: string;
  readonly takeTestURL: string;
};

const claim = (assay: Assay): Promise<deliveries.Delivery[]> =>
  assay.store.write(async (tx) => {
    const now = await tx.now();
    const claimed: deliveries.Delivery[] = [];
    for (const row of await deliveries.lockDue(tx, now, batch)) {
      const lease = { lease_until: now + leaseMilliseconds };
      if (await deliveries.update(tx, row, lease)) claimed.push({ ...row, ...lease });
    }
    return claimed;
  });

/** Read when it is sent, so that a mail never carries a URL that was replaced meanwhile. */
const compose = (assay: Assay, { account_id, invitation_id, delivery_id }: deliveries.Delivery): Promise<TakeUrlEmail | undefined> =>
  assay.store.read(async (db) => {
    const row = await invitations.find(db, { accountId: account_id, invitationId: invitation_id });
    const account = await accounts.find(db, account_id);
    const test = row === undefined ? undefined : await tests.find(db, account_id, row.test_id);
    if (row === undefined || account === undefined || test === undefined || row.status === 'Cancelled') return undefined;
    return {
      deliveryId: delivery_id,
      to: row.email,
      fullName: row.full_name,
      organization: account.name,
      replyTo: account.email,
      testName: test.name,
      takeTestURL: takeUrl(assay, { accountId: account_id, invitationId: invitation_id, generation: row.generation }),
    };
  });

type Port = {
  readonly assay: Assay;
  /** Sends one mail; throws when it could not be handed over. */
  readonly sendTakeUrl: (email: TakeUrlEmail) => Promise<void>;
  readonly onFailure: (failure: { deliveryId: number; error: unknown }) => void;
};

/** Sends the mails that wait in the outbox, at least once each. Returns how many were claimed. */
export const deliverEmails = async ({ assay, sendTakeUrl, onFailure }: Port): Promise<number> => {
  const claimed = await claim(assay);
  const settle = (row: deliveries.Delivery, change: (now: number) => Partial<deliveries.Delivery>) =>
    assay.store.write(async (tx) => {
      const now = await tx.now();
      await deliveries.update(tx, row, change(now));
    });
  await Promise.all(
    claimed.map(async (row) => {
      try {
        const email = await compose(assay, row);
        if (email !== undefined) await sendTakeUrl(email);
        const state = email === undefined ? 'failed' : 'delivered';
        await settle(row, (now) => ({ state, settled_at: now, last_error: email === undefined ? 'the invitation was cancelled' : null }));
      } catch (error) {
        onFailure({ deliveryId: row.delivery_id, error });
        const last_error = error instanceof Error ? error.message : String(error);
        const pause = pauses[row.failures];
        await settle(row, (now) =>
          pause === undefined
            ? { state: 'failed', failures: row.failures + 1, last_error, settled_at: now }
            : { failures: row.failures + 1, last_error, lease_until: 0, not_before: now + pause },
        );
      }
    }),
  );
  return claimed.length;
};
