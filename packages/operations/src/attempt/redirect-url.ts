import type { invitations } from '@assay/store';

/**
 * Where a candidate goes after completing: the redirectURL byte for byte as it was registered, because encoding it again breaks signed
 * URLs. Only a literal `{testInvitationId}` in it is filled in.
 */
export const redirectUrlOf = ({ redirect_url, invitation_id }: invitations.Invitation): string | null =>
  redirect_url?.replaceAll('{testInvitationId}', String(invitation_id)) ?? null;
