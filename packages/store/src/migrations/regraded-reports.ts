import type { DialectTraits } from '../db.ts';

/** What a regrade changed, and which gradings of a test it still waits for. */
export const regradedReports = ({ ddl }: DialectTraits): string[] =>
  [
    // The score before a regrade by the cases of this version; both null when it did not change.
    'alter table reports add column former_score text',
    'alter table reports add column regraded_version bigint',
    'create index reports_regraded on reports (account_id, test_id, regraded_version, invitation_id, attempt) where former_score is not null',
    'create index gradings_waiting on gradings (account_id, test_id) where graded_at is null',
  ].map(ddl);
