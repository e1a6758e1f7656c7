import { join } from 'node:path';
import Database from 'better-sqlite3';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from '../db.ts';
import * as store from '../index.ts';
import { byIndex } from '../postgres/pool.ts';
import { openPostgresDialect } from '../postgres/postgres-store.ts';
import { openSqlite } from '../sqlite/sqlite-store.ts';
import type { Store } from '../store.ts';
import { makeTestDatabase, makeTestDirectory } from './places.ts';
import { type PostgresPlan, type Problem, readPostgresPlan, readSqlitePlan } from './plan-reading.ts';

/** `by`: the function of a repository that issued the statement; `during`: what the test was doing. */
export type Finding = Problem & { readonly by: string; readonly during: string; readonly sql: string };

/** More rows than any one page, batch or attempt has. */
const mostRows = 2000;

/** By function, how many rows a statement may read where that is more than a page. */
type Bounds = Readonly<Record<string, number>>;

type Options = { readonly clock: () => number; readonly bounds: Bounds };

/** A store that explains every statement as it is issued, and a connection beside it that fills its tables. */
export type WatchedStore = {
  readonly store: Store;
  /** Runs one statement outside of the store; nothing watches it. */
  readonly run: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Names what follows; undefined: it is not watched. */
  readonly during: (what: string | undefined) => void;
  /** From now on these tables must not be scanned. */
  readonly growing: Set<string>;
  readonly findings: readonly Finding[];
  /** The functions of repositories that issued a statement while they were watched. */
  readonly issuers: ReadonlySet<string>;
  readonly dispose: () => Promise<void>;
};

const repositories = Object.entries(store).flatMap(([repository, functions]) =>
  typeof functions === 'object' ? Object.entries(functions).map(([name, one]) => [`${repository}.${name}`, one] as const) : [],
);

/** Every function of every repository, such as `invitations.find`. */
export const repositoryFunctions: readonly string[] = repositories.map(([name]) => name);

// By this name a stack tells who issued a statement, also where `rowsOf` made the function.
for (const [name, one] of repositories) if (typeof one === 'function') Object.defineProperty(one, 'name', { value: name });
const isOfRepository = new Set(repositoryFunctions);

/** The functions of repositories that are being called, innermost first. */
const callers = (): string[] => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return [...stack.matchAll(/at (?:async )?(?:\w+\.)?(\w+\.\w+) \(/g)]
    .map(([, name = '']) => name)
    .filter((name) => isOfRepository.has(name));
};

type OnStatement = (sql: string, values: readonly unknown[]) => void;

