import type { DialectTraits } from '../db.ts';

/**
 * What is counted of a test's attempts, with their times and exact sums. Another column than `tally`, which the release before goes on with:
 * it would add to sums in text as to text. Null: the next count begins with the first attempt.
 */
export const tallyTimes = ({ ddl }: DialectTraits): string[] => ['alter table test_tallies add column counted text'].map(ddl);
