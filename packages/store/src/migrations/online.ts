import { type Kysely, sql } from 'kysely';
import manifest from '../../package.json' with { type: 'json' };
import type { DialectTraits } from '../db.ts';
import type { Schema } from '../schema.ts';

/**
 * Gives rows of a growing table a value, a slice at a time: in one statement it would keep its locks until the last row. A kill between
 * slices runs it again from the start, so `where` must say which rows still need it. `id` comes after the account in the table's key.
 */
export type Fill = { readonly fill: string; readonly id: string; readonly set: string; readonly where: string };

/**
 * `needs` belongs to a migration that takes something away: the migration since which programs no longer use that. Programs that lack it
 * refuse to start afterwards.
 */
export type Migration = { readonly statements: readonly (string | Fill)[]; readonly needs?: string };

/** By name, in the order in which they run. */
export type Migrations = Readonly<Record<string, Migration>>;

type Named = readonly [name: string, migration: Migration];

export type Steps = {
  /** One step and the record of it, both or neither. */
  readonly transaction: <Value>(work: (kysely: Kysely<Schema>) => Promise<Value>) => Promise<Value>;
  /** Builds an index while others write, where the engine can. */
  readonly buildIndex?: (name: string, statement: string) => Promise<void>;
};

/** How an engine migrates. */
export type MigratingEngine = {
  readonly traits: DialectTraits;
  readonly run: <Value>(work: (kysely: Kysely<Schema>) => Promise<Value>) => Promise<Value>;
  /** Runs `work` while no other process migrates; where nothing keeps them out, a step finds in its transaction that it was done. */
  readonly alone: (work: (steps: Steps) => Promise<void>) => Promise<void>;
};

/** The database cannot be migrated or is ahead of this program; the message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** `steps`: how many of its statements are done. `program`: the version that ran it. */
type Progress = { readonly name: string; readonly steps: number; readonly needs: string | null; readonly program: string };

const tableOf = (kysely: Kysely<Schema>) => kysely.withTables<{ migrations: Progress }>();

const createTable = ({ ddl, tableOptions }: DialectTraits): string =>
  ddl(`create table migrations (
    name text primary key,
    steps bigint not null,
    needs text,
    program text not null
  ) ${tableOptions}`);

/** The first migration makes this table and all others in one transaction, so none of them is there or all are. */
export const schemaExists = {
  sqlite: "select 1 from sqlite_master where name = 'installation'",
  postgres: "select 1 where to_regclass('installation') is not null",
};

const progressOf = (kysely: Kysely<Schema>): Promise<readonly Progress[]> => tableOf(kysely).selectFrom('migrations').selectAll().execute();

/** Migrations that this program does not know are no reason to refuse: an older program runs beside a newer one during an upgrade. */
const refuseOlderProgram = (progress: readonly Progress[], known: ReadonlySet<string>): void => {
  const beyond = progress.find(({ needs }) => needs !== null && !known.has(needs));
  if (beyond === undefined) return;
  const { program } = progress.find(({ name }) => name === beyond.needs) ?? beyond;
  throw new MigrationError(
    `The database needs Assay ${program} or later, because ${beyond.name} took away what programs without ${beyond.needs} use; this is ${manifest.version}`,
  );
};

/** Development had another first schema, with tables of the same names. */
const refuseOtherSchema = (progress: readonly Progress[], [first]: readonly Named[]): void => {
  if (first === undefined || progress.some(({ name }) => name === first[0])) return;
  throw new MigrationError('The database was made before the first release of Assay, which does not read it: start with an empty one');
};

const rowsOfSlice = 1000;

