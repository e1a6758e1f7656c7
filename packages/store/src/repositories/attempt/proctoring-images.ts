import type { Insertable, Selectable } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import type { ProctoringImageRow } from '../../schema.ts';
import type { AttemptKey } from './attempt-key.ts';

export type ProctoringImage = Selectable<ProctoringImageRow>;

export const insert = async (tx: Tx, row: Insertable<ProctoringImageRow>): Promise<void> => {
  await tx.kysely.insertInto('proctoring_images').values(row).execute();
};

const ofAttempt = prepared<AttemptKey, ProctoringImage>((db, p) =>
  db
    .selectFrom('proctoring_images')
    .selectAll()
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('attempt', '=', p('attempt'))
    .orderBy('image_id'),
);

/** Oldest first. */
export const list = async (db: Db, key: AttemptKey): Promise<ProctoringImage[]> => (await ofAttempt(db, key)).rows;

const summary = prepared<AttemptKey, { count: number; latest: number | null }>((db, p) =>
  db
    .selectFrom('proctoring_images')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('taken_at').as('latest')])
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', '=', p('invitationId'))
    .where('attempt', '=', p('attempt')),
);

/** How many images an attempt has, and when the latest was taken. */
export const summarize = async (db: Db, key: AttemptKey): Promise<{ count: number; latest: number | null }> =>
  (await summary(db, key)).rows[0] ?? { count: 0, latest: null };

const byId = prepared<{ accountId: number; invitationId: number; imageId: number }, ProctoringImage>((db, p) =>
  db
    .selectFrom('proctoring_images')
    .selectAll()
    .where('account_id', '=', p('accountId'))
    .where('image_id', '=', p('imageId'))
    .where('invitation_id', '=', p('invitationId')),
);

export const find = async (
  db: Db,
  key: { accountId: number; invitationId: number; imageId: number },
): Promise<ProctoringImage | undefined> => (await byId(db, key)).rows[0];
