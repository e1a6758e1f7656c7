import { sql } from 'kysely';
import { countUpTo } from '../../count-up-to.ts';
import type { Db } from '../../db.ts';
import { graderOrder, type IdRange } from './grader-order.ts';
import { find, type Review } from './reviews.ts';

type Listed = {
  readonly accountId: number;
  readonly state: 'open' | 'graded';
  readonly testId?: number | undefined;
  readonly questionId?: number | undefined;
};

const listed = (db: Db, { accountId, state, testId, questionId }: Listed) =>
  db.kysely
    .selectFrom('reviews')
    .where('account_id', '=', accountId)
    .$if(state === 'open', (query) => query.where('closed_at', 'is', sql.lit(null)))
    .$if(state === 'graded', (query) => query.where('state', '=', sql.lit('graded')))
    .$if(testId !== undefined, (query) => query.where('test_id', '=', testId ?? 0))
    .$if(questionId !== undefined, (query) => query.where('question_id', '=', questionId ?? 0));

const dayMilliseconds = 86_400_000;

const dayOf = ({ created_at }: Review): number => Math.floor(created_at / dayMilliseconds);

/** As the indexes say it. */
const day = sql<number>`(created_at / ${sql.lit(dayMilliseconds)})`;

/** Days in the order of the list: what is open oldest first, what is graded newest first. */
const daysAfter = (db: Db, which: Listed, after: number | undefined, limit: number): Promise<Review[]> => {
  const isOpen = which.state === 'open';
  return listed(db, which)
    .selectAll()
    .$if(after !== undefined, (query) => query.where(day, isOpen ? '>' : '<', after ?? 0))
    .orderBy(day, isOpen ? 'asc' : 'desc')
    .orderBy('public_id', isOpen ? 'asc' : 'desc')
    .limit(limit)
    .execute();
};

const holds = ({ from, to }: IdRange, id: number): boolean => id >= from && id < to;

/** Rows of one day in the order of the grader, after that with the id `after`. */
const ofDay = async (db: Db, which: Listed, order: readonly IdRange[], on: { day: number; after?: number; limit: number }) => {
  const { after } = on;
  const found: Review[] = [];
  const first = after === undefined ? 0 : order.findIndex((range) => holds(range, after));
  for (const [index, { from, to, isUp }] of order.slice(first).entries()) {
    if (found.length >= on.limit) break;
    const isBegun = index === 0 && after !== undefined;
    const rows = await listed(db, which)
      .selectAll()
      .where(day, '=', on.day)
      .where('public_id', isBegun && isUp ? '>' : '>=', isBegun && isUp ? after : from)
      .where('public_id', '<', isBegun && !isUp ? after : to)
      .orderBy('public_id', isUp ? 'asc' : 'desc')
      .limit(on.limit - found.length)
      .execute();
    found.push(...rows);
  }
  return found;
};

/** Whole days as they were read, each in the order of the grader. */
const shuffled = (rows: readonly Review[], order: readonly IdRange[]): Review[] => {
  const days = new Map<number, Review[]>();
  for (const row of rows) days.set(dayOf(row), [...(days.get(dayOf(row)) ?? []), row]);
  return [...days.values()].flatMap((ofOne) =>
    order.flatMap((range) =>
      ofOne
        .filter(({ public_id }) => holds(range, public_id))
        .sort((one, other) => (range.isUp ? 1 : -1) * (one.public_id - other.public_id)),
    ),
  );
};

type Page = { readonly grader: number; readonly after: number | undefined; readonly limit: number };

/**
 * A page by day, and within a day in an order of the grader's own that stays: reviews of one attempt are no neighbours. Of a day with more
 * rows than a page only those of the page are read. Undefined if there is no review with the id `after`.
 */
export const listQueue = async (db: Db, { grader, after, limit, ...which }: Listed & Page): Promise<Review[] | undefined> => {
  const last = after === undefined ? undefined : await find(db, { accountId: which.accountId, publicId: after });
  if (after !== undefined && last === undefined) return undefined;
  const order = graderOrder(which.accountId, grader);
  const found = last === undefined ? [] : await ofDay(db, which, order, { day: dayOf(last), after: last.public_id, limit });
  if (found.length >= limit) return found;
  const missing = limit - found.length;
  const next = await daysAfter(db, which, last === undefined ? undefined : dayOf(last), missing);
  const end = next.at(-1);
  // The last of these days may have further rows; the others are whole.
  const cut = end === undefined || next.length < missing ? undefined : dayOf(end);
  found.push(
    ...shuffled(
      next.filter((row) => dayOf(row) !== cut),
      order,
    ),
  );
  return cut === undefined ? found : [...found, ...(await ofDay(db, which, order, { day: cut, limit: limit - found.length }))];
};

/** Counted no further than `most`. */
export const countListed = (db: Db, which: Listed, most: number): Promise<number> =>
  countUpTo(db, listed(db, which).select('review_id'), most);
