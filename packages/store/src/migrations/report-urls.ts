import type { DialectTraits } from '../db.ts';

/** For report URLs that end: how often those of an invitation were revoked. */
export const reportUrls = ({ ddl }: DialectTraits): string[] =>
  ['alter table invitations add column report_revocations bigint not null default 0'].map(ddl);
