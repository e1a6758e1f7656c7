import type { DialectTraits } from '../db.ts';

/** Reports by their due time and then by their key, so that those that wait are walked in slices; what is due is found by it as before. */
export const waitingReports = ({ ddl }: DialectTraits): string[] =>
  [
    "create index reports_by_due on reports (not_before, account_id, invitation_id, attempt) where status <> 'Generated'",
    'drop index reports_due',
  ].map(ddl);
