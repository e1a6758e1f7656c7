import type { Insertable } from 'kysely';
import type { Tx } from '../../db.ts';
import { rowsOf } from '../../rows-of.ts';
import type { WindowEventRow } from '../../schema.ts';

/** Inserts events whose id is new and returns how many those were. */
export const insertNew = async (tx: Tx, rows: Insertable<WindowEventRow>[]): Promise<number> => {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('window_events')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0);
};

export const list = rowsOf('window_events', 'invitation_id', 'attempt').all(['type', 'at'], 'at');
