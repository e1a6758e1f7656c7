import type { DialectTraits } from '../db.ts';

/** The wrong answers of each graded attempt in short, to find others with the same; of reports from before there are none. */
export const wrongAnswers = ({ ddl }: DialectTraits): string[] =>
  [
    'alter table reports add column wrong_answers text',
    `create index reports_with_wrong_answers on reports (account_id, test_id, version, completed_at)
      where wrong_answers is not null`,
  ].map(ddl);
