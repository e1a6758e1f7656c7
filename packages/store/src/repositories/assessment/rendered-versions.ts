import type { LargeText } from '@assay/domain';
import type { Selectable } from 'kysely';
import { type Db, prepared, type Tx } from '../../db.ts';
import { keyIs } from '../../rows-of.ts';
import type { RenderedVersionRow } from '../../schema.ts';
import * as largeTexts from './large-texts.ts';

type VersionKey = { readonly accountId: number; readonly testId: number; readonly version: number };
/** `digest` names a text of megabytes; without it `content` is all of it. */
export type Rendered = { readonly renderer: number; readonly content: string; readonly digest: string | null };

type New = Omit<Selectable<RenderedVersionRow>, 'content' | 'content_digest'> & { readonly content: string | LargeText };

/** What a newer renderer wrote stays. A large text is staged. */
export const put = async (tx: Tx, { content, ...row }: New): Promise<void> => {
  const named = typeof content === 'string' ? { content, content_digest: null } : { content: '', content_digest: content.digest };
  if (typeof content !== 'string') await largeTexts.keep(tx, row.account_id, [content.digest]);
  await tx.kysely
    .insertInto('rendered_versions')
    .values({ ...row, ...named })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'test_id', 'version'])
        .doUpdateSet((eb) => ({
          renderer: eb.ref('excluded.renderer'),
          content: eb.ref('excluded.content'),
          content_digest: eb.ref('excluded.content_digest'),
          rendered_at: eb.ref('excluded.rendered_at'),
        }))
        .whereRef('rendered_versions.renderer', '<', 'excluded.renderer'),
    )
    .execute();
};

const one = prepared<VersionKey & { renderer: number }, Rendered>((db, p) =>
  db
    .selectFrom('rendered_versions')
    .select(['renderer', 'content', 'content_digest as digest'])
    .where(keyIs(p, 'test_id', 'version'))
    .where('renderer', '>=', p('renderer')),
);

/** Undefined if this renderer, or a newer one, has not rendered it yet. */
export const find = async (db: Db, key: VersionKey & { readonly renderer: number }): Promise<Rendered | undefined> =>
  (await one(db, key)).rows[0];

type Of = { readonly accountId: number; readonly testId: number; readonly version: number };

/** Gives a version what one with the same texts has. */
export const copy = async (tx: Tx, from: Of, to: Of): Promise<void> => {
  await tx.kysely
    .insertInto('rendered_versions')
    .columns(['account_id', 'test_id', 'version', 'renderer', 'content', 'content_digest', 'rendered_at'])
    .expression((db) =>
      db
        .selectFrom('rendered_versions')
        .select((eb) => [
          'account_id',
          eb.cast<number>(eb.val(to.testId), 'bigint').as('test_id'),
          eb.cast<number>(eb.val(to.version), 'bigint').as('version'),
          'renderer',
          'content',
          'content_digest',
          'rendered_at',
        ])
        .where('account_id', '=', from.accountId)
        .where('test_id', '=', from.testId)
        .where('version', '=', from.version),
    )
    .execute();
};

export type Walked = { readonly accountId: number; readonly testId: number };

/** Of a slice of the tests, the present versions that this renderer, or a newer one, has not rendered; `isActive` first, and then the others. */
export const listOutdated = async (
  db: Db,
  {
    renderer,
    isActive,
    after,
    limit,
  }: { readonly renderer: number; readonly isActive: boolean; readonly after: Walked; readonly limit: number },
): Promise<readonly (VersionKey & { readonly isOutdated: boolean })[]> => {
  const present = db.kysely
    .selectFrom('tests')
    .leftJoin('rendered_versions', (join) =>
      join
        .onRef('rendered_versions.account_id', '=', 'tests.account_id')
        .onRef('rendered_versions.test_id', '=', 'tests.test_id')
        .onRef('rendered_versions.version', '=', 'tests.version'),
    )
    .select(['tests.account_id', 'tests.test_id', 'tests.version', 'tests.status', 'rendered_versions.renderer'])
    .orderBy('tests.account_id')
    .orderBy('tests.test_id');
  // In two steps: for one comparison of both, SQLite begins at the account's first test, whichever comes after.
  const ofAccount = present.where('tests.account_id', '=', after.accountId).where('tests.test_id', '>', after.testId);
  const rows = await ofAccount.limit(limit).execute();
  if (rows.length < limit)
    rows.push(
      ...(await present
        .where('tests.account_id', '>', after.accountId)
        .limit(limit - rows.length)
        .execute()),
    );
  return rows.map((row) => ({
    accountId: row.account_id,
    testId: row.test_id,
    version: row.version,
    isOutdated: (row.status === 'Active') === isActive && (row.renderer ?? 0) < renderer,
  }));
};
