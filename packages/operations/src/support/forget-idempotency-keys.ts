import { idempotency } from '@assay/store';
import type { Assay } from './context.ts';
import { rememberedMilliseconds } from './transact.ts';

/** Drops the Idempotency-Keys that are past their 24 h. */
export const forgetIdempotencyKeys = ({ assay }: { assay: Assay }): Promise<void> =>
  assay.store.write(async (tx) => idempotency.forget(tx, (await tx.now()) - rememberedMilliseconds));
