import type { DialectTraits } from '../db.ts';

/** For questions that are answered with a program: measured limits of a version, the grading of each answer, and what was typed. */
export const coding = ({ tableOptions, ddl }: DialectTraits): string[] =>
  [
    'alter table test_versions add column run_limits text',
    `create table gradings (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    question_id bigint not null,
    round bigint not null,
    test_id bigint not null,
    version bigint not null,
    failures bigint not null,
    not_before bigint not null,
    lease_until bigint not null,
    last_error text,
    result text,
    created_at bigint not null,
    graded_at bigint,
    primary key (account_id, invitation_id, attempt, question_id, round),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    'create index gradings_due on gradings (not_before) where graded_at is null',
    'create index gradings_of_question on gradings (account_id, test_id, question_id, invitation_id, attempt, round)',
    // One for each test: `question_id`, `invitation_id` and `attempt` say how far the answers are walked.
    `create table regrades (
    account_id bigint not null,
    test_id bigint not null,
    version bigint not null,
    question_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    requested_at bigint not null,
    done_at bigint,
    primary key (account_id, test_id),
    foreign key (account_id, test_id) references tests (account_id, test_id)
  ) ${tableOptions}`,
    'create index regrades_due on regrades (requested_at) where done_at is null',
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
  ].map(ddl);
