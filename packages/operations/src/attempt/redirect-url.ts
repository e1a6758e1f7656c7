import type { invitations } from '@assay/store';

/** Where a candidate goes after completing: the invitation's redirectURL, with the invitation's id. */
export const redirectUrlOf = ({ redirect_url, invitation_id }: invitations.Invitation): string | null => {
  if (redirect_url === null) return null;
  const url = new URL(redirect_url);
  // Appended as text: URLSearchParams would re-encode the rest of the query (%20 as +) and so break a signed URL.
  url.search = `${url.search === '' ? '?' : `${url.search}&`}testInvitationId=${invitation_id}`;
  return url.href;
};
