import { type CodeAnswer, type Edit, Edits } from '@assay/domain';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn } from '../../json-column.ts';
import { rowsOf } from '../../rows-of.ts';
import type { AttemptKey } from './attempt-key.ts';

type TextKey = AttemptKey & { readonly questionId: number; readonly language: CodeAnswer['language'] };
export type TypedText = Omit<TextKey, keyof AttemptKey> & {
  readonly edits: readonly Edit[];
  readonly sessionId: string | null;
  readonly batch: number;
};

const column = jsonColumn('typed_texts.edits', (value): readonly Edit[] => Edits.parse(value));

const counts = rowsOf('typed_texts', 'invitation_id', 'attempt').all(
  ['question_id', 'language', 'edit_count', 'session_id', 'batch'],
  'question_id',
  'language',
);

/** The texts of an attempt without their edits. */
export const listCounts = async (db: Db, key: AttemptKey): Promise<(Omit<TypedText, 'edits'> & { readonly count: number })[]> =>
  (await counts(db, key)).map(({ question_id: questionId, language, edit_count: count, session_id: sessionId, batch }) => ({
    questionId,
    language,
    count,
    sessionId,
    batch,
  }));

const one = rowsOf('typed_texts', 'invitation_id', 'attempt', 'question_id', 'language').one(['edits']);

/** The edits of one text; none if it has no record. */
export const findEdits = async (db: Db, key: TextKey): Promise<readonly Edit[]> => {
  const row = await one(db, key);
  const { questionId, language } = key;
  return row === undefined ? [] : column.read(row.edits, { questionId, language });
};

type Upsert = TextKey & { edits: string; editCount: number; sessionId: string | null; batch: number };

const upsert = prepared<Upsert, never>((db, p) =>
  db
    .insertInto('typed_texts')
    .values({
      account_id: p('accountId'),
      invitation_id: p('invitationId'),
      attempt: p('attempt'),
      question_id: p('questionId'),
      language: p('language'),
      edits: p('edits'),
      edit_count: p('editCount'),
      session_id: p('sessionId'),
      batch: p('batch'),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'invitation_id', 'attempt', 'question_id', 'language']).doUpdateSet((eb) => ({
        edits: eb.ref('excluded.edits'),
        edit_count: eb.ref('excluded.edit_count'),
        session_id: eb.ref('excluded.session_id'),
        batch: eb.ref('excluded.batch'),
      })),
    ),
);

/** Replaces what is recorded of a text. */
export const save = async (tx: Tx, key: AttemptKey, { edits, ...text }: TypedText): Promise<void> => {
  await upsert(tx, { ...key, ...text, edits: column.write(edits), editCount: edits.length });
};
