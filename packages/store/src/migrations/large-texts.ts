import type { DialectTraits } from '../db.ts';

/**
 * Texts of megabytes in rows of 256 KiB, by the digest of the whole. Versions from before have theirs in one column, and are read as they are.
 * `staged_at` is null once a row names the text.
 */
export const largeTexts = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table large_texts (
    account_id bigint not null references accounts (account_id),
    digest text not null,
    staged_at bigint,
    primary key (account_id, digest)
  ) ${tableOptions}`,
    `create table large_text_parts (
    account_id bigint not null,
    digest text not null,
    part bigint not null,
    content text not null,
    primary key (account_id, digest, part),
    foreign key (account_id, digest) references large_texts (account_id, digest) on delete cascade
  ) ${tableOptions}`,
    'create index large_texts_staged on large_texts (staged_at) where staged_at is not null',
    'alter table test_versions add column definition_digest text',
    'alter table rendered_versions add column content_digest text',
    'alter table test_pictures add column sealed_digest text',
  ].map(ddl);
