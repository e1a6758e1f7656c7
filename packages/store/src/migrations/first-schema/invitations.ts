import type { DialectTraits } from '../../db.ts';

/** Invitations with their present attempt, former attempts, and the timeline. */
export const invitations = ({ identity, primaryKey, tableOptions, ddl }: DialectTraits): string[] =>
  [
    `create table invitations (
    account_id bigint not null,
    invitation_id ${identity},
    test_id bigint not null,
    test_link_id bigint not null,
    email text not null,
    email_key text not null,
    full_name text not null,
    search_text text not null,
    callback_url text,
    redirect_url text,
    status text not null check (status in ('Pending', 'In progress', 'Completed', 'Reset', 'Cancelled')),
    generation bigint not null,
    is_current bigint not null,
    extra_minutes bigint not null,
    attempt bigint not null,
    version bigint,
    started_at bigint,
    duration bigint,
    window_end bigint,
    deadline bigint,
    completed_at bigint,
    completed_by text,
    created_at bigint not null,
    updated_at bigint not null,
    session_id text,
    origin text not null check (origin in ('api', 'management', 'link')),
    email_confirmed bigint not null,
    report_revocations bigint not null default 0,
    seen_at bigint,
    nonce text not null
    ${primaryKey('account_id, invitation_id')},
    foreign key (account_id, test_id) references tests (account_id, test_id)
  ) ${tableOptions}`,
    'create unique index invitations_current on invitations (account_id, test_id, test_link_id, email_key) where is_current = 1',
    'create index invitations_of_test on invitations (account_id, test_id, invitation_id)',
    `create index invitations_overdue on invitations (deadline) where status = 'In progress'`,
    'create index invitations_of_candidate on invitations (account_id, test_id, email_key) where is_current = 1',
    // With `is_current`, so that counting by status reads no row.
    'create index invitations_of_test_by_status on invitations (account_id, test_id, status, invitation_id, is_current)',
    `create index invitations_in_progress on invitations (account_id, deadline) where status = 'In progress'`,
    `create table archived_attempts (
    account_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    version bigint not null,
    started_at bigint not null,
    deadline bigint not null,
    completed_at bigint,
    completed_by text,
    archived_at bigint not null,
    primary key (account_id, invitation_id, attempt),
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    `create table timeline (
    account_id bigint not null,
    entry_id ${identity},
    invitation_id bigint not null,
    type text not null,
    data text not null,
    at bigint not null
    ${primaryKey('account_id, entry_id')},
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    'create index timeline_of_invitation on timeline (account_id, invitation_id, entry_id)',
  ].map(ddl);
