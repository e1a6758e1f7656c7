import type { Db, Store } from '@assay/store';

/** What a release sent to its database, to be sent again to the schema of a later one. */
export type Release = {
  /** Its last migration. */
  readonly schema: string;
  readonly engines: Readonly<Record<Store['engine'], Recording>>;
};

type Recording = {
  readonly texts: readonly string[];
  /** An account with a test. */
  readonly house: readonly Transaction[];
  /** A candidate of it, from the registration to the report and all deliveries. */
  readonly life: readonly Transaction[];
  /** How many values each other text of the release takes; texts by their number. */
  readonly others: readonly (readonly [text: number, values: number])[];
};

type Transaction = { readonly kind: 'read' | 'write'; readonly statements: Statement[] };
type Statement = { readonly text: number; readonly values: readonly unknown[]; readonly gives: Given[] };

/** A cell of the result that holds an id. Later values that are this id are `{ id }`. */
type Given = { readonly row: number; readonly column: string; readonly id: number };
type Id = { readonly id: number };

const isId = (value: unknown): value is Id => typeof value === 'object' && value !== null && 'id' in value;

/** Ids in a recorded database begin here, so that no other number is one. */
const firstId = 7_000_000;

const identities = {
  accounts: 'account_id',
  api_keys: 'key_id',
  tests: 'test_id',
  test_links: 'test_link_id',
  invitations: 'invitation_id',
  timeline: 'entry_id',
  deliveries: 'delivery_id',
  callback_secrets: 'secret_id',
  proctoring_images: 'image_id',
  audit_entries: 'entry_id',
} as const;

export const raiseIds = (store: Store): Promise<void> =>
  store.write(async (tx) => {
    for (const [index, [table, column]] of Object.entries(identities).entries()) {
      const start = firstId + index * 100_000;
      // A table that was renamed has its row already.
      if (tx.traits.engine === 'sqlite') await tx.execute(`delete from sqlite_sequence where name = '${table}'`, []);
      await tx.execute(
        tx.traits.engine === 'postgres'
          ? `alter table ${table} alter column ${column} restart with ${start}`
          : `insert into sqlite_sequence (name, seq) values ('${table}', ${start - 1})`,
        [],
      );
    }
  });

/** A store that writes down what runs on it. */
export class Recorder {
  readonly texts: string[] = [];
  readonly valueCounts = new Map<number, number>();
  readonly #ids = new Map<unknown, number>();
  #transactions: Transaction[] = [];

  wrap(store: Store): Store {
    const recording =
      (kind: Transaction['kind']) =>
      <Handle extends Db>(handle: Handle): Handle => {
        const transaction: Transaction = { kind, statements: [] };
        this.#transactions.push(transaction);
        return this.#watch(handle, transaction);
      };
    const [reading, writing] = [recording('read'), recording('write')];
    return {
      ...store,
      read: (work) => store.read((db) => work(reading(db))),
      write: (work) => store.write((tx) => work(writing(tx))),
    };
  }

  /** What was recorded since it was called last. */
  take(): Transaction[] {
    const taken = this.#transactions.filter(({ statements }) => statements.length > 0);
    this.#transactions = [];
    return taken;
  }

  #watch<Handle extends Db>(handle: Handle, transaction: Transaction): Handle {
    const begin = (sql: string, values: readonly unknown[]) => {
      let text = this.texts.indexOf(sql);
      if (text === -1) text = this.texts.push(sql) - 1;
      this.valueCounts.set(text, values.length);
      const known = values.map((value) => {
        const id = this.#ids.get(value);
        return id === undefined ? value : { id };
      });
      const statement: Statement = { text, values: known, gives: [] };
      transaction.statements.push(statement);
      return (rows: readonly unknown[]) => {
        for (const [row, cells] of rows.entries())
          for (const [column, value] of Object.entries(cells as object)) {
            if (!column.endsWith('_id') || typeof value !== 'number' || value < firstId || this.#ids.has(value)) continue;
            statement.gives.push({ row, column, id: this.#ids.size });
            this.#ids.set(value, this.#ids.size);
          }
      };
    };
    const pending = new WeakMap<object, (rows: readonly unknown[]) => void>();
    return {
      ...handle,
      execute: async (text: string, values: unknown[]) => {
        const end = begin(text, values);
        const result = await handle.execute(text, values);
        end(result.rows);
        return result;
      },
      kysely: handle.kysely.withPlugin({
        transformQuery: ({ node, queryId }) => {
          const { sql, parameters } = handle.kysely.getExecutor().compileQuery(node, queryId);
          // One that is only compiled runs by `execute`.
          if (!parameters.some((value) => Object(value).constructor.name === 'Placeholder')) pending.set(queryId, begin(sql, parameters));
          return node;
        },
        transformResult: async ({ result, queryId }) => {
          pending.get(queryId)?.(result.rows);
          return result;
        },
      }),
    };
  }
}

/**
 * Sends it again. `ids` has what the statements before gave, and gets what these give. A statement about a row that is not there (another
 * worker has it) is left out.
 */
export const replay = async (
  store: Store,
  { texts }: Pick<Recording, 'texts'>,
  transactions: readonly Transaction[],
  { ids, rename, ran }: { readonly ids: Map<number, unknown>; readonly rename: (text: string) => string; readonly ran: Set<number> },
): Promise<void> => {
  const resolved = (value: unknown): unknown => {
    if (isId(value)) return ids.get(value.id);
    return typeof value === 'string' ? rename(value) : value;
  };
  for (const { kind, statements } of transactions) {
    const run = async (db: Db): Promise<void> => {
      for (const { text, values, gives } of statements) {
        const known = values.map(resolved);
        if (known.includes(undefined)) continue;
        const { rows } = await db.execute<Record<string, unknown>>(texts[text] ?? '', known);
        ran.add(text);
        for (const { row, column, id } of gives) ids.set(id, rows[row]?.[column]);
      }
    };
    await (kind === 'read' ? store.read(run) : store.write(run));
  }
};
