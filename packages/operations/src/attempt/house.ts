import { accounts } from '@assay/store';
import { readTakeToken } from '../support/tokens.ts';
import type { Candidate } from './open-invitation.ts';

/** Who gives a test: what every page of it shows, whatever became of the invitation. */
export type House = { readonly organization: string; readonly support: string | null; readonly privacy: string | null };

/** By a take token, also of an invitation that was cancelled or superseded; undefined when the token is none of ours. */
export const getHouse = async ({ candidate: { assay, token } }: { candidate: Candidate }): Promise<House | undefined> => {
  const read = readTakeToken(token, assay.secret);
  const account = read === undefined ? undefined : await assay.store.read((db) => accounts.find(db, read.accountId));
  return account === undefined ? undefined : { organization: account.name, support: account.support, privacy: account.privacy };
};
