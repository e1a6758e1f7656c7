import { type RecordedKind, recordingBounds } from '@assay/domain';
import { prepared, type Tx } from '../../db.ts';
import { rowsOf } from '../../rows-of.ts';
import type { AttemptKey } from './attempt-key.ts';

type Key = AttemptKey & { readonly kind: RecordedKind };

// At the bound the row is updated once more, to beyond it, and never again: that update is where recording stops.
const add = prepared<Key & { amount: number; most: number; now: number }, { recorded: number }>((db, p) =>
  db
    .insertInto('recordings')
    .values({
      account_id: p('accountId'),
      invitation_id: p('invitationId'),
      attempt: p('attempt'),
      kind: p('kind'),
      recorded: p('amount'),
      latest_at: p('now'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'invitation_id', 'attempt', 'kind'])
        .doUpdateSet((eb) => ({
          recorded: eb('recordings.recorded', '+', eb.ref('excluded.recorded')),
          latest_at: eb.ref('excluded.latest_at'),
        }))
        .where('recordings.recorded', '<=', p('most')),
    )
    .returning('recorded'),
);

/**
 * Counts `amount` more rows of this kind. `granted` is how many of them the attempt may record; `stopped` is true for the first call
 * of the attempt that is granted less than it asked for.
 */
export const take = async (
  tx: Tx,
  { amount, now, ...key }: Key & { readonly amount: number; readonly now: number },
): Promise<{ readonly granted: number; readonly stopped: boolean }> => {
  const most = recordingBounds[key.kind];
  const recorded = (await add(tx, { ...key, amount, most, now })).rows[0]?.recorded;
  if (recorded === undefined) return { granted: 0, stopped: false };
  return { granted: Math.max(0, amount - Math.max(0, recorded - most)), stopped: recorded > most };
};

/** Takes back what was counted and did not become rows. Not after recording stopped: it would start again. */
export const giveBack = async (tx: Tx, { amount, ...key }: Key & { readonly amount: number }): Promise<void> => {
  await tx.kysely
    .updateTable('recordings')
    .set((eb) => ({ recorded: eb('recorded', '-', amount) }))
    .where('account_id', '=', key.accountId)
    .where('invitation_id', '=', key.invitationId)
    .where('attempt', '=', key.attempt)
    .where('kind', '=', key.kind)
    .where('recorded', '<=', recordingBounds[key.kind])
    .execute();
};

/** Undefined until the first one. */
export const find = rowsOf('recordings', 'invitation_id', 'attempt', 'kind').one(['recorded', 'latest_at']);
