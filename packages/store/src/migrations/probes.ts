import type { DialectTraits } from '../db.ts';

/** For rows that show whether the database can write again; they belong to no account and are deleted at once. */
export const probes = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [`create table probes (filler text not null) ${tableOptions}`].map(ddl);
