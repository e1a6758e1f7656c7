import { sql } from 'kysely';
import { type Db, prepared } from '../../db.ts';
import { never } from './reports.ts';

/** A report that is not due, in the order of their due times. */
export type Waiting = {
  readonly account_id: number;
  readonly invitation_id: number;
  readonly attempt: number;
  readonly not_before: number;
};

type Page = { readonly after: Waiting; readonly limit: number };

const page = prepared<Waiting & { limit: number }, Waiting & { open: number }>((db, p) =>
  db
    .selectFrom('reports as r')
    .select(['r.account_id', 'r.invitation_id', 'r.attempt', 'r.not_before'])
    .select(
      sql<number>`case when (
          exists (select 1 from gradings g where g.account_id = r.account_id and g.invitation_id = r.invitation_id
            and g.attempt = r.attempt and g.graded_at is null)
          or exists (select 1 from reviews v where v.account_id = r.account_id and v.invitation_id = r.invitation_id
            and v.attempt = r.attempt and v.closed_at is null)
        ) and not exists (select 1 from regrades w where w.account_id = r.account_id and w.test_id = r.test_id
          and w.done_at is not null and w.version > coalesce(r.key_version, r.version))
        then 1 else 0 end`.as('open'),
    )
    .where('r.status', '<>', sql.lit('Generated'))
    .where('r.status', '=', sql.lit('In progress'))
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('r.not_before', 'r.account_id', 'r.invitation_id', 'r.attempt'),
        '>',
        tuple(p('not_before'), p('account_id'), p('invitation_id'), p('attempt')),
      ),
    )
    .where('r.not_before', '<', sql.lit(never))
    .orderBy('r.not_before')
    .orderBy('r.account_id')
    .orderBy('r.invitation_id')
    .orderBy('r.attempt')
    .limit(p('limit')),
);

/**
 * The reports of all accounts that wait, after one of them. `isIdle`: it has no open grading and no open review, or it was passed by the last
 * regrade of its test.
 */
export const listAfter = async (db: Db, { after, limit }: Page): Promise<(Waiting & { readonly isIdle: boolean })[]> => {
  const { rows } = await page(db, { ...after, limit });
  return rows.map(({ open, ...waiting }) => ({ ...waiting, isIdle: open === 0 }));
};
