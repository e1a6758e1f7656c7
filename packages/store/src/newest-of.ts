import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

type Values = Readonly<Record<string, string>>;
type Traits = Pick<Db, 'traits'>;

// PostgreSQL would rather read by the id alone, as if the rows of each value were spread evenly. Compared and ordered together, only the
// index of the values and the id fits. SQLite takes that one anyway, and seeks in it only by what is equal.
const together = ({ traits }: Traits, values: Values): boolean => traits.engine === 'postgres' && Object.keys(values).length > 0;

/** Rows that have these values, below an id. */
export const havingBelow = (db: Traits, values: Values, id: string, before: number): RawBuilder<boolean> => {
  const columns = sql.join(Object.keys(values).map((column) => sql.ref(column)));
  const wanted = sql.join(Object.values(values));
  const below = sql<boolean>`${sql.ref(id)} < ${before}`;
  if (together(db, values)) return sql`(${columns}, ${sql.ref(id)}) < (${wanted}, ${before}) and (${columns}) >= (${wanted})`;
  return Object.entries(values).reduce((all, [column, value]) => sql`${sql.ref(column)} = ${value} and ${all}`, below);
};

/** Their order, newest first. */
export const newestFirst = (db: Traits, values: Values, id: string): RawBuilder<unknown> =>
  sql.join([...(together(db, values) ? Object.keys(values) : []), id].map((column) => sql`${sql.ref(column)} desc`));

type List<Row> = { execute(): Promise<Row[]> };

/**
 * The newest rows of lists that are each newest first and no longer than `limit`. Where a filter leaves a column open, no index has all
 * rows in order: one list for each of its few values has.
 */
export const newestOfAll = async <Row>(lists: readonly List<Row>[], limit: number, idOf: (row: Row) => number): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const list of lists) rows.push(...(await list.execute()));
  return lists.length === 1 ? rows : rows.sort((a, b) => idOf(b) - idOf(a)).slice(0, limit);
};
