import type { DialectTraits } from '../db.ts';

/**
 * For answers that were typed before the deadline and arrived after it: how long an account waits for them, whether the
 * page was heard of right before the deadline, which answers count although they were late, and how many of them a report has.
 */
export const lateAnswers = ({ ddl }: DialectTraits): string[] =>
  [
    'alter table accounts add column late_minutes bigint not null default 10',
    'alter table invitations add column seen_at bigint',
    'alter table answers add column late bigint not null default 0',
    'alter table reports add column late_answers bigint not null default 0',
  ].map(ddl);
