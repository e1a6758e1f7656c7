import type { DialectTraits } from '../db.ts';

/**
 * Accounts may have no address: the placeholder that earlier versions stored counts as none. Who gets receipts is a setting.
 * Invitations that a reattempt replaced before they were started are Cancelled, with the entry that reattempts now write.
 */
export const deliveries = ({ ddl }: DialectTraits): string[] =>
  [
    'alter table accounts alter column email drop not null',
    "update accounts set email = null where email = 'assay@localhost.localdomain'",
    "update test_links set email_to_stakeholder = null where email_to_stakeholder = 'assay@localhost.localdomain'",
    "alter table accounts add column receipts text not null default 'mailed' check (receipts in ('mailed', 'all', 'none'))",
    `insert into timeline (account_id, invitation_id, type, data, at)
    select i.account_id, i.invitation_id, 'invitation.superseded', '{"testInvitationId":' || cast(n.invitation_id as text) || '}', i.updated_at
    from invitations i join invitations n on n.account_id = i.account_id and n.test_id = i.test_id and n.test_link_id = i.test_link_id
      and n.email_key = i.email_key and n.is_current = 1
    where i.is_current = 0 and i.status = 'Pending'`,
    "update invitations set status = 'Cancelled' where is_current = 0 and status = 'Pending'",
  ].map(ddl);
