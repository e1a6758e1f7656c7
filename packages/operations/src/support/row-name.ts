import { emailKey } from '@assay/domain';

/** Names a row for `Store.write`: what many requests may want to lock at once. */
export const rowName = (kind: string, accountId: number, id: string | number = ''): string => `${kind} ${accountId} ${id}`;

/** What every operation on an invitation locks first. */
export const invitationRow = ({ accountId, invitationId }: { readonly accountId: number; readonly invitationId: number }): string =>
  rowName('testInvitationId', accountId, invitationId);

/** What writes lock that span an account, such as imports. */
export const accountRow = ({ accountId }: { readonly accountId: number }): string => rowName('account', accountId);

/** The invitations of an address, before it is known which of them there are. */
export const candidateRow = ({ accountId, email }: { readonly accountId: number; readonly email: string }): string =>
  rowName('candidate', accountId, emailKey(email));
