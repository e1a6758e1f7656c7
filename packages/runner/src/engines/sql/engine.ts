import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Limits, Plain, Rows, Task } from '../../program.ts';
import type { ThreadEngine, ThreadRun } from '../thread-engine.ts';
import { ordersRows } from './outermost-order.ts';
import { actions, codes, Sqlite, SqliteError } from './sqlite.ts';

/** Bytes of output that each row counts as, besides its cells: the server reads rows of nothing too. */
const perRow = 32;
/** Characters of one query. */
const longestQuery = 65_536;

const forbiddenInSetup: ReadonlySet<number> = new Set([actions.attach, actions.detach, actions.pragma]);
const allowedInQuery: ReadonlySet<number> = new Set([actions.select, actions.read, actions.recursive, actions.function]);
/** The pages of the database, and the statements that SQLite knows, are no part of any exercise. */
const hiddenTables = new Set(['sqlite_dbpage', 'sqlite_stmt', 'dbstat', 'bytecode', 'tables_used']);

const nothing = { stdout: '', stderr: '', memory: null };

const lineAt = (query: string, offset: number): number | undefined =>
  offset < 0 ? undefined : Buffer.from(query).subarray(0, offset).toString('utf8').split('\n').length;

const failure = (error: unknown, query: string, prepared: boolean): ThreadRun => {
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    return { ...nothing, end: 'runtime-error', stderr: 'Error: the query broke its sandbox\n' };
  }
  if (!(error instanceof SqliteError)) throw error;
  if (error.code === codes.noMemory) return { ...nothing, end: 'memory-limit-exceeded', stderr: 'Error: out of memory\n' };
  const line = lineAt(query, error.offset);
  const end = prepared ? 'runtime-error' : 'compile-error';
  return { ...nothing, end, stderr: `Error: ${error.message}\n`, ...(line === undefined ? {} : { line }) };
};

const refused = (message: string): ThreadRun => ({ ...nothing, end: 'compile-error', stderr: `Error: ${message}\n` });

/** Comments and semicolons may follow the query, and nothing else. */
const hasSecond = (database: Sqlite, tail: string): boolean => {
  try {
    for (let rest = tail; rest !== ''; ) {
      const next = database.prepare(rest);
      if (next.statement !== undefined) return true;
      rest = next.tail;
    }
    return false;
  } catch (error) {
    if (error instanceof SqliteError) return true;
    throw error;
  }
};

const readRows = (database: Sqlite, query: string, limits: Limits): ThreadRun => {
  const { statement, isExplain, tail } = database.prepare(query);
  if (statement === undefined) return refused('there is no query');
  if (isExplain) return refused('EXPLAIN is not a query');
  if (hasSecond(database, tail)) return refused('only one query is allowed');
  const rows: (readonly Plain[])[] = [];
  const { columns } = statement;
  const told = (): Rows => ({ columns, rows, ordered: ordersRows(query) });
  try {
    let size = columns.reduce((sum, column) => sum + column.length, 0);
    for (let next = statement.next(); next !== undefined; next = statement.next()) {
      size += perRow + next.size;
      if (size > limits.output) return { ...nothing, end: 'output-limit-exceeded', memory: database.memory };
      rows.push(next.row);
    }
    return { ...nothing, end: 'ended', rows: told(), memory: database.memory };
  } catch (error) {
    return failure(error, query, true);
  }
};

const run = (module: WebAssembly.Module, query: string, limits: Limits, task: Task): ThreadRun => {
  if (task.mode !== 'sql') throw new Error(`SQL does not run ${task.mode}`);
  const database = new Sqlite(module, limits.memory);
  try {
    database.allow((action) => !forbiddenInSetup.has(action));
    database.execute(task.schema);
    database.execute(task.data);
  } catch (error) {
    return { ...failure(error, '', true), end: 'not-run' };
  }
  database.limit(longestQuery);
  database.allow((action, detail) => allowedInQuery.has(action) && !(action === actions.read && hiddenTables.has(detail.toLowerCase())));
  try {
    return readRows(database, query, limits);
  } catch (error) {
    return failure(error, query, false);
  }
};

export const sql: ThreadEngine<WebAssembly.Module> = {
  offers: [{ engine: 'embedded', language: 'sql', version: 'SQLite 3.54.1', modes: ['sql'] }],
  prepare: async () => WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm'))),
  open: async (module) => ({ compile: ({ source, limits }) => ({ run: (task) => run(module, source, limits, task) }) }),
};
