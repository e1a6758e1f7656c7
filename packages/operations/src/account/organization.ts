import { accounts, invitations } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { readTakeToken } from '../support/tokens.ts';

/** The organization that gives a test: every page of the test shows it, whatever state the invitation is in. */
export type Organization = { readonly organization: string; readonly support: string | null; readonly privacy: string | null };

type Input = { candidate: { readonly assay: Assay; readonly token: string } };

/** By a take token, also of an invitation that was cancelled or superseded; undefined when it is of none. */
export const getOrganization = async ({ candidate: { assay, token } }: Input): Promise<Organization | undefined> => {
  const read = readTakeToken(token, assay.secret);
  if (read === undefined) return undefined;
  const account = await assay.store.read(async (db) => {
    const row = await invitations.find(db, read);
    return row?.nonce === read.nonce ? accounts.find(db, read.accountId) : undefined;
  });
  return account === undefined ? undefined : { organization: account.name, support: account.support, privacy: account.privacy };
};
