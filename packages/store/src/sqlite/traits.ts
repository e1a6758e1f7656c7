import type { DialectTraits } from '../db.ts';

/** AUTOINCREMENT: an id is never issued twice, also after the newest row was erased. One writer at a time makes row locks needless. */
export const sqliteTraits: DialectTraits = {
  engine: 'sqlite',
  identity: 'integer primary key autoincrement',
  primaryKey: (columns) => (columns.includes(',') ? `, unique (${columns})` : ''),
  tableOptions: 'strict',
  ddl: (statement) => statement.replaceAll('bigint', 'integer'),
  rowLocks: false,
};
