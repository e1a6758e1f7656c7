import type { Database } from 'better-sqlite3';
import { type QueryCompiler, SqliteDialect, SqliteQueryCompiler, type SqliteStatement } from 'kysely';

/**
 * A bare `?` makes SQLite (built with STAT4) plan many statements anew at each run, in case the value would change the plan:
 * 10 µs instead of 1 µs for a list of tests. A unary plus changes no value and hides the parameter from the planner.
 */
class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

const mostStatements = 1000;

/** Kysely prepares each query anew; a cached statement makes a one-row read several times cheaper. */
const withStatementCache = (database: Database) => {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text: string): SqliteStatement => {
      const cached = statements.get(text);
      if (cached !== undefined) return cached;
      if (statements.size >= mostStatements) statements.clear();
      // better-sqlite3 types parameters as `unknown[]`, Kysely as readonly: it does not write to them.
      const statement = database.prepare(text) as unknown as SqliteStatement;
      statements.set(text, statement);
      return statement;
    },
  };
};

/** Kysely's own dialect over one connection, with cached statements. */
export class CachingSqliteDialect extends SqliteDialect {
  constructor(database: Database) {
    super({ database: withStatementCache(database) });
  }

  override createQueryCompiler(): QueryCompiler {
    return new PlannedOnceCompiler();
  }
}
