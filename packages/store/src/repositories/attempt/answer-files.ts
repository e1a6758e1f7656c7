import type { Selectable } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { rowsOf } from '../../rows-of.ts';
import type { AnswerFileRow } from '../../schema.ts';

export type AnswerFile = Selectable<AnswerFileRow>;

type Key = { readonly accountId: number; readonly fileId: string };

const file = rowsOf('answer_files', 'file_id');
const change = file.updateIf();

export const insert = async (tx: Tx, row: Omit<AnswerFile, 'settled'>): Promise<void> => {
  await tx.kysely
    .insertInto('answer_files')
    .values({ ...row, settled: 0 })
    .execute();
};

/** Oldest first; `recordingBounds` bounds how many there are. */
export const list = rowsOf('answer_files', 'invitation_id', 'attempt').all('*', 'created_at', 'file_id');

/** Where some files of late attempts are, in whichever account. */
export const sampleKeys = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db.kysely
      .selectFrom('answer_files')
      .select('storage_key')
      .orderBy('account_id', 'desc')
      .orderBy('invitation_id', 'desc')
      .orderBy('attempt', 'desc')
      .limit(limit)
      .execute()
  ).map(({ storage_key }) => storage_key);

/** A file that was uploaded to this question in this attempt. */
export const find = rowsOf('answer_files', 'file_id', 'invitation_id', 'attempt', 'question_id').one('*');

/** False when it is gone already. */
export const { remove } = file;

export const settle = async (tx: Tx, { accountId, fileId }: Key): Promise<void> => {
  await change(tx, { account_id: accountId, file_id: fileId }, { settled: 1 });
};

type Walk = {
  readonly accountId: number;
  readonly before: number;
  readonly afterAt: number;
  readonly afterId: string;
  readonly limit: number;
};

const unsettled = prepared<Walk, AnswerFile>((db, p) =>
  db
    .selectFrom('answer_files')
    .selectAll()
    .where('account_id', '=', p('accountId'))
    .where(({ eb, lit }) => eb('settled', '=', lit(0)))
    .where('created_at', '<', p('before'))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'file_id'), '>', tuple(p('afterAt'), p('afterId'))))
    .orderBy('created_at')
    .orderBy('file_id')
    .limit(p('limit')),
);

/** Files that were uploaded before `before` and may not be wanted any more, oldest first, after the one named. */
export const listUnsettled = async (db: Db, walk: Walk): Promise<AnswerFile[]> => (await unsettled(db, walk)).rows;
