import { describe, expect, test } from 'vitest';
import type { Task } from '../../program.ts';
import { runOne } from '../../testing/run-one.ts';
import { ordersRows } from './outermost-order.ts';

const run = runOne('sql', { seconds: 10, memory: 32, output: 65_536 });

const people: Task = {
  mode: 'sql',
  schema:
    'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, age REAL, photo BLOB); CREATE VIEW old AS SELECT * FROM people WHERE age > 50;',
  data: "INSERT INTO people VALUES (1, 'Ann', 41.5, x'00ff'), (2, 'Bo é', NULL, NULL), (9007199254740993, 'Cy', 9e999, NULL);",
};

test('a query gives its columns and rows with the types that they have', async () => {
  expect((await run('SELECT id, name, age, photo AS p FROM people ORDER BY id;', people)).rows).toEqual({
    columns: ['id', 'name', 'age', 'p'],
    rows: [
      [1, 'Ann', 41.5, { type: 'bytes', value: 'AP8=' }],
      [2, 'Bo é', null, null],
      [{ type: 'int', value: '9007199254740993' }, 'Cy', { type: 'float', value: 'Infinity' }, null],
    ],
    ordered: true,
  });
});

test.each([
  ['WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 3) SELECT sum(x) FROM c', [[6]]],
  [
    'SELECT name, rank() OVER (ORDER BY id) FROM people WHERE id < 3',
    [
      ['Ann', 1],
      ['Bo é', 2],
    ],
  ],
  ["SELECT group_concat(name, '-') FROM (SELECT name FROM people ORDER BY name DESC)", [['Cy-Bo é-Ann']]],
  ['SELECT count(*) FROM old', [[1]]],
  ["SELECT json_extract('{\"a\":[1,2]}', '$.a[1]'), round(sqrt(4), 3), upper('x'), printf('%03d', 7)", [[2, 2, 'X', '007']]],
  [
    'VALUES (1, 2), (3, 4)',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    "SELECT date('now'), time('now'), datetime('now', 'localtime'), strftime('%s', 'now'), CURRENT_TIMESTAMP",
    [['2026-01-01', '00:00:00', '2026-01-01 00:00:00', '1767225600', '2026-01-01 00:00:00']],
  ],
])('%s', async (query, rows) => {
  const found = await run(query, people);
  expect({ end: found.end, stderr: found.stderr }).toEqual({ end: 'ended', stderr: '' });
  expect(found.rows?.rows).toEqual(rows);
});

test('two runs give the same rows: chance is fixed', async () => {
  const query = 'SELECT random(), random(), hex(randomblob(8))';
  const first = await run(query, people);
  expect(await run(query, people)).toMatchObject({ rows: first.rows ?? {} });
  expect(first.rows?.rows[0]?.[0]).not.toEqual(first.rows?.rows[0]?.[1]);
});

test.each([
  ['SELECT 1 ORDER BY 1', true],
  ['select a from t order\n by a limit 3', true],
  ['WITH c AS (SELECT 1 ORDER BY 1) SELECT * FROM c', false],
  ['SELECT row_number() OVER (ORDER BY a) FROM t', false],
  ['SELECT a FROM t WHERE a IN (SELECT b FROM u ORDER BY b)', false],
  ["SELECT ' order by ' FROM t -- ORDER BY a", false],
  ['SELECT "order by" FROM [order by] /* ORDER BY a */', false],
  ['SELECT a FROM t UNION SELECT b FROM u ORDER BY 1', true],
  ["SELECT '(' FROM t ORDER BY 1", true],
  ['SELECT "order" by_me FROM t', false],
])('%s: ordered is %s', (query, ordered) => {
  expect(ordersRows(query)).toBe(ordered);
});

test('a mistake tells its line', async () => {
  expect(await run('SELECT id,\n  nobody\nFROM people', people)).toMatchObject({
    end: 'compile-error',
    line: 2,
    stderr: 'Error: no such column: nobody\n',
  });
  expect(await run('SELECT id\nFORM people', people)).toMatchObject({ end: 'compile-error', line: 2 });
});

test('data that are no SQL are our fault and never the candidate’s', async () => {
  expect(await run('SELECT 1', { ...people, data: 'INSERT INTO nobody VALUES (1)' })).toMatchObject({ end: 'not-run' });
  expect(await run('SELECT 1', { ...people, schema: "ATTACH 'x' AS y" })).toMatchObject({ end: 'not-run' });
});

const count = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)';

