import { type AccountQuotas, type DeliveryKind, deliveryKinds, ok, type QuotaName, quotaDay, quotaOfDelivery } from '@assay/domain';
import { accountQuotas, accounts, deliveries } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { limitsOf } from '../support/quotas.ts';
import { changesOf, recordChange } from './audit.ts';
import { readQuotas } from './get-quotas.ts';
import { noAccount } from './manage-accounts.ts';

/** Null: no limit; `default`: what accounts have that nothing was set for. */
export type QuotaChanges = { readonly [Name in QuotaName]?: number | null | 'default' | undefined };

const resumedAtOnce = 1000;

const limitTexts = (limits: Awaited<ReturnType<typeof limitsOf>>): Record<string, number | null> =>
  Object.fromEntries(Object.entries(limits).map(([name, { limit }]) => [name, limit]));

/** For the operator alone: no operation of an API key does it. Without changes it only reads. */
export const setQuotas = async ({
  assay,
  accountId,
  changes,
}: {
  assay: Assay;
  accountId: number;
  changes: QuotaChanges;
}): Outcome<AccountQuotas> => {
  const set = await write(assay, accountId, changes);
  if (set.ok) for (const kind of deliveryKinds) if (changes[quotaOfDelivery(kind)] !== undefined) await resume(assay, accountId, kind);
  return set;
};

/** What waited for the next day is tried at once, and waits again if the new quota is used up too. */
const resume = async ({ store }: Assay, accountId: number, kind: DeliveryKind): Promise<void> => {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    after = await store.write(async (tx) => {
      const now = await tx.now();
      return deliveries.resume(tx, { accountId, kind, until: quotaDay(now).end, now, after: from, limit: resumedAtOnce });
    });
  }
};

const write = ({ store }: Assay, accountId: number, changes: QuotaChanges): Outcome<AccountQuotas> =>
  store.write(async (tx) => {
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
