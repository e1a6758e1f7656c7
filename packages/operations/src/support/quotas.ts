import {
  type DailyQuota,
  err,
  ok,
  type QuotaName,
  quotaDay,
  quotaNames,
  quotaRefusal,
  quotas,
  type Refusal,
  type Result,
  refusal,
} from '@assay/domain';
import { accountQuotas, type Db, invitations, quotaUses, storedBytes, type Tx } from '@assay/store';

/** Candidates read it: they have no account to raise a quota of. */
const tooManyCandidates =
  'As many candidates of this organization are taking a test as may at once; try again when one of them has finished';

const noRoomForFiles =
  'The organization has no room for further files at the moment; keep the file, go on with the test, and tell the people who invited you';

export type Limits = Readonly<Record<QuotaName, { readonly limit: number | null; readonly isDefault: boolean }>>;

/** What the account may take: what the operator set, and the defaults of the rest. */
export const limitsOf = async (db: Db, accountId: number): Promise<Limits> => {
  const set = new Map((await accountQuotas.list(db, accountId)).map(({ quota, most }) => [quota, most]));
  const of = (name: QuotaName) => {
    const most = set.get(name);
    return most === undefined ? { limit: quotas[name].fallback, isDefault: true } : { limit: most, isDefault: false };
  };
  return Object.fromEntries(quotaNames.map((name) => [name, of(name)])) as Limits;
};

type SetLimits = ReadonlyMap<string, number | null>;

/** What the operator set of some quotas for some accounts, in one query. */
export const setLimits = async (db: Db, accountIds: readonly number[], names: readonly QuotaName[]): Promise<SetLimits> =>
  new Map((await accountQuotas.listOf(db, accountIds, names)).map(({ account_id, quota, most }) => [`${account_id} ${quota}`, most]));

export const limitOf = (set: SetLimits, accountId: number, quota: QuotaName): number | null => {
  const most = set.get(`${accountId} ${quota}`);
  return most === undefined ? quotas[quota].fallback : most;
};

/** Counts one against a quota of the day, in the transaction that takes it; a refusal counts nothing. */
export const spend = async (tx: Tx, accountId: number, quota: DailyQuota): Promise<Result<undefined, Refusal>> => {
  const { limit } = (await limitsOf(tx, accountId))[quota];
  const now = await tx.now();
  const taken = await quotaUses.takeOne(tx, { accountId, quota, windowStart: quotaDay(now).start, most: limit });
  return taken || limit === null ? ok(undefined) : err(quotaRefusal(quota, limit, now));
};

/** Counts one try to send at once, as the worker counts its own; returns when. */
export const spendNow = async (tx: Tx, accountId: number, quota: 'mails' | 'callbacks'): Promise<Result<number, Refusal>> => {
  const { limit: most } = (await limitsOf(tx, accountId))[quota];
  const now = await tx.now();
  const [taken] = await quotaUses.takeUpTo(tx, quotaDay(now).start, [{ accountId, quota, amount: 1, most }]);
  return taken === 1 || most === null ? ok(now) : err(quotaRefusal(quota, most, now));
};

/** Refuses what is counted only when it is done, once as much has been done as may be in the day. */
export const requireLeft = async (db: Db, accountId: number, quota: DailyQuota): Promise<Result<undefined, Refusal>> => {
  const { limit } = (await limitsOf(db, accountId))[quota];
  if (limit === null) return ok(undefined);
  const now = await db.now();
  const used = await quotaUses.sum(db, { accountId, quota, windowStart: quotaDay(now).start });
  return used < limit ? ok(undefined) : err(quotaRefusal(quota, limit, now));
};

/** Refuses to store so many bytes more, where the account has no room for them. What takes no more than it replaces is never refused. */
export const requireBytes = async (db: Db, accountId: number, bytes: number): Promise<Result<undefined, Refusal>> => {
  const { limit } = (await limitsOf(db, accountId)).bytes;
  if (limit === null || bytes <= 0) return ok(undefined);
  return (await storedBytes.sum(db, accountId)) + bytes <= limit ? ok(undefined) : err(quotaRefusal('bytes', limit, 0));
};

/** The same for what this transaction stores. Where there is a limit, those who store take turns, so that two do not take the last bytes. */
export const admitBytes = async (tx: Tx, accountId: number, bytes: number): Promise<Result<undefined, Refusal>> => {
  await accountQuotas.lock(tx, { accountId, quota: 'bytes' });
  return requireBytes(tx, accountId, bytes);
};

/** For candidates, who have no account to raise a quota of. */
export const inCandidatesWords = <Value>(result: Result<Value, Refusal>): Result<Value, Refusal> =>
  result.ok ? result : err({ ...result.error, message: noRoomForFiles });

/** Whether one more candidate may start. Where there is a limit, those who start take turns, so that two do not take the last place. */
export const admitCandidate = async (tx: Tx, accountId: number, now: number): Promise<Result<undefined, Refusal>> => {
  const { limit } = (await limitsOf(tx, accountId)).candidates;
  if (limit === null) return ok(undefined);
  await accountQuotas.lock(tx, { accountId, quota: 'candidates' });
  const there = limit === 0 ? 0 : await invitations.countInProgress(tx, { accountId, now, most: limit });
  return there < limit ? ok(undefined) : err(refusal('resource.conflict', tooManyCandidates));
};
