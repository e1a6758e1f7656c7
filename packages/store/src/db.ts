import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** What differs between the two engines. Everything else is one schema and one set of queries. */
export type DialectTraits = {
  readonly engine: 'sqlite' | 'postgres';
  /** Column definition of an id that the database issues. */
  readonly identity: string;
  /** The table constraint for a primary key that ends in such an id; on SQLite the id alone is the primary key. */
  readonly primaryKey: (columns: string) => string;
  readonly tableOptions: string;
  /** Translates the types of a schema statement for this engine. */
  readonly ddl: (statement: string) => string;
  /** True if the driver tells the id of an inserted row. RETURNING it would cost SQLite a quarter of the insert. */
  readonly tellsId: boolean;
  /** True if queries lock rows; SQLite has one writer at a time instead. */
  readonly rowLocks: boolean;
};

/** `insertedId`: the id of the row that was inserted, where `tellsId`. */
export type Executed<Row> = { readonly rows: Row[]; readonly changed: number; readonly insertedId?: number | undefined };

/** A handle for reading. Only this package uses its fields; other packages pass it to the repositories. */
export type Db = {
  readonly kysely: Kysely<Schema>;
  readonly traits: DialectTraits;
  /** Milliseconds since 1970 by the clock that all processes share: the database's on Postgres, this machine's on SQLite. */
  readonly now: () => Promise<number>;
  /** Runs a compiled query with these values. */
  readonly execute: <Row>(text: string, values: unknown[]) => Promise<Executed<Row>>;
};

/** A handle inside a write transaction. */
export type Tx = Db & {
  /** What memory keeps of rows read here must wait for this, because they may be undone. */
  readonly afterCommit: (effect: () => void) => void;
  /** The same object for writes between which nothing is undone and nobody else writes: those of one batch of SQLite. */
  readonly batch?: object;
};

/** Caches rows for the writes of one batch, most of which read the same few. Whatever writes such a row forgets it. */
export class BatchCache<Row extends object> {
  readonly #batches = new WeakMap<object, Map<string, Row>>();

  async read(db: Db | Tx, key: string, read: () => Promise<Row | undefined>): Promise<Row | undefined> {
    if (!('batch' in db) || db.batch === undefined) return read();
    const rows = this.#batches.get(db.batch) ?? new Map<string, Row>();
    this.#batches.set(db.batch, rows);
    const row = rows.get(key) ?? (await read());
    if (row !== undefined) rows.set(key, row);
    return row;
  }

  forget({ batch }: Tx): void {
    if (batch !== undefined) this.#batches.delete(batch);
  }
}

type Compilable<Row> = { compile(): CompiledQuery<Row> };

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is built and compiled once per engine and run with new values: building it costs more than SQLite needs to run it.
 * Inside `build`, `p('name')` is a placeholder for the value of that parameter.
 */
export const prepared = <Parameters extends Record<string, unknown>, Row>(
  build: (
    kysely: Kysely<Schema>,
    p: <Name extends keyof Parameters & string>(name: Name) => Parameters[Name],
    traits: DialectTraits,
  ) => Compilable<Row>,
) => {
  const compiled = new Map<DialectTraits['engine'], CompiledQuery<Row>>();
  // The cast holds because Kysely does not look into a value, and the placeholder is replaced before the query runs.
  const p = <Name extends keyof Parameters & string>(name: Name) => new Placeholder(name) as unknown as Parameters[Name];
  return async (db: Db, parameters: Parameters): Promise<Executed<Row>> => {
    let query = compiled.get(db.traits.engine);
    if (query === undefined) {
      query = build(db.kysely, p, db.traits).compile();
      compiled.set(db.traits.engine, query);
    }
    const values = query.parameters.map((value) => (value instanceof Placeholder ? parameters[value.name] : value));
    return db.execute<Row>(query.sql, values);
  };
};

/** Raw SQL with bound values, for the few statements that Kysely cannot build for both engines. */
export const rawQuery = <Row>(text: string, parameters: unknown[]) => CompiledQuery.raw(text, parameters) as CompiledQuery<Row>;
