import { expect, test } from 'vitest';
import { rowsTable } from './rows-table.ts';

const ordered = false;

test('rows are shown as a table with their columns', () => {
  const rows = [
    [1, 'Ana', null],
    [20, 'Bo\nris', { type: 'float', value: '1.5' }],
  ] as const;
  expect(rowsTable({ columns: ['id', 'name', 'age'], rows, ordered }, 1000)).toBe(
    ['id | name   | age', '---+--------+-----', '1  | Ana    | NULL', '20 | Bo ris | 1.5', ''].join('\n'),
  );
});

test('what is beyond the budget is left out, and said', () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => [index]);
  expect(rowsTable({ columns: ['n'], rows, ordered }, 5).split('\n')).toEqual(['n', '---', '0', '1', '2', '3', '4', '… 5 / 2000', '']);
  expect(rowsTable({ columns: ['n'], rows: [], ordered }, 100)).toBe('n\n-\n');
  expect(rowsTable({ columns: ['x'.repeat(1000)], rows: [['y'.repeat(1000)]], ordered }, 200).length).toBeLessThan(400);
});
