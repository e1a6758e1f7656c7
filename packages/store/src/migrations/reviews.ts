import type { DialectTraits } from '../db.ts';

/** For answers that people grade: the queue, and every grade that was given. */
export const reviews = ({ identity, primaryKey, tableOptions, ddl }: DialectTraits): string[] =>
  [
    // Open until it is graded or withdrawn. `grades` counts those given, `given` the graders who gave them; `claimed_by` is an API key.
    `create table reviews (
    account_id bigint not null,
    review_id ${identity},
    invitation_id bigint not null,
    attempt bigint not null,
    question_id bigint not null,
    test_id bigint not null,
    version bigint not null,
    state text not null,
    grades bigint not null,
    given bigint not null,
    score text,
    claimed_by bigint,
    claimed_until bigint not null,
    created_at bigint not null,
    closed_at bigint
    ${primaryKey('account_id, review_id')},
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    'create unique index reviews_of_attempt on reviews (account_id, invitation_id, attempt, question_id)',
    'create index reviews_open on reviews (account_id, review_id) where closed_at is null',
    'create index reviews_open_of_test on reviews (account_id, test_id, review_id) where closed_at is null',
    'create index reviews_open_of_question on reviews (account_id, test_id, question_id, review_id) where closed_at is null',
    "create index reviews_graded on reviews (account_id, review_id) where state = 'graded'",
    "create index reviews_graded_of_test on reviews (account_id, test_id, review_id) where state = 'graded'",
    "create index reviews_graded_of_question on reviews (account_id, test_id, question_id, review_id) where state = 'graded'",
    // Nothing is overwritten: the latest of a grader counts.
    `create table review_grades (
    account_id bigint not null,
    review_id bigint not null,
    number bigint not null,
    grader bigint not null,
    type text not null,
    marks text not null,
    comment text,
    reason text,
    at bigint not null,
    primary key (account_id, review_id, number),
    foreign key (account_id, review_id) references reviews (account_id, review_id)
  ) ${tableOptions}`,
  ].map(ddl);
