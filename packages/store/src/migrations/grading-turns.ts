import type { DialectTraits } from '../db.ts';

/** What is due of each account, the first rounds before further ones: accounts take turns. */
export const gradingTurns = ({ engine, ddl }: DialectTraits): string[] =>
  [
    `create index gradings_by_turn on gradings (account_id, (${engine === 'postgres' ? 'least' : 'min'}(round, 2)), not_before)
    where graded_at is null`,
    'drop index gradings_due',
  ].map(ddl);
