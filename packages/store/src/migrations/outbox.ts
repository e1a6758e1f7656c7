import type { DialectTraits } from '../db.ts';

/** The outbox for all kinds of deliveries with their attempts, callback secrets, and how a reported attempt was completed. */
export const outbox = ({ engine, identity, primaryKey, tableOptions, ddl }: DialectTraits): string[] =>
  [
    "alter table reports add column completed_by text not null default 'candidate'",
    // The attempt is in its invitation or, after a reset, in the archive.
    ...['invitations', 'archived_attempts'].map(
      (table) => `update reports set completed_by = 'deadline' where exists (
    select 1 from ${table} a where a.account_id = reports.account_id and a.invitation_id = reports.invitation_id
      and a.attempt = reports.attempt and a.completed_by = 'deadline')`,
    ),
    'drop index deliveries_due',
    'drop index deliveries_waiting',
    'drop index deliveries_of_invitation',
    'alter table deliveries rename to deliveries_before',
    `create table deliveries (
    account_id bigint not null,
    delivery_id ${identity},
    test_id bigint not null,
    invitation_id bigint not null,
    attempt bigint not null,
    kind text not null,
    lane text not null,
    destination text not null,
    state text not null check (state in ('waiting', 'pending', 'delivered', 'failed')),
    failures bigint not null,
    attempts_made bigint not null,
    not_before bigint not null,
    lease_until bigint not null,
    last_error text,
    created_at bigint not null,
    settled_at bigint
    ${primaryKey('account_id, delivery_id')},
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    `insert into deliveries (account_id, delivery_id, test_id, invitation_id, attempt, kind, lane, destination, state, failures,
      attempts_made, not_before, lease_until, last_error, created_at, settled_at)
    select d.account_id, d.delivery_id, i.test_id, d.invitation_id, i.attempt, 'invitation-email', 'mail', d.recipient, d.state, d.failures,
      d.failures + case when d.state = 'delivered' then 1 else 0 end, d.not_before, d.lease_until, d.last_error, d.created_at, d.settled_at
    from deliveries_before d join invitations i on i.account_id = d.account_id and i.invitation_id = d.invitation_id`,
    // SQLite continues after the greatest id; a Postgres identity does not count inserted ids.
    ...(engine === 'postgres'
      ? [
          `select setval(pg_get_serial_sequence('deliveries', 'delivery_id'), greatest(1, (select coalesce(max(delivery_id), 0) from deliveries)),
            exists (select 1 from deliveries))`,
        ]
      : []),
    'drop table deliveries_before',
    "create index deliveries_due on deliveries (not_before) where state = 'pending'",
    `create unique index deliveries_of_attempt on deliveries (account_id, invitation_id, attempt, kind)
      where kind <> 'invitation-email'`,
    `create unique index deliveries_of_mail on deliveries (account_id, invitation_id, kind)
      where kind = 'invitation-email' and state = 'pending'`,
    'create index deliveries_of_invitation on deliveries (account_id, invitation_id, delivery_id)',
    'create index deliveries_by_state on deliveries (account_id, state, delivery_id)',
    'create index deliveries_of_test on deliveries (account_id, test_id, delivery_id)',
    'create index deliveries_of_test_by_state on deliveries (account_id, test_id, state, delivery_id)',
    `create table delivery_attempts (
    account_id bigint not null,
    delivery_id bigint not null,
    number bigint not null,
    at bigint not null,
    duration bigint not null,
    outcome text not null check (outcome in ('delivered', 'retry', 'final')),
    destination text not null,
    status bigint,
    response text,
    error text,
    primary key (account_id, delivery_id, number),
    foreign key (account_id, delivery_id) references deliveries (account_id, delivery_id)
  ) ${tableOptions}`,
    `create table callback_secrets (
    account_id bigint not null references accounts (account_id),
    secret_id ${identity},
    sealed text not null,
    created_at bigint not null,
    expires_at bigint
    ${primaryKey('account_id, secret_id')}
  ) ${tableOptions}`,
    'create unique index callback_secrets_in_use on callback_secrets (account_id) where expires_at is null',
  ].map(ddl);
