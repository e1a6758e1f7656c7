import type { WindowEvent } from '@assay/domain';
import type { Insertable } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import type { WindowEventRow } from '../../schema.ts';
import type { AttemptKey } from './attempt-key.ts';

/** Inserts events whose id is new and returns how many those were. */
export const insertNew = async (tx: Tx, rows: Insertable<WindowEventRow>[]): Promise<number> => {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('window_events')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0);
};

const ofAttempt = prepared<AttemptKey, WindowEvent>((db, p) =>
  db
    .selectFrom('window_events')
    .select(['type', 'at'])
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('attempt', '=', p('attempt'))
    .orderBy('at'),
);

export const list = async (db: Db, key: AttemptKey) => (await ofAttempt(db, key)).rows;
