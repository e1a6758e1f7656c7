export type AttemptKey = { readonly accountId: number; readonly invitationId: number; readonly attempt: number };

export const attemptKeyOf = (row: {
  readonly account_id: number;
  readonly invitation_id: number;
  readonly attempt: number;
}): AttemptKey => ({ accountId: row.account_id, invitationId: row.invitation_id, attempt: row.attempt });
