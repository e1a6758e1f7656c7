import type { DialectTraits } from '../db.ts';

/** What a report says of the pass mark that its test had; null without one. */
export const passMarks = ({ ddl }: DialectTraits): string[] =>
  ['alter table reports add column pass_percent text', 'alter table reports add column test_result text'].map(ddl);
