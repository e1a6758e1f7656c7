import type { SelectQueryBuilder } from 'kysely';
import type { Db } from './db.ts';

/** How many rows the query has, counted no further than `most`. */
export const countUpTo = async <Tables, Table extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, Table, Row>,
  most: number,
): Promise<number> => {
  const counted = await db.kysely
    .selectFrom(query.limit(most).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return counted.rows;
};
