import type { DialectTraits } from '../db.ts';

/**
 * Keys that expire, that know when they were last used, and that have every scope; and the record of changes. First keys had every
 * scope that there was: they keep having every one. Rotation keeps the name, so a rotated first key is one too. Of a key that an
 * operator chose, at most 6 characters are shown; generated ones begin with `assay_`, which says nothing, and show 6 more.
 */
export const keys = ({ identity, primaryKey, tableOptions, ddl }: DialectTraits): string[] =>
  [
    'alter table api_keys add column expires_at bigint',
    'alter table api_keys add column last_used_at bigint',
    "update api_keys set scopes = 'all read invite manage' where name = 'first key' and scopes = 'read invite manage'",
    "update api_keys set prefix = substr(prefix, 1, 6) where substr(prefix, 1, 6) <> 'assay_'",
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
  ].map(ddl);
