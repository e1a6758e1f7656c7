import type { DialectTraits } from '../db.ts';

/** What is kept of the attempts that were counted for the statistics of a test, and the last one of them. */
export const testTallies = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table test_tallies (
    account_id bigint not null,
    test_id bigint not null,
    -- Another one at each change: who counted from an earlier state writes nothing.
    nonce text not null,
    seen_at bigint not null,
    seen_invitation bigint not null,
    seen_attempt bigint not null,
    tally text not null,
    primary key (account_id, test_id),
    foreign key (account_id, test_id) references tests (account_id, test_id)
  ) ${tableOptions}`,
    'create index reports_to_tally on reports (account_id, test_id, generated_at, invitation_id, attempt)',
  ].map(ddl);
