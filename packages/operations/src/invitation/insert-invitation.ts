import { ok, type Refusal, type Result } from '@assay/domain';
import { invitations, type Tx } from '@assay/store';
import { spend } from '../support/quotas.ts';

/**
 * A new invitation, which counts against the account's quota of the day; undefined if the candidate has a current one, which counts
 * nothing. The counter is locked last, so that others wait only for this COMMIT, and what is over it is taken back.
 */
export const insertInvitation = async (
  tx: Tx,
  row: invitations.NewInvitation,
): Promise<Result<invitations.Addressed | undefined, Refusal>> => {
  const inserted = await invitations.insertCurrent(tx, row);
  if (inserted === undefined) return ok(undefined);
  const spent = await spend(tx, row.accountId, 'invitations');
  if (spent.ok) return ok(inserted);
  await invitations.takeBack(tx, inserted);
  return spent;
};
