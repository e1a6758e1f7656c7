import type { DialectTraits } from '../../db.ts';

/** Tests with their versions, and their links. */
export const tests = ({ identity, primaryKey, tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table tests (
    account_id bigint not null references accounts (account_id),
    test_id ${identity},
    test_key text,
    name text not null,
    status text not null check (status in ('Active', 'Inactive', 'Archived')),
    access_key text not null,
    version bigint not null,
    duration bigint not null,
    questions bigint not null,
    total_score text not null,
    created_at bigint not null,
    updated_at bigint not null
    ${primaryKey('account_id, test_id')}
  ) ${tableOptions}`,
    'create unique index tests_by_key on tests (account_id, test_key) where test_key is not null',
    'create unique index tests_by_access_key on tests (account_id, access_key)',
    `create index tests_listed on tests (account_id, created_at, test_id) where status <> 'Archived'`,
    'create index tests_by_status on tests (account_id, status, test_id)',
    `create table test_versions (
    account_id bigint not null,
    test_id bigint not null,
    version bigint not null,
    name text not null,
    duration bigint not null,
    questions bigint not null,
    total_score text not null,
    definition text not null,
    created_at bigint not null,
    run_limits text,
    question_ids text not null,
    definition_digest text,
    primary key (account_id, test_id, version),
    foreign key (account_id, test_id) references tests (account_id, test_id)
  ) ${tableOptions}`,
    `create table rendered_versions (
    account_id bigint not null,
    test_id bigint not null,
    version bigint not null,
    renderer bigint not null,
    content text not null,
    rendered_at bigint not null,
    content_digest text,
    primary key (account_id, test_id, version),
    foreign key (account_id, test_id, version) references test_versions (account_id, test_id, version)
  ) ${tableOptions}`,
    // Texts of megabytes in rows of 256 KiB, by the digest of the whole. `staged_at` is null once a row names the text.
    `create table large_texts (
    account_id bigint not null references accounts (account_id),
    digest text not null,
    staged_at bigint,
    primary key (account_id, digest)
  ) ${tableOptions}`,
    'create index large_texts_staged on large_texts (staged_at) where staged_at is not null',
    `create table large_text_parts (
    account_id bigint not null,
    digest text not null,
    part bigint not null,
    content text not null,
    primary key (account_id, digest, part),
    foreign key (account_id, digest) references large_texts (account_id, digest) on delete cascade
  ) ${tableOptions}`,
    `create table test_pictures (
    account_id bigint not null,
    test_id bigint not null,
    picture_id bigint not null,
    media_type text not null,
    picture_key text not null,
    sealed text not null,
    sealed_digest text,
    primary key (account_id, test_id, picture_id),
    foreign key (account_id, test_id) references tests (account_id, test_id)
  ) ${tableOptions}`,
    `create table test_links (
    account_id bigint not null,
    test_link_id ${identity},
    test_id bigint not null,
    name text not null,
    access_key text not null,
    access_time bigint not null check (access_time in (0, 1, 2)),
    starts_at bigint,
    ends_at bigint,
    time_zone_id bigint not null,
    invite_candidate_only bigint not null,
    image_proctoring bigint not null,
    email_to_stakeholder text,
    status bigint not null check (status in (1, 3)),
    created_at bigint not null,
    updated_at bigint not null,
    confirm_email bigint not null default 0
    ${primaryKey('account_id, test_link_id')},
    foreign key (account_id, test_id) references tests (account_id, test_id),
    check (access_time = 0 or (starts_at is not null and ends_at is not null and starts_at < ends_at))
  ) ${tableOptions}`,
    'create unique index test_links_by_access_key on test_links (account_id, access_key)',
    'create index test_links_of_test on test_links (account_id, test_id, created_at, test_link_id)',
  ].map(ddl);
