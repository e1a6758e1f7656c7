import { quotaDay, quotaNames, quotas } from '@assay/domain';
import { quotaUses } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { limitsOf } from '../support/quotas.ts';

/** Series of a metric are kept for as long as they are read: more accounts than these have none. */
export const mostAccountsCounted = 50;

export type UsedQuota = { readonly account: number; readonly quota: string; readonly used: number; readonly limit: number | null };

/** What the accounts that used most of each quota of the day have used, for the operator. */
export const mostUsedQuotas = ({ assay }: { assay: Assay }): Promise<UsedQuota[]> =>
  assay.store.read(async (db) => {
    const { start: windowStart } = quotaDay(await db.now());
    const list: UsedQuota[] = [];
    for (const quota of quotaNames.filter((name) => quotas[name].window === 'day'))
      for (const { account_id: account, used } of await quotaUses.listMost(db, { quota, windowStart, limit: mostAccountsCounted }))
        list.push({ account, quota, used, limit: (await limitsOf(db, account))[quota].limit });
    return list;
  });
