import type { DialectTraits } from '../db.ts';

/** What the operator lets an account take of what all share, and what it took. */
export const quotas = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table account_quotas (
    account_id bigint not null references accounts (account_id),
    quota text not null,
    most bigint,
    primary key (account_id, quota)
  ) ${tableOptions}`,
    `create table quota_uses (
    account_id bigint not null references accounts (account_id),
    quota text not null,
    window_start bigint not null,
    slot bigint not null,
    used bigint not null,
    primary key (account_id, quota, window_start, slot)
  ) ${tableOptions}`,
    "create index invitations_in_progress on invitations (account_id, deadline) where status = 'In progress'",
    // By which the days that are over are forgotten.
    'create index quota_uses_by_window on quota_uses (window_start)',
  ].map(ddl);
