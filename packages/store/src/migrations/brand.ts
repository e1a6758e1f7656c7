import type { DialectTraits } from '../db.ts';

/** The colour and the logo of an account's documents. */
export const brand = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
    'alter table accounts add column color text',
    'alter table accounts add column logo text',
    `create table account_logos (
    account_id bigint not null primary key,
    jpeg text not null,
    foreign key (account_id) references accounts (account_id)
  ) ${tableOptions}`,
  ].map(ddl);
