import { idempotency } from '@assay/store';
import type { Assay } from './context.ts';
import { rememberedMilliseconds } from './transact.ts';

/** Rows that one transaction deletes: a few milliseconds. */
export const forgottenAtOnce = 500;

/** Drops a slice of the Idempotency-Keys that are past their 24 h, and returns how many. */
export const forgetIdempotencyKeys = ({ assay }: { assay: Assay }): Promise<number> =>
  assay.store.write(async (tx) => idempotency.forget(tx, { before: (await tx.now()) - rememberedMilliseconds, limit: forgottenAtOnce }));
