import { quotaUses } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { forgottenAtOnce } from '../support/forget-idempotency-keys.ts';

const keptMilliseconds = 40 * 24 * 60 * 60_000;

/** Drops a slice of what accounts used on days that are long over, and returns how many rows. */
export const forgetQuotaUses = ({ assay }: { assay: Assay }): Promise<number> =>
  assay.store.write(async (tx) => quotaUses.forget(tx, { before: (await tx.now()) - keptMilliseconds, limit: forgottenAtOnce }));
