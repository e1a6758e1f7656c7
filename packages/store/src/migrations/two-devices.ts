import type { DialectTraits } from '../db.ts';

/** For an attempt on two devices: the answers that gave way to another one. The key holds a digest, since an index row is at most 2.7 KB. */
export const twoDevices = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
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
  ].map(ddl);
