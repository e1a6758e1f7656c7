import type { DialectTraits } from '../db.ts';

/**
 * How an invitation came about, whether the holder of its address confirmed it, and links that ask for that. An invitation from before
 * counts as one of API v2: nothing tells which of them candidates made themselves. A confirmation email has no invitation.
 */
export const join = ({ ddl }: DialectTraits): string[] =>
  [
    "alter table invitations add column origin text not null default 'api' check (origin in ('api', 'management', 'link'))",
    'alter table invitations add column email_confirmed bigint not null default 1',
    'create index invitations_of_candidate on invitations (account_id, test_id, email_key) where is_current = 1',
    'alter table test_links add column confirm_email bigint not null default 0',
    'alter table deliveries alter column invitation_id drop not null',
    'alter table deliveries add column joiner_key text',
    'alter table deliveries add column sealed text',
    'create index deliveries_by_joins on deliveries (account_id, joiner_key, created_at) where joiner_key is not null',
  ].map(ddl);
