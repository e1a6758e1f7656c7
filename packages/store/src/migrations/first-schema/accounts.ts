import type { DialectTraits } from '../../db.ts';

/** Accounts, their keys and settings, and what belongs to no account. */
export const accounts = ({ identity, primaryKey, tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table accounts (
    account_id ${identity},
    name text not null,
    email text,
    time_zone_id bigint not null,
    tests_count bigint not null default 0,
    created_at bigint not null,
    support text,
    privacy text,
    receipts text not null default 'mailed' check (receipts in ('mailed', 'all', 'none')),
    late_minutes bigint not null default 10,
    color text,
    logo text
    ${primaryKey('account_id')}
  ) ${tableOptions}`,
    `create table account_logos (
    account_id bigint not null primary key,
    jpeg text not null,
    foreign key (account_id) references accounts (account_id)
  ) ${tableOptions}`,
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
    // By which the days that are over are forgotten.
    'create index quota_uses_by_window on quota_uses (window_start)',
    `create table api_keys (
    account_id bigint not null references accounts (account_id),
    key_id ${identity},
    key_hash text not null unique,
    prefix text not null,
    name text not null,
    scopes text not null,
    created_at bigint not null,
    revoked_at bigint,
    expires_at bigint,
    last_used_at bigint,
    first_key_id bigint
    ${primaryKey('account_id, key_id')}
  ) ${tableOptions}`,
    `create table audit_entries (
    account_id bigint not null references accounts (account_id),
    entry_id ${identity},
    key_id bigint,
    type text not null,
    data text not null,
    at bigint not null
    ${primaryKey('account_id, entry_id')}
  ) ${tableOptions}`,
    'create index audit_entries_by_age on audit_entries (at)',
    `create table callback_secrets (
    account_id bigint not null references accounts (account_id),
    secret_id ${identity},
    sealed text not null,
    created_at bigint not null,
    expires_at bigint
    ${primaryKey('account_id, secret_id')}
  ) ${tableOptions}`,
    'create unique index callback_secrets_in_use on callback_secrets (account_id) where expires_at is null',
    `create table idempotency_keys (
    account_id bigint not null references accounts (account_id),
    idempotency_key text not null,
    fingerprint text not null,
    response text not null,
    created_at bigint not null,
    primary key (account_id, idempotency_key)
  ) ${tableOptions}`,
    'create index idempotency_keys_by_age on idempotency_keys (created_at)',
    // What is true of the whole database and belongs to no account, such as the fingerprint of its secret.
    `create table installation (
    name text primary key, value text not null
  ) ${tableOptions}`,
    // For rows that show whether the database can write again; they belong to no account and are deleted at once.
    `create table probes (
    filler text not null
  ) ${tableOptions}`,
  ].map(ddl);
