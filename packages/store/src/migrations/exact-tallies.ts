import type { DialectTraits } from '../db.ts';

/**
 * What is counted of a test's attempts, by exact scores and by the keys that grade them. Another column than `counted`, which the release
 * before goes on with and cannot read this in. Null: the next count begins with the first attempt.
 */
export const exactTallies = ({ ddl }: DialectTraits): string[] => ['alter table test_tallies add column exact text'].map(ddl);
