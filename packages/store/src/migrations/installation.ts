import type { DialectTraits } from '../db.ts';

/** What is true of the whole database and belongs to no account, such as the fingerprint of its secret. */
export const installation = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [`create table installation (name text primary key, value text not null) ${tableOptions}`].map(ddl);
