import { err, ok, quotaRefusal, type Refusal, type Result } from '@assay/domain';
import { type Assay, limitsOf } from '@assay/operations';
import type { Leave } from './lanes.ts';

/**
 * Counts the files that each account has made or sent at the same time, in this process, against its quota. Those that wait for their turn
 * count too, since each holds a connection.
 */
export const createExports = (assay: Pick<Assay, 'store'>): ((accountId: number) => Promise<Result<Leave, Refusal>>) => {
  const underWay = new Map<number, number>();
  return async (accountId) => {
    const { limit } = (await assay.store.read((db) => limitsOf(db, accountId))).exports;
    const count = underWay.get(accountId) ?? 0;
    if (limit !== null && count >= limit) return err(quotaRefusal('exports', limit, 0));
    underWay.set(accountId, count + 1);
    let hasLeft = false;
    return ok(() => {
      if (hasLeft) return;
      hasLeft = true;
      const left = (underWay.get(accountId) ?? 1) - 1;
      if (left === 0) underWay.delete(accountId);
      else underWay.set(accountId, left);
    });
  };
};