const runFill = async (transaction: Steps['transaction'], { fill, id, set, where }: Fill): Promise<void> => {
  const [table, column] = [sql.table(fill), sql.ref(id)];
  type Key = { readonly account_id: number; readonly id: unknown };
  let last: Key | undefined;
  do {
    const after = last === undefined ? sql`` : sql`where (account_id, ${column}) > (${last.account_id}, ${last.id})`;
    last = await transaction(async (kysely) => {
      const keys = sql<Key>`select account_id, ${column} as id from ${table} ${after} order by account_id, ${column} limit ${sql.lit(rowsOfSlice)}`;
      const { rows } = await keys.execute(kysely);
      const first = rows[0];
      if (first === undefined) return undefined;
      // Of one account, because of a range over two columns Postgres knows nothing and would read the whole table.
      const end = rows.findLast(({ account_id }) => account_id === first.account_id) ?? first;
      const slice = sql`account_id = ${first.account_id} and ${column} between ${first.id} and ${end.id}`;
      await sql`update ${table} set ${sql.raw(set)} where ${slice} and (${sql.raw(where)})`.execute(kysely);
      return end;
    });
  } while (last !== undefined);
};

const indexForm = /^\s*create\s+(?:unique\s+)?index\s+(\w+)\s+on\s/i;

/** What a step does outside of the transaction that records it; doing it again after a kill must be harmless. */
const outside = ({ transaction, buildIndex }: Steps, statement: string | Fill): (() => Promise<void>) | undefined => {
  if (typeof statement !== 'string') return () => runFill(transaction, statement);
  const index = indexForm.exec(statement)?.[1];
  return buildIndex === undefined || index === undefined ? undefined : () => buildIndex(index, statement);
};

const record = (kysely: Kysely<Schema>, [name, { needs }]: Named, steps: number) =>
  tableOf(kysely)
    .insertInto('migrations')
    .values({ name, steps, needs: needs ?? null, program: manifest.version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ steps }))
    .execute();

/** The first migration, in one transaction: nobody uses its tables yet, and a start that is killed leaves a blank database. */
const runFirst = async (kysely: Kysely<Schema>, traits: DialectTraits, first: Named): Promise<void> => {
  const { statements } = first[1];
  for (const statement of [createTable(traits), ...statements]) if (typeof statement === 'string') await sql.raw(statement).execute(kysely);
  await record(kysely, first, statements.length);
};

const runMigration = async (steps: Steps, migration: Named): Promise<void> => {
  const [name, { statements }] = migration;
  for (const [index, statement] of statements.entries()) {
    const isDone = async (kysely: Kysely<Schema>) => (await progressOf(kysely)).some((each) => each.name === name && each.steps > index);
    const work = outside(steps, statement);
    if (work !== undefined && !(await steps.transaction(isDone))) await work();
    await steps.transaction(async (kysely) => {
      if (await isDone(kysely)) return;
      if (work === undefined && typeof statement === 'string') await sql.raw(statement).execute(kysely);
      await record(kysely, migration, index + 1);
    });
  }
};

/** Runs what is missing of `migrations`: the first one in a blank database, each other while the service goes on. */
export const migrateOnline = async ({ run, alone, traits }: MigratingEngine, migrations: Migrations): Promise<void> => {
  const named = Object.entries(migrations);
  const exists = async (kysely: Kysely<Schema>) => (await sql.raw(schemaExists[traits.engine]).execute(kysely)).rows.length > 0;
  const missingIn = async (kysely: Kysely<Schema>): Promise<readonly Named[]> => {
    const progress = await progressOf(kysely);
    refuseOtherSchema(progress, named);
    refuseOlderProgram(progress, new Set(Object.keys(migrations)));
    return named.filter(([name, { statements }]) => !progress.some((each) => each.name === name && each.steps === statements.length));
  };
  if ((await run(exists)) && (await run(missingIn)).length === 0) return;
  await alone(async (steps) => {
    const missing = await steps.transaction(async (kysely) => {
      const [first] = named;
      if (first !== undefined && !(await exists(kysely))) await runFirst(kysely, traits, first);
      return missingIn(kysely);
    });
    for (const each of missing) await runMigration(steps, each);
  });
};
