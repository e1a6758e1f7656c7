import { type QuotaName, quotaDay, quotaNames, quotas } from '@assay/domain';
import { nearestQuotas } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** Series of a metric are kept for as long as they are read: more accounts than these have none. */
export const mostAccountsCounted = 50;

export type UsedQuota = { readonly account: number; readonly quota: string; readonly used: number; readonly limit: number | null };

/** Undefined: each process of the server counts it. */
const countedOf = (quota: QuotaName, now: number): nearestQuotas.Counted | undefined => {
  if (quotas[quota].window === 'day') return { of: 'window', windowStart: quotaDay(now).start };
  if (quota === 'candidates') return { of: quota, now };
  return quota === 'bytes' ? { of: quota } : undefined;
};

/** Of each quota, what the accounts that are nearest to their limits have used, for the operator. */
export const mostUsedQuotas = ({ assay }: { assay: Assay }): Promise<UsedQuota[]> =>
  assay.store.read(async (db) => {
    const now = await db.now();
    const list: UsedQuota[] = [];
    for (const quota of quotaNames) {
      const counted = countedOf(quota, now);
      if (counted === undefined) continue;
      const { fallback } = quotas[quota];
      const rows = await nearestQuotas.listNearest(db, { quota, counted, fallback, limit: mostAccountsCounted });
      for (const { account_id: account, used, most: limit } of rows) list.push({ account, quota, used, limit });
    }
    return list;
  });
