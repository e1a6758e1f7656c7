import { type Selectable, sql, type Updateable } from 'kysely';
import { type Db, prepared, type Tx } from './db.ts';
import type { Schema } from './schema.ts';

/** Tables whose rows belong to an account. */
type Owned = { [Table in keyof Schema]: 'account_id' extends keyof Schema[Table] ? Table : never }[keyof Schema];
type Row<Table extends Owned> = Selectable<Schema[Table]>;
type Column<Table extends Owned> = keyof Row<Table> & string;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : Name;
type KeyOf<Table extends Owned, Of extends string> = {
  readonly [Name in Of | 'account_id' as Camel<Name>]: Row<Table>[Name & Column<Table>];
};

const camel = (column: string): string => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** That a row is of an account and has these values. `of` gives values by their names in camel case, as the `p` of a prepared query does. */
export const keyIs = <const Name extends string>(of: (name: Camel<Name | 'account_id'>) => unknown, ...columns: Name[]) => {
  const equal = (column: Name | 'account_id') => sql`${sql.ref(column)} = ${of(camel(column) as Camel<Name | 'account_id'>)}`;
  return sql<boolean>`${sql.join([equal('account_id'), ...columns.map(equal)], sql` and `)}`;
};

const locks = { share: ' for share', update: ' for no key update', free: ' for no key update skip locked' };
type Lock = keyof typeof locks;

/**
 * Compiled once per engine and set of columns, for the reason that `prepared` gives. PostgreSQL finds the row by `key` alone: it has no index
 * for IS NOT DISTINCT FROM, and one for a column of `guard` would read all rows that have its value.
 */
const guardedUpdate = (table: string, { key, guard }: { readonly key: readonly string[]; readonly guard: readonly string[] }) => {
  const texts = new Map<string, string>();
  const isBound = (column: string) => sql`${sql.ref(column)} = ${null}`;
  const isAsRead = (column: string) => sql`${sql.ref(column)} is not distinct from ${null}`;
  return async (tx: Tx, from: Readonly<Record<string, unknown>>, change: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const columns = Object.keys(change);
    const name = `${tx.traits.engine} ${columns}`;
    let text = texts.get(name);
    if (text === undefined) {
      const [assigned, unchanged] = [sql.join(columns.map(isBound)), sql.join([...key.map(isBound), ...guard.map(isAsRead)], sql` and `)];
      text = sql`update ${sql.table(table)} set ${assigned} where ${unchanged}`.compile(tx.kysely).sql;
      texts.set(name, text);
    }
    const { changed } = await tx.execute(text, [...Object.values(change), ...[...key, ...guard].map((column) => from[column])]);
    return changed === 1;
  };
};

type RowsOf<Table extends Owned, Of extends Column<Table>, Key = KeyOf<Table, Of>> = {
  /** The only row with a key: these columns of it, or all. */
  readonly one: <Name extends Column<Table>>(
    names: readonly Name[] | '*',
  ) => (db: Db, key: Key) => Promise<Pick<Row<Table>, Name> | undefined>;
  /** The same, locked. On SQLite, which has one writer, a lock is a read. */
  readonly locked: <Name extends Column<Table>>(
    names: readonly Name[] | '*',
    lock: Lock,
  ) => (tx: Tx, key: Key) => Promise<Pick<Row<Table>, Name> | undefined>;
  /** All rows with a key, by some columns. */
  readonly all: <Name extends Column<Table>>(
    names: readonly Name[] | '*',
    ...order: Column<Table>[]
  ) => (db: Db, key: Key) => Promise<Pick<Row<Table>, Name>[]>;
  /** False if there are none. */
  readonly remove: (tx: Tx, key: Key) => Promise<boolean>;
  /** Changes the row that was read, if these columns of it are still the same. */
  readonly updateIf: <const Guard extends readonly Column<Table>[]>(
    ...guard: Guard
  ) => (
    tx: Tx,
    from: Pick<Row<Table>, Extract<Of | Guard[number] | 'account_id', Column<Table>>>,
    change: Updateable<Schema[Table]>,
  ) => Promise<boolean>;
};

/** The rows of a table by a key, which is the account and these columns: what reads, locks or changes by it cannot leave out the account. */
export const rowsOf = <const Table extends Owned, const Columns extends readonly Column<Table>[]>(
  table: Table,
  ...columns: Columns
): RowsOf<Table, Columns[number]> => {
  type Key = KeyOf<Table, Columns[number]>;
  type Parameters = Record<string, unknown>;
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const reading = <Name extends Column<Table>>(names: readonly Name[] | '*', order: readonly string[], lock?: Lock) => {
    const run = prepared<Parameters, Pick<Row<Table>, Name>>((db, p, { rowLocks }) => {
      const what = sql`${names === '*' ? sql`*` : list(names)} from ${sql.table(table)} where ${keyIs<string>(p, ...columns)}`;
      const how = sql`${order.length === 0 ? sql`` : sql` order by ${list(order)}`}${sql.raw(lock !== undefined && rowLocks ? locks[lock] : '')}`;
      return { compile: () => sql<Pick<Row<Table>, Name>>`select ${what}${how}`.compile(db) };
    });
    return async (db: Db, key: Key) => (await run(db, key)).rows;
  };
  const onlyOne =
    <Found>(read: (db: Db, key: Key) => Promise<Found[]>) =>
    async (db: Db, key: Key) =>
      (await read(db, key))[0];
  const removal = prepared<Parameters, never>((db, p) => ({
    compile: () => sql<never>`delete from ${sql.table(table)} where ${keyIs<string>(p, ...columns)}`.compile(db),
  }));
  return {
    one: (names) => onlyOne(reading(names, [])),
    locked: (names, lock) => onlyOne(reading(names, [], lock)),
    all: (names, ...order) => reading(names, order),
    remove: async (tx, key) => (await removal(tx, key)).changed > 0,
    updateIf: (...guard) => guardedUpdate(table, { key: ['account_id', ...columns], guard }),
  };
};
