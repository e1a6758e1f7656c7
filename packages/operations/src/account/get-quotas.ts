import { type AccountQuotas, formatInstant, ok, operations, type QuotaName, quotaDay, quotaNames, quotas } from '@assay/domain';
import { type Db, invitations, quotaUses, storedBytes } from '@assay/store';
import { readOperation } from '../support/operation.ts';
import { limitsOf } from '../support/quotas.ts';

/** Null: the processes of the server count it, each its own. */
const usedOf = async (db: Db, accountId: number, quota: QuotaName, now: number): Promise<number | null> => {
  if (quotas[quota].window === 'day') return quotaUses.sum(db, { accountId, quota, windowStart: quotaDay(now).start });
  if (quota === 'bytes') return storedBytes.sum(db, accountId);
  return quota === 'candidates' ? invitations.countInProgress(db, { accountId, now }) : null;
};

export const readQuotas = async (db: Db, accountId: number): Promise<AccountQuotas> => {
  const limits = await limitsOf(db, accountId);
  const now = await db.now();
  const list: AccountQuotas['quotas'] = [];
  for (const quota of quotaNames) {
    const { window, meaning } = quotas[quota];
    const resetsAt = window === 'day' ? formatInstant(quotaDay(now).end) : null;
    list.push({ quota, ...limits[quota], used: await usedOf(db, accountId, quota, now), window, resetsAt, meaning });
  }
  return { quotas: list };
};

/** What the account may take of what all share, and has taken. */
export const getAccountQuotas = readOperation(operations.getAccountQuotas, async ({ db, accountId }) =>
  ok(await readQuotas(db, accountId)),
);
