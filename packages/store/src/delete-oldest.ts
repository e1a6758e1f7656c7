import { sql } from 'kysely';
import type { Tx } from './db.ts';
import type { Schema } from './schema.ts';

export type Oldest = { readonly before: number; readonly limit: number };

/**
 * Deletes at most `limit` rows of all accounts that are older than `before`, the oldest first, and returns how many. In one statement
 * without a limit, a large table would keep writers waiting. Several workers share the work: each takes rows that no other has.
 */
export const deleteOldest = async <Table extends keyof Schema & string>(
  tx: Tx,
  {
    from,
    key,
    by,
  }: { readonly from: Table; readonly key: readonly (keyof Schema[Table] & string)[]; readonly by: keyof Schema[Table] & string },
  { before, limit }: Oldest,
): Promise<number> => {
  const table = sql.table(from);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const age = sql.ref(by);
  // With a WITH of its own, since PostgreSQL might lock other rows each time it looked into an IN.
  const { numAffectedRows } = await sql`with oldest as (
    select ${columns} from ${table} where ${age} < ${before} order by ${age} limit ${limit}
    ${tx.traits.rowLocks ? sql`for update skip locked` : sql``}
  ) delete from ${table} where (${columns}) in (select ${columns} from oldest)`.execute(tx.kysely);
  return Number(numAffectedRows ?? 0);
};
