import type { Database, Statement } from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { Db } from '../db.ts';
import type { Schema } from '../schema.ts';
import { CachingSqliteDialect } from './dialect.ts';
import { sqliteTraits } from './traits.ts';

/** A handle on one connection. Prepared queries bypass Kysely's execution, which costs more than reading a row. */
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
      if (!cached.returnsRows) {
        const { changes: changed, lastInsertRowid } = cached.statement.run(values);
        return { rows: [], changed, insertedId: changed === 0 ? undefined : Number(lastInsertRowid) };
      }
      // The cast holds because Kysely typed the rows when the query was built.
      const rows = cached.statement.all(values) as Row[];
      return { rows, changed: rows.length };
    },
  };
};