describe('a hostile query has its end, and the next run is right', () => {
  test.each([
    ['recursion without an end', `${count} SELECT count(*) FROM c`, 'time-limit-exceeded'],
    [
      'a join of everything',
      `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 10000) SELECT count(*) FROM c a, c b, c d`,
      'time-limit-exceeded',
    ],
    ['a LIKE that backtracks', `SELECT hex(zeroblob(300000)) LIKE '${'%0'.repeat(600)}1'`, 'runtime-error'],
    [
      'a sort of much',
      `SELECT count(*) FROM (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 1000000) SELECT x, hex(zeroblob(100)) h FROM c ORDER BY h DESC, x)`,
      'memory-limit-exceeded',
    ],
    [
      'a long text',
      'SELECT length(group_concat(hex(zeroblob(1000000)))) FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9))',
      'runtime-error',
    ],
    ['a blob of 1 GB', 'SELECT zeroblob(1000000000)', 'runtime-error'],
    ['rows without an end', `${count} SELECT x FROM c`, 'output-limit-exceeded'],
    ['many rows with nothing in them', `${count} SELECT NULL FROM c LIMIT 5000`, 'output-limit-exceeded'],
    ['a large value', 'SELECT hex(zeroblob(1000000))', 'output-limit-exceeded'],
    ['many columns', `SELECT ${'1,'.repeat(600)}1`, 'compile-error'],
    ['brackets nested deeply', `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`, 'compile-error'],
    ['many selects', `SELECT 1 ${'UNION ALL SELECT 1 '.repeat(200)}`, 'compile-error'],
    ['a second statement', 'SELECT 1; DROP TABLE people', 'compile-error'],
    ['a second query', 'SELECT 1; SELECT 2', 'compile-error'],
    ['a second statement that is none', 'SELECT 1; nonsense', 'compile-error'],
    ['nothing', '-- nothing', 'compile-error'],
    ['DELETE', 'DELETE FROM people', 'compile-error'],
    ['DELETE with RETURNING', 'DELETE FROM people RETURNING id', 'compile-error'],
    ['INSERT', "INSERT INTO people VALUES (4, '', 0, NULL)", 'compile-error'],
    ['UPDATE', "UPDATE people SET name = 'x'", 'compile-error'],
    ['CREATE', 'CREATE TABLE x (a)', 'compile-error'],
    ['a temporary table', 'CREATE TEMP TABLE x AS SELECT 1', 'compile-error'],
    ['DROP', 'DROP TABLE people', 'compile-error'],
    ['ALTER', 'ALTER TABLE people RENAME TO x', 'compile-error'],
    ['ATTACH', "ATTACH '/etc/passwd' AS x", 'compile-error'],
    ['VACUUM INTO', "VACUUM INTO '/tmp/x'", 'runtime-error'],
    ['PRAGMA', 'PRAGMA hard_heap_limit = 0', 'compile-error'],
    ['a PRAGMA as a table', 'SELECT * FROM pragma_database_list', 'runtime-error'],
    ['EXPLAIN', 'EXPLAIN SELECT 1', 'compile-error'],
    ['BEGIN', 'BEGIN', 'compile-error'],
    ['load_extension', "SELECT load_extension('x')", 'compile-error'],
    ['readfile', "SELECT readfile('/etc/passwd')", 'compile-error'],
    ['writefile', "SELECT writefile('/tmp/x', 'x')", 'compile-error'],
    ['the pages of the database', 'SELECT * FROM sqlite_dbpage', 'compile-error'],
    ['the prepared statements', 'SELECT * FROM sqlite_stmt', 'compile-error'],
    ['REPLACE', "REPLACE INTO people VALUES (1, '', 0, NULL)", 'compile-error'],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON people BEGIN SELECT 1; END', 'compile-error'],
    ['the schema, rewritten', "UPDATE sqlite_master SET sql = ''", 'compile-error'],
    ['SAVEPOINT', 'SAVEPOINT x', 'compile-error'],
    ['ANALYZE', 'ANALYZE', 'compile-error'],
    ['DETACH', 'DETACH main', 'compile-error'],
    ['a GLOB that backtracks', `SELECT hex(zeroblob(300000)) GLOB '${'*0'.repeat(600)}1'`, 'runtime-error'],
    ['a number of a million digits', "SELECT printf('%.1000000d', 1)", 'output-limit-exceeded'],
    ['JSON nested deeply', `SELECT json('${'['.repeat(5000)}${']'.repeat(5000)}')`, 'runtime-error'],
    ['a division that overflows', 'SELECT abs(-9223372036854775807 - 1)', 'runtime-error'],
  ])('%s', async (_name, query, end) => {
    const found = await run(query, people, end === 'time-limit-exceeded' ? { seconds: 0.3 } : {});
    expect({ end: found.end, stderr: found.end === end ? '' : found.stderr }).toEqual({ end, stderr: '' });
    expect(await run('SELECT count(*), (SELECT count(*) FROM sqlite_master) FROM people', people)).toMatchObject({
      end: 'ended',
      rows: { rows: [[3, 2]] },
    });
  });
});
