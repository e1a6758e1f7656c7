import type { DialectTraits } from '../../db.ts';

/** The outbox. */
export const deliveries = ({ engine, identity, primaryKey, tableOptions, ddl }: DialectTraits): string[] => {
  const later = engine === 'postgres' ? 'greatest' : 'max';
  return [
    `create table deliveries (
    account_id bigint not null,
    delivery_id ${identity},
    test_id bigint not null,
    invitation_id bigint,
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
    settled_at bigint,
    joiner_key text,
    sealed text,
    nonce text not null,
    regrade bigint not null default 0,
    body text,
    sequence bigint
    ${primaryKey('account_id, delivery_id')},
    foreign key (account_id, invitation_id) references invitations (account_id, invitation_id)
  ) ${tableOptions}`,
    `create unique index deliveries_of_mail on deliveries (account_id, invitation_id, kind)
      where kind = 'invitation-email' and state = 'pending'`,
    'create index deliveries_of_invitation on deliveries (account_id, invitation_id, delivery_id)',
    'create index deliveries_of_test on deliveries (account_id, test_id, delivery_id)',
    'create index deliveries_by_joins on deliveries (account_id, joiner_key, created_at) where joiner_key is not null',
    // `/metrics` counts what is pending by kind from this index alone.
    `create index deliveries_pending_by_kind on deliveries (kind) where state = 'pending'`,
    // What is due, in order and by lane. A delivery that somebody has the lease of is not due, so that those under way are not read again at
    // each claim; a lane that is full is passed over whole.
    `create index deliveries_of_lane on deliveries (lane, (${later}(not_before, lease_until))) where state = 'pending'`,
    `create index deliveries_by_due on deliveries ((${later}(lease_until, not_before)), lane) where state = 'pending'`,
    'create index deliveries_by_state_and_kind on deliveries (account_id, state, kind, delivery_id)',
    'create index deliveries_of_test_by_state_and_kind on deliveries (account_id, test_id, state, kind, delivery_id)',
    `create unique index deliveries_of_regrade on deliveries (account_id, invitation_id, attempt, kind, regrade)
      where kind <> 'invitation-email'`,
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
  ].map(ddl);
};
