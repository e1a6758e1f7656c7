import type { DialectTraits } from '../db.ts';

/** Regrades of all kinds of questions: by which version's keys a report is graded, why, and the callbacks that tell of it. */
export const regradedKeys = ({ ddl }: DialectTraits): string[] =>
  [
    'alter table reports add column key_version bigint',
    'create index reports_of_test on reports (account_id, test_id, invitation_id, attempt)',
    'alter table regrades add column reason text',
    'alter table regrades add column notify bigint not null default 0',
    'alter table deliveries add column regrade bigint not null default 0',
    `create unique index deliveries_of_regrade on deliveries (account_id, invitation_id, attempt, kind, regrade)
      where kind <> 'invitation-email'`,
    'drop index deliveries_of_attempt',
  ].map(ddl);
