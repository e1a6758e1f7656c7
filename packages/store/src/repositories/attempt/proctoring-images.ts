import type { Insertable, Selectable } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { keyIs, rowsOf } from '../../rows-of.ts';
import type { ProctoringImageRow } from '../../schema.ts';
import type { AttemptKey } from './attempt-key.ts';

export type ProctoringImage = Selectable<ProctoringImageRow>;

type Key = { readonly accountId: number; readonly imageId: number };

const unlessSettled = rowsOf('proctoring_images', 'image_id').updateIf('stored');
const reserved = rowsOf('proctoring_images', 'image_id', 'stored');

/** With `stored` 0 it is reserved: counted, but not shown until `confirm`. */
export const insert = async (tx: Tx, row: Insertable<ProctoringImageRow>): Promise<number> =>
  (await tx.kysely.insertInto('proctoring_images').values(row).returning('image_id').executeTakeFirstOrThrow()).image_id;

/** Shows a reserved image, whose file is there now. False when the sweep has removed it. */
export const confirm = (
  tx: Tx,
  { accountId, imageId }: Key,
  facts: Pick<ProctoringImage, 'bytes' | 'width' | 'height'>,
): Promise<boolean> => unlessSettled(tx, { account_id: accountId, image_id: imageId, stored: 0 }, { ...facts, stored: 1 });

/** Removes a reserved image; false when it has been confirmed or removed. */
export const release = (tx: Tx, { accountId, imageId }: Key): Promise<boolean> => reserved.remove(tx, { accountId, imageId, stored: 0 });

/** Images that were reserved before `before` and never confirmed: their process was killed. */
export const listAbandoned = (db: Db, accountId: number, before: number): Promise<ProctoringImage[]> =>
  db.kysely
    .selectFrom('proctoring_images')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(({ eb, lit }) => eb('stored', '=', lit(0)))
    .where('taken_at', '<', before)
    .orderBy('taken_at')
    .limit(500)
    .execute();

const ofAttempt = prepared<AttemptKey, ProctoringImage>((db, p) =>
  db
    .selectFrom('proctoring_images')
    .selectAll()
    .where(keyIs(p, 'invitation_id', 'attempt'))
    .where(({ eb, lit }) => eb('stored', '=', lit(1)))
    .orderBy('image_id'),
);

/** Oldest first. */
export const list = async (db: Db, key: AttemptKey): Promise<ProctoringImage[]> => (await ofAttempt(db, key)).rows;

const counted = prepared<AttemptKey, { images: number }>((db, p) =>
  db
    .selectFrom('proctoring_images')
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .where(keyIs(p, 'invitation_id', 'attempt'))
    .where(({ eb, lit }) => eb('stored', '=', lit(1))),
);

/** How many images an attempt has, which `recordingBounds` limits. */
export const count = async (db: Db, key: AttemptKey): Promise<number> => Number((await counted(db, key)).rows[0]?.images ?? 0);

const storageKeysOf = rowsOf('proctoring_images', 'invitation_id', 'attempt').all(['storage_key']);

/** Which files an attempt's images name, also those that are reserved. */
export const storageKeys = async (db: Db, key: AttemptKey): Promise<Set<string>> => {
  return new Set((await storageKeysOf(db, key)).map(({ storage_key }) => storage_key));
};

/** Where the latest images of an account are, whichever that is. */
export const sampleKeys = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db.kysely
      .selectFrom('proctoring_images')
      .select('storage_key')
      .where(({ eb, lit }) => eb('stored', '=', lit(1)))
      .orderBy('account_id', 'desc')
      .orderBy('image_id', 'desc')
      .limit(limit)
      .execute()
  ).map(({ storage_key }) => storage_key);

const byId = prepared<{ accountId: number; invitationId: number; imageId: number }, ProctoringImage>((db, p) =>
  db
    .selectFrom('proctoring_images')
    .selectAll()
    .where(keyIs(p, 'image_id', 'invitation_id'))
    .where(({ eb, lit }) => eb('stored', '=', lit(1))),
);

export const find = async (
  db: Db,
  key: { accountId: number; invitationId: number; imageId: number },
): Promise<ProctoringImage | undefined> => (await byId(db, key)).rows[0];
