import type { DialectTraits } from '../db.ts';

/** For the candidate's page: notices of the account, the session that may save, webcam images; and an index that counts by status. */
export const candidatePage = ({ identity, primaryKey, tableOptions, ddl }: DialectTraits): string[] =>
  [
    'alter table accounts add column support text',
    'alter table accounts add column privacy text',
    'alter table invitations add column session_id text',
    `create table proctoring_images (
    account_id bigint not null,
    image_id ${identity},
    invitation_id bigint not null,
    attempt bigint not null,
    storage_key text not null,
    bytes bigint not null,
    width bigint not null,
    height bigint not null,
    taken_at bigint not null
    ${primaryKey('account_id, image_id')},
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    'create index invitations_by_status on invitations (account_id, test_id, is_current, status)',
    'create index proctoring_images_of_attempt on proctoring_images (account_id, invitation_id, attempt, image_id)',
  ].map(ddl);
