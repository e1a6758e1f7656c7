import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db.ts';

/** What is counted of a quota, by account: of a window, of what is there at `now`, or of what is stored. */
export type Counted =
  | { readonly of: 'window'; readonly windowStart: number }
  | { readonly of: 'candidates'; readonly now: number }
  | { readonly of: 'bytes' };

type Nearest = {
  readonly quota: string;
  readonly counted: Counted;
  /** What an account has that the operator set nothing for; null: no limit. */
  readonly fallback: number | null;
  readonly limit: number;
};

export type NearQuota = { readonly account_id: number; readonly used: number; readonly most: number | null };

const usesOf = (quota: string, counted: Counted): RawBuilder<unknown> => {
  switch (counted.of) {
    case 'window':
      return sql`select account_id, cast(sum(used) as bigint) as used from quota_uses
        where window_start = ${counted.windowStart} and quota = ${quota} group by account_id`;
    case 'candidates':
      return sql`select account_id, count(*) as used from invitations
        where status = 'In progress' and deadline > ${counted.now} group by account_id`;
    case 'bytes':
      return sql`select account_id, cast(sum(bytes) as bigint) as used from stored_bytes group by account_id`;
  }
};

/** The accounts that are nearest to their limit of a quota, or over it, first; behind them those without a limit, by how much they use. */
export const listNearest = async (db: Db, { quota, counted, fallback, limit }: Nearest): Promise<readonly NearQuota[]> => {
  const { rows } = await sql<NearQuota>`with uses as (${usesOf(quota, counted)}), limited as (
      select u.account_id, u.used, case when q.account_id is null then cast(${fallback} as bigint) else q.most end as most
      from uses u left join account_quotas q on q.account_id = u.account_id and q.quota = ${quota}
    )
    select account_id, used, most from limited where used > 0
    order by case when most is null then 1 else 0 end, cast(used as real) / coalesce(nullif(most, 0), 1) desc, used desc, account_id
    limit ${limit}`.execute(db.kysely);
  return rows;
};
