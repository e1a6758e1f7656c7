import { type AccountQuotas, ok, type QuotaName } from '@assay/domain';
import { accountQuotas, accounts } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { limitsOf } from '../support/quotas.ts';
import { changesOf, recordChange } from './audit.ts';
import { readQuotas } from './get-quotas.ts';
import { noAccount } from './manage-accounts.ts';

/** Null: no limit; `default`: what accounts have that nothing was set for. */
export type QuotaChanges = { readonly [Name in QuotaName]?: number | null | 'default' | undefined };

const limitTexts = (limits: Awaited<ReturnType<typeof limitsOf>>): Record<string, number | null> =>
  Object.fromEntries(Object.entries(limits).map(([name, { limit }]) => [name, limit]));

/** For the operator alone: no operation of an API key does it. Without changes it only reads. */
export const setQuotas = ({
  assay,
  accountId,
  changes,
}: {
  assay: Assay;
  accountId: number;
  changes: QuotaChanges;
}): Outcome<AccountQuotas> =>
  assay.store.write(async (tx) => {
    if ((await accounts.find(tx, accountId)) === undefined) return noAccount(accountId);
    const before = await limitsOf(tx, accountId);
    for (const [quota, most] of Object.entries(changes)) {
      if (most === 'default') await accountQuotas.remove(tx, { accountId, quota });
      else if (most !== undefined) await accountQuotas.set(tx, { accountId, quota, most });
    }
    const changed = changesOf(limitTexts(before), limitTexts(await limitsOf(tx, accountId)));
    if (changed !== undefined) await recordChange({ tx, accountId }, 'account.quotas-set', { changes: changed });
    return ok(await readQuotas(tx, accountId));
  });
