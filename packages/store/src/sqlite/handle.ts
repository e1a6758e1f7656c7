import type { Database, Statement } from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { Db } from '../db.ts';
import type { Schema } from '../schema.ts';
import { CachingSqliteDialect } from './dialect.ts';
import { sqliteTraits } from './traits.ts';

/** A handle on one connection. Prepared queries run on the statement itself: Kysely's way there costs more than the row. */
export const sqliteHandle = (database: Database, now: Db['now']): Db => {
  const statements = new Map<string, { readonly statement: Statement; readonly returnsRows: boolean }>();
  return {
    kysely: new Kysely<Schema>({ dialect: new CachingSqliteDialect(database) }),
    traits: sqliteTraits,
    now,
    execute: async <Row>(text: string, values: unknown[]) => {
      let cached = statements.get(text);
      if (cached === undefined) {
        const statement = database.prepare(text);
        cached = { statement, returnsRows: statement.reader };
        statements.set(text, cached);
      }
      if (!cached.returnsRows) return { rows: [], changed: cached.statement.run(values).changes };
      // Kysely has typed the rows by the schema when it built the query.
      const rows = cached.statement.all(values) as Row[];
      return { rows, changed: rows.length };
    },
  };
};
