import { type AccountQuota, perOf } from '@assay/domain';
import { atUtc } from '../time/format-time.ts';

/** Of a limit, from which on people are warned. */
const near = 0.8;

export type QuotaState = 'free' | 'near' | 'reached';

export const quotaState = ({ limit, used }: AccountQuota): QuotaState => {
  if (limit === null || used === null || (used < near * limit && used < limit)) return 'free';
  return used >= limit ? 'reached' : 'near';
};

/** What is near its limit, so that nobody learns it from a refusal. */
export const quotaStateText = (quota: AccountQuota): string =>
  ({ free: '', near: 'near the limit', reached: 'reached' })[quotaState(quota)];

const grouped = (amount: number): string => new Intl.NumberFormat('en-US').format(amount);

/** `50,000 a day`. */
export const quotaLimitText = ({ quota, limit, window }: AccountQuota): string =>
  limit === null ? 'no limit' : `${grouped(limit)} ${perOf({ quota, window })}`;

export const quotaUsedText = ({ used }: Pick<AccountQuota, 'used'>): string => (used === null ? '–' : grouped(used));

/** What follows of how much is used, and what to do. */
export const quotaAdvice = (quota: AccountQuota): string => {
  const { limit, used, resetsAt, window } = quota;
  if (limit === null) return 'No limit is set.';
  if (used === null) return 'Each process of the server counts its own.';
  const state = quotaState(quota);
  const anew = resetsAt === null ? '' : ` It begins anew at ${atUtc(resetsAt)} UTC.`;
  const left = `${grouped(limit - used)} left of ${quotaLimitText(quota)}.`;
  if (state === 'free') return `${left}${anew}`;
  const ask = 'The operator of the service can raise it: assay-server accounts quota.';
  if (state === 'near') return `Nearly used up: ${left}${anew} ${ask}`;
  const over =
    window === 'day' ? 'is refused or waits until then' : perOf(quota) === 'at once' ? 'is refused until one has ended' : 'is refused';
  return `Used up: ${quotaLimitText(quota)}.${anew} What is over it ${over}; nothing is lost. ${ask}`;
};
