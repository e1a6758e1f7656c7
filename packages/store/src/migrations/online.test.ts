import { deferred, eventually } from '@assay/testing';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres } from '../postgres/postgres-store.ts';
import { postgresTraits } from '../postgres/traits.ts';
import * as accounts from '../repositories/account/accounts.ts';
import type { Schema } from '../schema.ts';
import { sqliteTraits } from '../sqlite/traits.ts';
import type { Store } from '../store.ts';
import { insertAccount } from '../testing/fixtures.ts';
import { makeTestDatabase, openTestStore, type TestEngine, type TestStore, testDialects, testPostgresUrl } from '../testing/index.ts';
import { migrationsOf } from './migrate.ts';
import { type Migration, MigrationError } from './online.ts';

type Probe = { readonly account_id: number; readonly b: number; readonly filled: number | null };

const probesOf = (kysely: Kysely<Schema>) => kysely.withTables<{ probe_rows: Probe; migrations: { name: string; steps: number } }>();

const createTable = 'create table probe_rows (account_id bigint not null, b bigint not null, filled bigint, primary key (account_id, b))';

const insertRows = (store: Store, count: number) =>
  store.write(async (tx) => {
    const rows = Array.from({ length: count }, (_, index) => ({ account_id: index % 3, b: index, filled: null }));
    for (let at = 0; at < count; at += 500)
      await probesOf(tx.kysely)
        .insertInto('probe_rows')
        .values(rows.slice(at, at + 500))
        .execute();
  });

/** What this program runs, and after it these. */
const withMore = (engine: TestEngine, more: Record<string, Migration>) => ({
  migrations: { ...migrationsOf(engine === 'sqlite' ? sqliteTraits : postgresTraits), ...more },
});

describe.each(testDialects)('a migration beside the service on %s', (engine) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await openTestStore(engine);
  });
  afterEach(() => store.dispose());

  const migrate = (more: Record<string, Migration>) => store.migrate(withMore(engine, more));
  const progress = () =>
    store.read((db) => probesOf(db.kysely).selectFrom('migrations').select(['name', 'steps']).where('name', '>', '9').execute());

  it('that broke off goes on with the statement that failed', async () => {
    const statements = [createTable, 'create index probe_rows_by_b on probe_rows (b)', 'insert into probe_rows values (1, 1, 1)'];
    await expect(migrate({ '9001-probe': { statements: [...statements, 'insert into nowhere values (1)'] } })).rejects.toThrow(/nowhere/);
    expect(await progress()).toEqual([{ name: '9001-probe', steps: 3 }]);
    const mended = { '9001-probe': { statements: [...statements, 'insert into probe_rows values (2, 2, 2)'] } };
    await migrate(mended);
    await migrate(mended);
    expect(
      await store.read((db) => probesOf(db.kysely).selectFrom('probe_rows').select('account_id').orderBy('account_id').execute()),
    ).toEqual([{ account_id: 1 }, { account_id: 2 }]);
  });

  it('fills each row that needs it and no other, a slice at a time', async () => {
    await migrate({ '9001-probe': { statements: [createTable] } });
    await insertRows(store, 2500);
    await store.write((tx) => probesOf(tx.kysely).updateTable('probe_rows').set({ filled: -1 }).where('b', '=', 7).execute());
    const fill = { fill: 'probe_rows', id: 'b', set: 'filled = b', where: 'filled is null' };
    await migrate({ '9001-probe': { statements: [createTable] }, '9002-fill': { statements: [fill] } });
    const rows = await store.read((db) => probesOf(db.kysely).selectFrom('probe_rows').select(['b', 'filled']).execute());
    expect(rows).toHaveLength(2500);
    expect(rows.filter(({ b, filled }) => filled !== (b === 7 ? -1 : b))).toEqual([]);
  });

  it('that an older program does not know does not stop its start', async () => {
    await migrate({ '9001-probe': { statements: [createTable] } });
    await store.migrate();
    await insertAccount(store);
  });

  it('is not tried on the schema of development, whose tables have the same names', async () => {
    await store.write((tx) => probesOf(tx.kysely).updateTable('migrations').set({ name: '0001-other-tables' }).execute());
    await expect(store.migrate()).rejects.toThrow(MigrationError);
    await expect(store.migrate()).rejects.toThrow('made before the first release');
  });

  it('that takes away what an older program uses stops its start, in one line with the version', async () => {
    const program = { '9001-unused': { statements: [createTable] } };
    await migrate({ ...program, '9002-drop': { statements: ['drop table probe_rows'], needs: '9001-unused' } });
    await migrate(program);
    const refusal = await store.migrate().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MigrationError);
    expect(String(refusal)).toMatch(
      /^MigrationError: The database needs Assay \d+\.\d+\.\d+ or later, because 9002-drop [^\n]+ this is \d+\.\d+\.\d+$/,
    );
  });
});

