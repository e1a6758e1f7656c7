import type { invitations } from '@assay/store';

/** Where a candidate goes after completing: the invitation's redirectURL, told which invitation it was. */
export const redirectUrlOf = ({ redirect_url, invitation_id }: invitations.Invitation): string | null => {
  if (redirect_url === null) return null;
  const url = new URL(redirect_url);
  // Appended as text: URLSearchParams would write the rest of the query anew (%20 as +), which a signed URL does not survive.
  url.search = `${url.search === '' ? '?' : `${url.search}&`}testInvitationId=${invitation_id}`;
  return url.href;
};
