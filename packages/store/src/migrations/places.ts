import type { DialectTraits } from '../db.ts';

/** Where a candidate is in the test, so that another device goes on there. */
export const places = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table places (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    question_id bigint not null,
    flags text not null,
    saved_at bigint not null,
    primary key (account_id, invitation_id, attempt),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
  ].map(ddl);