/** Calls `onStatement` before each statement. */
const watched = (inner: Store, onStatement: OnStatement): Store => {
  const watch = <Handle extends Db>(handle: Handle): Handle => ({
    ...handle,
    execute: (text, values) => {
      onStatement(text, values);
      return handle.execute(text, values);
    },
    kysely: handle.kysely.withPlugin({
      transformQuery: ({ node, queryId }) => {
        const { sql, parameters } = handle.kysely.getExecutor().compileQuery(node, queryId);
        // A query that is only compiled here has placeholders for its values; `execute` runs it.
        if (parameters.every((one) => one === null || typeof one !== 'object')) onStatement(sql, parameters);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  });
  return {
    ...inner,
    read: (work) => inner.read((db) => work(watch(db))),
    readSlice: (accountId, work) => inner.readSlice(accountId, (db) => work(watch(db))),
    write: (work) => inner.write((tx: Tx) => work(watch(tx))),
  };
};

type Explained = { readonly problems: readonly Problem[]; readonly sql: string };

/** Keeps what is found, and by whom the statements were issued. */
const makeLedger = (bounds: Bounds) => {
  let doing: string | undefined;
  const by = new Map<string, string>();
  const issuers = new Set<string>();
  const findings = new Map<string, Finding>();
  return {
    growing: new Set<string>(),
    during: (what: string | undefined) => {
      doing = what;
    },
    get isWatching() {
      return doing !== undefined;
    },
    issued: (sql: string): void => {
      const functions = callers();
      for (const name of functions) issuers.add(name);
      by.set(sql, functions.at(-1) ?? sql);
    },
    explained: ({ problems, sql }: Explained): void => {
      for (const problem of problems) {
        const finding = { ...problem, by: by.get(sql) ?? sql, during: doing ?? '', sql };
        findings.set(`${finding.by} ${problem.kind} ${problem.of} ${doing}`, finding);
      }
    },
    /** Whether the caller that issues the statement was found to do so before. */
    isKnown: (sql: string, kind: Problem['kind']): boolean => {
      const issuer = by.get(sql);
      return [...findings.values()].some((one) => one.by === issuer && one.kind === kind);
    },
    boundOf: (sql: string): number => bounds[by.get(sql) ?? ''] ?? mostRows,
    issuers,
    get findings() {
      return [...findings.values()];
    },
  };
};

/** So many times what reading `mostRows` rows by their key takes. */
const mostTimes = 10;
/** What is returned costs more than what is read. */
const returnedPerTime = 50;

/** Statements are explained, and those that only read also timed, because a plan does not say how many rows an index gives. */
const onSqlite = async ({ clock, bounds }: Options): Promise<WatchedStore> => {
  const directory = await makeTestDirectory();
  const file = join(directory.path, 'assay.db');
  const inner = await openSqlite(file, clock, 'OFF');
  await inner.migrate();
  const beside = new Database(file);
  beside.pragma('synchronous = off');
  beside.pragma('foreign_keys = off');
  beside.pragma('cache_size = -65536');
  beside.pragma('mmap_size = 268435456');
  const ledger = makeLedger(bounds);
  const explained = new Map<string, readonly Problem[]>();
  const onStatement: OnStatement = (sql, values) => {
    if (!ledger.isWatching) return;
    ledger.issued(sql);
    let problems = explained.get(sql);
    if (problems === undefined) {
      const rows = beside.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[];
      problems = readSqlitePlan(
        sql,
        rows.map(({ detail }) => detail),
        ledger.growing,
      );
      explained.set(sql, problems);
    }
    ledger.explained({ problems: [...problems, ...slow(sql, values)], sql });
  };
  /** Milliseconds of processor time, which a loaded machine does not stretch; it is counted in large steps. */
  const costOf = (work: () => unknown): number => {
    const before = process.threadCpuUsage();
    for (let runs = 1; ; runs += 1) {
      work();
      const { user, system } = process.threadCpuUsage(before);
      if (user + system >= 60_000) return (user + system) / 1000 / runs;
    }
  };
  let unit: number | undefined;
  const slow = (sql: string, values: readonly unknown[]): Problem[] => {
    if (ledger.isKnown(sql, 'reads')) return [];
    const statement = beside.prepare(sql);
    if (!statement.reader || !statement.readonly) return [];
    const byKey = beside.prepare(
      `select max(length(full_name)) from (select full_name from invitations order by invitation_id limit ${mostRows})`,
    );
    unit ??= costOf(() => byKey.get());
    const { length: rows } = statement.raw().all(...values);
    const limit = unit * ((mostTimes * ledger.boundOf(sql)) / mostRows + rows / returnedPerTime);
    const startedAt = performance.now();
    statement.all(...values);
    if (performance.now() - startedAt <= limit) return [];
    const cost = costOf(() => statement.all(...values));
    if (cost <= limit) return [];
    return [{ kind: 'reads', of: 'rows', detail: `${rows} rows in ${(cost / unit).toFixed(1)} times what ${mostRows} rows by key take` }];
  };
  return {
    store: watched(inner, onStatement),
    run: async (sql) => {
      const statement = beside.prepare(sql);
      if (statement.reader) return statement.all() as Record<string, unknown>[];
      statement.run();
      return [];
    },
    during: ledger.during,
    growing: ledger.growing,
    get findings() {
      return ledger.findings;
    },
    issuers: ledger.issuers,
    dispose: async () => {
      beside.close();
      await inner.close();
      await directory.remove();
    },
  };
};

/** `auto_explain` sends each plan as it was run, also those of foreign keys, to the connection that ran it. */
const explainSettings = {
  session_preload_libraries: "'auto_explain'",
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

const onPostgres = async ({ clock, bounds }: Options): Promise<WatchedStore> => {
  const database = await makeTestDatabase();
  const beside = new pg.Client({ connectionString: database.url });
  await beside.connect();
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, value] of Object.entries(explainSettings))
    await beside.query(`alter database ${pg.escapeIdentifier(name)} set ${setting} = ${value}`);
  const ledger = makeLedger(bounds);
  const onNotice = ({ message = '' }: { message?: string | undefined }): void => {
    if (!ledger.isWatching || !message.startsWith('duration:')) return;
    const plan = JSON.parse(message.slice(message.indexOf('{'))) as PostgresPlan;
    const { 'Query Text': sql } = plan;
    ledger.explained({ problems: readPostgresPlan(plan, ledger.growing, ledger.boundOf(sql)), sql });
  };
  const int8 = 20;
  const pool = new pg.Pool({
    connectionString: database.url,
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
    onConnect: async (client) => {
      await client.query(byIndex);
    },
  });
  pool.on('connect', (client) => {
    client.on('notice', onNotice);
    // The drop of the database ends connections that are still closing: without a listener that fails the run.
    client.on('error', () => undefined);
  });
  pool.on('error', () => undefined);
  const inner = openPostgresDialect(new PostgresDialect({ pool }), clock);
  return {
    store: watched(inner, (sql) => {
      if (ledger.isWatching) ledger.issued(sql);
    }),
    run: async (sql) => (await beside.query<Record<string, unknown>>(sql)).rows,
    during: ledger.during,
    growing: ledger.growing,
    get findings() {
      return ledger.findings;
    },
    issuers: ledger.issuers,
    dispose: async () => {
      await beside.end();
      await inner.close();
      await database.drop();
    },
  };
};

const openers = { sqlite: onSqlite, postgres: onPostgres };

export const openWatchedStore = (engine: keyof typeof openers, options: Options): Promise<WatchedStore> => openers[engine](options);
