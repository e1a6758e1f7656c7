import type { DialectTraits } from '../db.ts';

/** The maximum and the result of a report before the regrade that changed it; null in changes from before. */
export const formerResults = ({ ddl }: DialectTraits): string[] =>
  ['alter table reports add column former_total_score text', 'alter table reports add column former_test_result text'].map(ddl);
