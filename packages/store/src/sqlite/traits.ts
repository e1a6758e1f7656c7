import type { DialectTraits } from '../db.ts';

/** AUTOINCREMENT: an id is never reissued, even if the newest row is deleted. With one writer at a time row locks are not needed. */
export const sqliteTraits: DialectTraits = {
  engine: 'sqlite',
  identity: 'integer primary key autoincrement',
  primaryKey: (columns) => (columns.includes(',') ? `, unique (${columns})` : ''),
  tableOptions: 'strict',
  ddl: (statement) => statement.replaceAll('bigint', 'integer'),
  tellsId: true,
  rowLocks: false,
};
