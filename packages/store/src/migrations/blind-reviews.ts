import type { DialectTraits } from '../db.ts';
import { firstReviewId } from '../review-id.ts';
import type { Migration } from './online.ts';

/** 48 random bits. A program that does not know the column inserts rows without it, so the database fills it. */
const randomIds = {
  sqlite: `${firstReviewId} + (random() & 281474976710655)`,
  postgres: `${firstReviewId} + ('x' || translate(left(gen_random_uuid()::text, 13), '-', ''))::bit(48)::bigint`,
} as const;

/** Of rows that have been inserted without one. PostgreSQL evaluates a default for each row; SQLite needs a trigger for that. */
const fillIn = {
  sqlite: `create trigger reviews_public_id after insert on reviews when new.public_id is null begin
    update reviews set public_id = ${randomIds.sqlite} where review_id = new.review_id;
  end`,
  postgres: `alter table reviews alter column public_id set default ${randomIds.postgres}`,
} as const;

const entryReview = { sqlite: "json_extract(data, '$.reviewId')", postgres: "(data::jsonb->>'reviewId')::bigint" } as const;

/** The ids in the audit are those that graders see. */
const publicInAudit = (engine: DialectTraits['engine']) => {
  const id = entryReview[engine];
  const publicId = `(select public_id from reviews where reviews.account_id = audit_entries.account_id and reviews.review_id = ${id})`;
  const data = {
    sqlite: `json_set(data, '$.reviewId', ${publicId})`,
    postgres: `jsonb_set(data::jsonb, '{reviewId}', to_jsonb(${publicId}))::text`,
  };
  const where = `type = 'answers.read' and ${id} < ${firstReviewId} and ${publicId} is not null`;
  return { fill: 'audit_entries', id: 'entry_id', set: `data = ${data[engine]}`, where };
};

/** Random ids of reviews, and the queue by the day since which they wait and then by them: nothing of it tells which were inserted together. */
export const blindReviews = ({ engine, ddl }: DialectTraits): Migration['statements'] => {
  const day = '(created_at / 86400000)';
  const closed = "state = 'graded'";
  return [
    ddl('alter table reviews add column public_id bigint'),
    fillIn[engine],
    'create unique index reviews_by_public_id on reviews (account_id, public_id)',
    { fill: 'reviews', id: 'review_id', set: `public_id = ${randomIds[engine]}`, where: 'public_id is null' },
    publicInAudit(engine),
    `create index reviews_open_by_day on reviews (account_id, ${day}, public_id) where closed_at is null`,
    `create index reviews_open_of_test_by_day on reviews (account_id, test_id, ${day}, public_id) where closed_at is null`,
    `create index reviews_open_of_question_by_day on reviews (account_id, test_id, question_id, ${day}, public_id) where closed_at is null`,
    `create index reviews_graded_by_day on reviews (account_id, ${day}, public_id) where ${closed}`,
    `create index reviews_graded_of_test_by_day on reviews (account_id, test_id, ${day}, public_id) where ${closed}`,
    `create index reviews_graded_of_question_by_day on reviews (account_id, test_id, question_id, ${day}, public_id) where ${closed}`,
    'drop index reviews_open',
    'drop index reviews_open_of_test',
    'drop index reviews_open_of_question',
    'drop index reviews_graded',
    'drop index reviews_graded_of_question',
  ];
};
