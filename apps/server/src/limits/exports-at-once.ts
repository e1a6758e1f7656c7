import { err, ok, quotaRefusal, type Refusal, type Result } from '@assay/domain';
import { type Assay, limitsOf, mostAccountsCounted } from '@assay/operations';
import { Gauge, type Registry } from 'prom-client';
import type { Leave } from './lanes.ts';

type Exports = (accountId: number) => Promise<Result<Leave, Refusal>>;

/** A part of `/metrics`. */
const addMetric = (registry: Registry, underWay: ReadonlyMap<number, number>): void => {
  new Gauge({
    name: 'assay_account_exports_under_way',
    help: `Exports of an account that wait, are made or are sent, in this process; of the ${mostAccountsCounted} accounts with most`,
    labelNames: ['account'] as const,
    registers: [registry],
    collect() {
      this.reset();
      const most = [...underWay].toSorted(([, one], [, other]) => other - one).slice(0, mostAccountsCounted);
      for (const [account, count] of most) this.set({ account }, count);
    },
  });
};

/**
 * Counts the files that each account has made or sent at the same time, in this process, against its quota. Those that wait for their turn
 * count too, since each holds a connection.
 */
export const createExports = (assay: Pick<Assay, 'store'>, registry: Registry): Exports => {
  const underWay = new Map<number, number>();
  addMetric(registry, underWay);
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
