import { postponedText, quotaDay, quotaOfDelivery } from '@assay/domain';
import { deliveries, quotaUses, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { advanceDelivery } from '../support/delivery-state.ts';
import { limitOf, setLimits } from '../support/quotas.ts';

type Row = deliveries.Delivery;
type Quota = ReturnType<typeof quotaOfDelivery>;
type Group = { readonly accountId: number; readonly quota: Quota; readonly rows: Row[] };
type UsedUp = Group & { readonly limit: number };

/** Of a lane, so many are looked at for more that cannot be sent today: one by one, a backlog would hold up the others in it. */
const lookedAt = 1000;

const groupsOf = (claimed: readonly Row[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const row of claimed) {
    const [accountId, quota] = [row.account_id, quotaOfDelivery(row.kind)];
    const group = groups.get(`${accountId} ${quota}`) ?? { accountId, quota, rows: [] };
    groups.set(`${accountId} ${quota}`, group);
    group.rows.push(row);
  }
  return [...groups.values()];
};

/** With those that are over, the others of the account that are due in the same lanes wait until `until`. */
const postpone = async (tx: Tx, { accountId, quota, limit, rows }: UsedUp, now: number): Promise<void> => {
  const { end: until } = quotaDay(now);
  const reason = postponedText(quota, limit, until);
  for (const row of rows) await advanceDelivery(tx, row, { type: 'defer', now, notBefore: until }, { last_error: reason });
  for (const lane of new Set(rows.map((row) => row.lane))) {
    const due = await deliveries.listDueInLane(tx, { now, lane, limit: lookedAt });
    const ids = due.filter((row) => row.account_id === accountId && quotaOfDelivery(row.kind) === quota).map((row) => row.delivery_id);
    await deliveries.postpone(tx, { accountId, ids, now, until, reason });
  }
};

/**
 * Counts claimed deliveries against the quotas of their accounts, each as a try, and returns those that may be sent; the others wait for the
 * next day. In a transaction of its own: counters are locked before deliveries.
 */
export const keepToQuotas = async ({ assay, claimed }: { assay: Assay; claimed: readonly Row[] }): Promise<Row[]> => {
  if (claimed.length === 0) return [];
  return assay.store.write(async (tx) => {
    const groups = groupsOf(claimed);
    const set = await setLimits(
      tx,
      groups.map(({ accountId }) => accountId),
      ['mails', 'callbacks'],
    );
    const amounts = groups.map(({ accountId, quota, rows }) => ({
      accountId,
      quota,
      amount: rows.length,
      most: limitOf(set, accountId, quota),
    }));
    const now = await tx.now();
    const taken = await quotaUses.takeUpTo(tx, quotaDay(now).start, amounts);
    const admitted: Row[] = [];
    for (const [index, group] of groups.entries()) {
      const [count = 0, limit = null] = [taken[index], amounts[index]?.most];
      admitted.push(...group.rows.slice(0, count));
      if (limit !== null && count < group.rows.length) await postpone(tx, { ...group, limit, rows: group.rows.slice(count) }, now);
    }
    return admitted;
  });
};
