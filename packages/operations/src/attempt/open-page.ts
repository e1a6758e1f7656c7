import type { Refusal, Result } from '@assay/domain';
import { accounts, invitations } from '@assay/store';
import type { Assay } from '../support/context.ts';
import type { TakeToken } from '../support/tokens.ts';
import { checkGeneration } from './open-invitation.ts';

/** The organization that gives a test: every page of the test shows it, whatever state the invitation is in. */
export type Organization = { readonly organization: string; readonly support: string | null; readonly privacy: string | null };

type OpenedPage = {
  /** Whether the token opens the attempt, which the script of the page asks for. */
  readonly opened: Result<invitations.Invitation, Refusal>;
  /** Also of an invitation that was cancelled or superseded; undefined when the token is of none. */
  readonly organization: Organization | undefined;
};

/** What the page of a test says before its script runs. */
export const openPage = ({ store }: Pick<Assay, 'store'>, token: TakeToken): Promise<OpenedPage> =>
  store.read(async (db) => {
    const row = await invitations.find(db, token);
    const account = row?.nonce === token.nonce ? await accounts.find(db, token.accountId) : undefined;
    return {
      opened: checkGeneration(row, token),
      organization: account && { organization: account.name, support: account.support, privacy: account.privacy },
    };
  });
