import type { DialectTraits } from '../db.ts';

/** For answers that are files. Their bytes are where the webcam images are, under `storage_key`. */
export const answerFiles = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
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
  ].map(ddl);
