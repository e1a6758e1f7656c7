import { sql } from 'kysely';

/** One JSON parameter for any number of ids, so that the query is compiled once. */
export const oneOfIds = (ids: string, engine: 'sqlite' | 'postgres') =>
  engine === 'postgres'
    ? sql<number>`(select json_array_elements_text(${ids}::json)::bigint)`
    : sql<number>`(select value from json_each(${ids}))`;
