import type { DialectTraits } from '../../db.ts';

/** What candidates write in an attempt. */
export const attempts = ({ identity, primaryKey, tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table answers (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    question_id bigint not null,
    answer text not null,
    revision bigint not null,
    saved_at bigint not null,
    late bigint not null default 0,
    history text not null default '',
    primary key (account_id, invitation_id, attempt, question_id),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    `create table late_answers (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    question_id bigint not null,
    answer text not null,
    revision bigint not null,
    saved_at bigint not null,
    primary key (account_id, invitation_id, attempt, question_id),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    // The key holds a digest, since an index row is at most 2.7 KB.
    `create table set_aside_answers (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    question_id bigint not null,
    digest text not null,
    answer text not null,
    at bigint not null,
    primary key (account_id, invitation_id, attempt, question_id, digest),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    // A file is settled when its attempt is completed and an answer names it: then nothing replaces it any more.
    `create table answer_files (
    account_id bigint not null,
    file_id text not null,
    invitation_id bigint not null,
    attempt bigint not null,
    question_id bigint not null,
    storage_key text not null,
    name text not null,
    type text not null,
    bytes bigint not null,
    sha256 text not null,
    created_at bigint not null,
    settled bigint not null,
    primary key (account_id, file_id),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    'create index answer_files_of_attempt on answer_files (account_id, invitation_id, attempt, created_at, file_id)',
    'create index answer_files_unsettled on answer_files (account_id, created_at, file_id) where settled = 0',
    `create table places (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    question_id bigint not null,
    flags text not null,
    saved_at bigint not null,
    visits text not null default '',
    primary key (account_id, invitation_id, attempt),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    `create table window_events (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    event_id text not null,
    type text not null check (type in ('left', 'returned')),
    at bigint not null,
    primary key (account_id, invitation_id, attempt, event_id),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    `create table recordings (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    kind text not null,
    recorded bigint not null,
    latest_at bigint not null,
    primary key (account_id, invitation_id, attempt, kind),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    `create table typed_texts (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    question_id bigint not null,
    language text not null,
    edits text not null,
    edit_count bigint not null,
    session_id text,
    batch bigint not null,
    primary key (account_id, invitation_id, attempt, question_id, language),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    `create table proctoring_images (
    account_id bigint not null,
    image_id ${identity},
    invitation_id bigint not null,
    attempt bigint not null,
    storage_key text not null,
    bytes bigint not null,
    width bigint not null,
    height bigint not null,
    taken_at bigint not null,
    stored bigint not null default 1
    ${primaryKey('account_id, image_id')},
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    'create index proctoring_images_of_attempt on proctoring_images (account_id, invitation_id, attempt, image_id)',
    'create index proctoring_images_reserved on proctoring_images (account_id, taken_at) where stored = 0',
    `create table image_sweeps (
    account_id bigint not null references accounts (account_id),
    swept_at bigint not null,
    primary key (account_id)
  ) ${tableOptions}`,
  ].map(ddl);
