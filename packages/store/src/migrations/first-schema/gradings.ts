import type { DialectTraits } from '../../db.ts';

/** The grading of programs, and of answers that people grade. */
export const gradings = ({ engine, identity, primaryKey, tableOptions, ddl }: DialectTraits): string[] => {
  const earlier = engine === 'postgres' ? 'least' : 'min';
  const day = '(created_at / 86400000)';
  return [
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
    'create index gradings_of_question on gradings (account_id, test_id, question_id, invitation_id, attempt, round)',
    'create index gradings_waiting on gradings (account_id, test_id) where graded_at is null',
    // What is due of each account, the first rounds before further ones: accounts take turns.
    `create index gradings_by_turn on gradings (account_id, (${earlier}(round, 2)), not_before)
    where graded_at is null`,
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
    reason text,
    notify bigint not null default 0,
    primary key (account_id, test_id),
    foreign key (account_id, test_id) references tests (account_id, test_id)
  ) ${tableOptions}`,
    'create index regrades_due on regrades (requested_at) where done_at is null',
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
    closed_at bigint,
    public_id bigint not null
    ${primaryKey('account_id, review_id')},
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    'create unique index reviews_of_attempt on reviews (account_id, invitation_id, attempt, question_id)',
    `create index reviews_graded_of_test on reviews (account_id, test_id, review_id) where state = 'graded'`,
    'create unique index reviews_by_public_id on reviews (account_id, public_id)',
    // By the day since which they wait and then by a random id: nothing of it tells which were inserted together.
    `create index reviews_open_by_day on reviews (account_id, ${day}, public_id) where closed_at is null`,
    `create index reviews_open_of_test_by_day on reviews (account_id, test_id, ${day}, public_id) where closed_at is null`,
    `create index reviews_open_of_question_by_day on reviews (account_id, test_id, question_id, ${day}, public_id) where closed_at is null`,
    `create index reviews_graded_by_day on reviews (account_id, ${day}, public_id) where state = 'graded'`,
    `create index reviews_graded_of_test_by_day on reviews (account_id, test_id, ${day}, public_id) where state = 'graded'`,
    `create index reviews_graded_of_question_by_day on reviews (account_id, test_id, question_id, ${day}, public_id) where state = 'graded'`,
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
};
