import type { RecordedKind } from '@assay/domain';
import { type invitations, recordings, type Tx } from '@assay/store';
import { record } from './invitation-state.ts';

type Attempt = Pick<invitations.Invitation, 'account_id' | 'invitation_id' | 'attempt'>;
type Amount = { readonly kind: RecordedKind; readonly amount: number; readonly now: number };

/**
 * How many of `amount` rows this attempt may write. The first call that gets less leaves `recording.stopped` in the timeline.
 * A caller that gets none goes on without recording and refuses nothing: nobody is locked out of a test for what they did beside it.
 */
export const reserveRecords = async (tx: Tx, row: Attempt, { kind, amount, now }: Amount): Promise<number> => {
  const { account_id: accountId, invitation_id: invitationId, attempt } = row;
  const { granted, stopped } = await recordings.take(tx, { accountId, invitationId, attempt, kind, amount, now });
  if (stopped) await record(tx, row, now, { type: 'recording.stopped', attempt, of: kind });
  return granted;
};