describe.skipIf(testPostgresUrl === undefined)('a migration beside the service on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof makeTestDatabase>>;
  const stores: Store[] = [];
  const open = (): Store => {
    const store = openPostgres(database.url);
    stores.push(store);
    return store;
  };
  beforeEach(async () => {
    database = await makeTestDatabase();
  });
  afterEach(async () => {
    for (const release of held.splice(0)) release();
    for (const store of stores.splice(0)) await store.close();
    await database.drop();
  });

  const held: (() => void)[] = [];
  /** A transaction that stays open until the result is called. */
  const holdOpen = async (store: Store, work: (kysely: Kysely<Schema>) => Promise<unknown>) => {
    const [opened, released] = [deferred(), deferred()];
    held.push(() => released.resolve());
    const ended = store.write(async (tx) => {
      await work(tx.kysely);
      opened.resolve();
      await released.promise;
    });
    await opened.promise;
    return () => {
      released.resolve();
      return ended;
    };
  };

  const countOf = async (store: Store, query: string): Promise<number> => {
    const { rows } = await store.read((db) => sql<{ count: number }>`select count(*) as count from ${sql.raw(query)}`.execute(db.kysely));
    return rows[0]?.count ?? 0;
  };
  const building = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'create index concur%'";
  const waiting = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'alter table%'";

  it('builds an index while others write', async () => {
    const [service, migrating] = [open(), open()];
    const end = await holdOpen(service, (kysely) =>
      sql`insert into accounts (name, time_zone_id, created_at) values ('', 1, 1)`.execute(kysely),
    );
    const statements = ['create index accounts_by_name on accounts (name)'];
    const migrated = migrating.migrate(withMore('postgres', { '9001-index': { statements } }));
    await eventually(async () => expect(await countOf(service, building)).toBe(1));
    const { account_id } = await insertAccount(service);
    await service.write((tx) => accounts.countTests(tx, account_id, 1));
    expect(await countOf(service, building)).toBe(1);
    await end();
    await migrated;
    expect(await countOf(service, "pg_index where indisvalid and indexrelid = 'accounts_by_name'::regclass")).toBe(1);
  });

  it('builds an index anew of which a build was interrupted', async () => {
    const store = open();
    for (const name of ['same', 'same']) await insertAccount(store, name);
    const half = store.read((db) => sql`create unique index concurrently accounts_by_name on accounts (name)`.execute(db.kysely));
    await expect(half).rejects.toThrow(/unique/);
    expect(await countOf(store, "pg_index where not indisvalid and indexrelid = 'accounts_by_name'::regclass")).toBe(1);
    await store.migrate(withMore('postgres', { '9001-index': { statements: ['create index accounts_by_name on accounts (name)'] } }));
    expect(await countOf(store, "pg_index where indisvalid and indexrelid = 'accounts_by_name'::regclass")).toBe(1);
  });

  it('lets those pass who would wait behind it, and goes on when the table is free', async () => {
    const [service, migrating] = [open(), open()];
    const { account_id } = await insertAccount(service);
    const end = await holdOpen(service, (kysely) => sql`select 1 from accounts`.execute(kysely));
    const statements = ['alter table accounts add column probe bigint'];
    const migrated = migrating.migrate(withMore('postgres', { '9001-column': { statements } }));
    for (let round = 0; round < 2; round += 1) {
      await eventually(async () => expect(await countOf(service, waiting)).toBe(1));
      // It waits behind the migration; without a limit, until the transaction above ends.
      expect(await service.read((db) => accounts.find(db, account_id))).toBeDefined();
      await eventually(async () => expect(await countOf(service, waiting)).toBe(0));
    }
    await end();
    await migrated;
    expect(await service.read((db) => accounts.find(db, account_id))).toMatchObject({ probe: null });
  });

  it('has no limit for a statement: an index of a large table takes minutes', async () => {
    const store = open();
    const statements = ["create table limits as select current_setting('statement_timeout') as statement"];
    await store.migrate(withMore('postgres', { '9001-limits': { statements } }));
    expect((await store.read((db) => sql`select statement from limits`.execute(db.kysely))).rows).toEqual([{ statement: '0' }]);
  });

  it('is run once by several who start at once, also while an index waits for them', async () => {
    const more = {
      '9001-probe': {
        statements: [createTable, 'create index probe_rows_by_b on probe_rows (b)', 'insert into probe_rows values (1, 1, 1)'],
      },
    };
    await Promise.all([open(), open(), open(), open()].map((store) => store.migrate(withMore('postgres', more))));
    expect(await countOf(open(), 'probe_rows')).toBe(1);
  });
});
