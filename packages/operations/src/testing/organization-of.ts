import { type Candidate, readToken } from '../attempt/open-invitation.ts';
import { type Organization, openPage } from '../attempt/open-page.ts';

/** What the page of a candidate says of who gives the test. */
export const organizationOf = async (candidate: Candidate): Promise<Organization | undefined> => {
  const token = readToken(candidate);
  return token.ok ? (await openPage(candidate.assay, token.value)).organization : undefined;
};
