import { type Assay, mostAccountsCounted, mostUsedQuotas } from '@assay/operations';
import { Gauge, type Registry } from 'prom-client';
import { kept } from './kept.ts';

/** The part of `/metrics` that tells what accounts take of what all share. */
export const addQuotaMetrics = (registry: Registry, assay: Assay): void => {
  const registers = [registry];
  const labelNames = ['account', 'quota'] as const;
  // When the database fails, an operator needs the other metrics most.
  const load = kept(() => mostUsedQuotas({ assay }).catch(() => []));
  new Gauge({
    name: 'assay_account_quota_used',
    help: `What an account has used of a quota: today (UTC), now, or in all; of the ${mostAccountsCounted} accounts that are nearest to their limits`,
    labelNames,
    registers,
    async collect() {
      const list = await load();
      this.reset();
      for (const { account, quota, used } of list) this.set({ account, quota }, used);
    },
  });
  new Gauge({
    name: 'assay_account_quota_limit',
    help: 'The quota of each account that assay_account_quota_used tells of; left out where there is no limit',
    labelNames,
    registers,
    async collect() {
      const list = await load();
      this.reset();
      for (const { account, quota, limit } of list) if (limit !== null) this.set({ account, quota }, limit);
    },
  });
};
