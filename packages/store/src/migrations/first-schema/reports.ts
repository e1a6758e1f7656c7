import type { DialectTraits } from '../../db.ts';

/** Reports, and what is counted of them. */
export const reports = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table reports (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    test_id bigint not null,
    version bigint not null,
    started_at bigint not null,
    completed_at bigint not null,
    status text not null check (status in ('Pending', 'In progress', 'Generated')),
    failures bigint not null,
    not_before bigint not null,
    lease_until bigint not null,
    last_error text,
    generated_at bigint,
    figures text,
    content text,
    created_at bigint not null,
    completed_by text not null,
    former_figures text,
    regraded_version bigint,
    key_version bigint,
    wrong_answers text,
    candidate_name text not null,
    primary key (account_id, invitation_id, attempt),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    `create index reports_regraded on reports (account_id, test_id, regraded_version, invitation_id, attempt)
      where former_figures is not null`,
    'create index reports_of_test on reports (account_id, test_id, invitation_id, attempt)',
    'create index reports_to_tally on reports (account_id, test_id, generated_at, invitation_id, attempt)',
    `create index reports_with_wrong_answers on reports (account_id, test_id, version, completed_at)
      where wrong_answers is not null`,
    // By their due time and then by their key, so that those that wait are walked in slices.
    `create index reports_by_due on reports (not_before, account_id, invitation_id, attempt) where status <> 'Generated'`,
    // Another nonce at each change: who counted from an earlier state writes nothing.
    `create table test_tallies (
    account_id bigint not null,
    test_id bigint not null,
    nonce text not null,
    counted text,
    primary key (account_id, test_id),
    foreign key (account_id, test_id) references tests (account_id, test_id)
  ) ${tableOptions}`,
  ].map(ddl);
