import type { ReportContent, ReportFigures, ReportStatus } from '@assay/domain';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { countUpTo } from '../../count-up-to.ts';
import { type Db, prepared, type Tx } from '../../db.ts';
import { havingBelow, newestFirst } from '../../newest-of.ts';
import { newNonce } from '../../nonce.ts';
import { oneOfIds } from '../../one-of-ids.ts';
import { keyIs, rowsOf } from '../../rows-of.ts';
import type { AccountRow, InvitationRow, Schema } from '../../schema.ts';
import { attemptKeyOf } from '../attempt/attempt-key.ts';
import { readFigures } from '../report/figures.ts';
import { readContent } from '../report/reports.ts';

export type Invitation = Selectable<InvitationRow>;

/** The candidate and what they are invited to; each has at most one current invitation. */
export type InvitationIdentity = {
  readonly accountId: number;
  readonly testId: number;
  readonly testLinkId: number;
  readonly emailKey: string;
};

export type NewInvitation = InvitationIdentity & {
  readonly email: string;
  readonly fullName: string;
  readonly searchText: string;
  readonly callbackUrl: string | null;
  readonly redirectUrl: string | null;
  readonly origin: Invitation['origin'];
  readonly emailConfirmed: Invitation['email_confirmed'];
  readonly now: number;
};

const row = rowsOf('invitations', 'invitation_id');
const change = row.updateIf();

/** What a take URL carries. */
export type Addressed = Pick<Invitation, 'account_id' | 'invitation_id' | 'generation' | 'nonce'>;

const insert = prepared<NewInvitation & { nonce: string }, Pick<Addressed, 'invitation_id'>>((db, p, { tellsId }) =>
  db
    .insertInto('invitations')
    .values(({ lit }) => ({
      account_id: p('accountId'),
      test_id: p('testId'),
      test_link_id: p('testLinkId'),
      email: p('email'),
      email_key: p('emailKey'),
      full_name: p('fullName'),
      search_text: p('searchText'),
      callback_url: p('callbackUrl'),
      redirect_url: p('redirectUrl'),
      status: 'Pending',
      generation: lit(1),
      is_current: lit(1),
      extra_minutes: lit(0),
      attempt: lit(1),
      created_at: p('now'),
      updated_at: p('now'),
      origin: p('origin'),
      email_confirmed: p('emailConfirmed'),
      nonce: p('nonce'),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .$if(!tellsId, (query) => query.returning('invitation_id')),
);

/** The new invitation; undefined if the candidate has a current one. */
export const insertCurrent = async (tx: Tx, row: NewInvitation): Promise<Addressed | undefined> => {
  const nonce = newNonce();
  const { rows, insertedId = rows[0]?.invitation_id } = await insert(tx, { ...row, nonce });
  return insertedId === undefined ? undefined : { account_id: row.accountId, invitation_id: insertedId, generation: 1, nonce };
};

/** Deletes an invitation that this very transaction inserted: nobody has seen it. */
export const takeBack = async (tx: Tx, { account_id, invitation_id }: Addressed): Promise<void> => {
  await row.remove(tx, { accountId: account_id, invitationId: invitation_id });
};

const currentOf = prepared<InvitationIdentity, Invitation>((db, p, { rowLocks }) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where(keyIs(p, 'test_id', 'test_link_id', 'email_key'))
    .where(({ eb, lit }) => eb('is_current', '=', lit(1)))
    .$if(rowLocks, (query) => query.forNoKeyUpdate()),
);

export const lockCurrent = async (tx: Tx, identity: InvitationIdentity): Promise<Invitation | undefined> =>
  (await currentOf(tx, identity)).rows[0];

/** Sorted after they are found: PostgreSQL would else walk all ids to find a few in their order. */
const lockInOrder = sql`invitation_id + 0`;

const currentOfTest = prepared<Omit<InvitationIdentity, 'testLinkId'>, Invitation>((db, p, { rowLocks }) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where(keyIs(p, 'test_id', 'email_key'))
    .where(({ eb, lit }) => eb('is_current', '=', lit(1)))
    .$if(rowLocks, (query) => query.orderBy(lockInOrder).forNoKeyUpdate()),
);

type WithId = Pick<Invitation, 'invitation_id'>;

const byIdDown = (one: WithId, other: WithId): number => other.invitation_id - one.invitation_id;

/** The candidate's current invitations to a test, directly and by each link, newest first; locked oldest first, as all are. */
export const lockCurrentOfTest = async (tx: Tx, candidate: Omit<InvitationIdentity, 'testLinkId'>): Promise<Invitation[]> =>
  (await currentOfTest(tx, candidate)).rows.toSorted(byIdDown);

/**
 * Until this transaction ends, other joins with this address wait: two of them, by a link and by another one, would both find no
 * invitation, and two would both find room for one more mail.
 */
export const lockJoiner = async (tx: Tx, accountId: number, emailKey: string): Promise<void> => {
  if (tx.traits.rowLocks) await tx.execute('select pg_advisory_xact_lock(hashtextextended($1, $2))', [emailKey, accountId]);
};

type Key = { readonly accountId: number; readonly invitationId: number };

export const find = row.one('*');

/** A shared lock: answers are saved concurrently, while completing the attempt waits for them. */
export const lockShared = row.locked('*', 'share');

export const lock = row.locked('*', 'update');

/** Undefined also if another transaction has it. */
export const lockIfFree = row.locked('*', 'free');

const locked = prepared<{ accountId: number; ids: string }, { invitation_id: number }>((db, p, { engine }) =>
  db
    .selectFrom('invitations')
    .select('invitation_id')
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', 'in', oneOfIds(p('ids'), engine))
    .orderBy(lockInOrder)
    .forNoKeyUpdate(),
);

/** Oldest first: in one order, so that two transactions which lock several do not wait for each other. */
export const lockAll = async (tx: Tx, accountId: number, invitationIds: readonly number[]): Promise<void> => {
  if (!tx.traits.rowLocks || invitationIds.length === 0) return;
  await locked(tx, { accountId, ids: JSON.stringify(invitationIds) });
};

/** Writes only if status and attempt are still what `from` says; false is a conflict. */
export const update = row.updateIf('status', 'attempt', 'is_current');

/** The candidate's current invitation to this test becomes an earlier one, so that a reattempt can be inserted. */
export const retireCurrent = async (tx: Tx, { accountId, testId, testLinkId, emailKey }: InvitationIdentity, at: number): Promise<void> => {
  await tx.kysely
    .updateTable('invitations')
    .set({ is_current: 0, updated_at: at })
    .where('account_id', '=', accountId)
    .where('test_id', '=', testId)
    .where('test_link_id', '=', testLinkId)
    .where('email_key', '=', emailKey)
    .where('is_current', '=', 1)
    .execute();
};

/** Undoes `retireCurrent` of this very transaction. */
export const reinstate = async (tx: Tx, invitation: Invitation): Promise<void> => {
  await change(tx, invitation, { is_current: 1, updated_at: invitation.updated_at });
};

export const archiveAttempt = async (tx: Tx, invitation: Invitation, at: number): Promise<void> => {
  const { version, started_at, deadline } = invitation;
  if (version === null || started_at === null || deadline === null) throw new Error('only a started attempt can be archived');
  await tx.kysely
    .insertInto('archived_attempts')
    .values({
      account_id: invitation.account_id,
      invitation_id: invitation.invitation_id,
      attempt: invitation.attempt,
      version,
      started_at,
      deadline,
      completed_at: invitation.completed_at,
      completed_by: invitation.completed_by,
      archived_at: at,
    })
    .execute();
};

type Silence = { readonly now: number; readonly silenceMs: number };

/**
 * Whether an attempt waits for answers that were typed before its deadline: a page named a session and then was not heard of in the
 * last `silenceMs` before the deadline, as one without a network is not. A page with a network submits, or has sent all it has.
 */
const waitsForLate = (eb: ExpressionBuilder<Schema & { i: InvitationRow; a: AccountRow }, 'i' | 'a'>, { now, silenceMs }: Silence) =>
  eb.and([
    // Not null, as the negation of null would be null, and an attempt without a session would never be overdue.
    eb(sql`coalesce(i.session_id, '')`, '<>', sql.lit('')),
    eb(eb.ref('i.deadline'), '>=', sql<number>`${now} - a.late_minutes * 60000`),
    eb(sql<number>`coalesce(i.seen_at, i.started_at)`, '<', sql<number>`i.deadline - ${silenceMs}`),
  ]);

const withAccount = (db: Db['kysely']) => db.selectFrom('invitations as i').innerJoin('accounts as a', 'a.account_id', 'i.account_id');

const waiting = prepared<Key & Silence, { invitation_id: number }>((db, p) =>
  withAccount(db)
    .select('i.invitation_id')
    .where('i.account_id', '=', p('accountId'))
    .where('i.invitation_id', '=', p('invitationId'))
    .where((eb) => waitsForLate(eb, { now: p('now'), silenceMs: p('silenceMs') })),
);

/** Whether the running attempt waits for late answers now. */
export const isWaiting = async (db: Db, key: Key & Silence): Promise<boolean> => (await waiting(db, key)).rows.length > 0;

type Overdue = Silence & { readonly graceMs: number; readonly limit: number };

const overdue = prepared<Silence & { before: number; limit: number }, { account_id: number; invitation_id: number }>((db, p) =>
  withAccount(db)
    .select(['i.account_id', 'i.invitation_id'])
    .where('i.status', '=', sql.lit('In progress'))
    .where('i.deadline', '<', p('before'))
    .where((eb) => eb.not(waitsForLate(eb, { now: p('now'), silenceMs: p('silenceMs') })))
    .orderBy('i.deadline')
    .limit(p('limit')),
);

/** Attempts in progress whose deadline and grace have passed, of all accounts, without those that wait for late answers. */
export const listOverdue = async (db: Db, { graceMs, ...of }: Overdue) => (await overdue(db, { ...of, before: of.now - graceMs })).rows;

// Savers hold a shared lock: two that both waited for an update would deadlock. One that skips leaves the mark to the next request.
const seen = prepared<Key & { now: number }, never>((db, p, { rowLocks }) =>
  db
    .updateTable('invitations')
    .set({ seen_at: p('now') })
    .where('account_id', '=', p('accountId'))
    .where('invitation_id', 'in', (eb) =>
      eb
        .selectFrom('invitations')
        .select('invitation_id')
        .where(keyIs(p, 'invitation_id'))
        .$if(rowLocks, (query) => query.forNoKeyUpdate().skipLocked()),
    ),
);

/**
 * The page of a running attempt was heard of now. Only whether it was in the last `silenceMs` before the deadline matters, so an attempt
 * writes it once.
 */
export const markSeen = async (
  tx: Tx,
  { account_id: accountId, invitation_id: invitationId, seen_at, deadline }: Invitation,
  { now, silenceMs }: Silence,
): Promise<void> => {
  if (deadline === null || now > deadline || now < deadline - silenceMs || (seen_at ?? 0) >= deadline - silenceMs) return;
  await seen(tx, { accountId, invitationId, now });
};

/** With the report of its present attempt, if there is one; its figures are null until it is generated. */
export type InvitationWithReport = Invitation & {
  readonly report_status: ReportStatus | null;
  readonly figures: ReportFigures | null;
};

type JoinedRow = Omit<InvitationWithReport, 'figures'> & { readonly figures: string | null };

const withFigures = <Row extends JoinedRow>(row: Row) => ({ ...row, figures: readFigures(row.figures, attemptKeyOf(row)) });

const all = (db: Db['kysely']) => db.selectFrom('invitations as i');

const joinReport = (query: ReturnType<typeof all>) =>
  query
    .leftJoin('reports as r', (join) =>
      join.onRef('r.account_id', '=', 'i.account_id').onRef('r.invitation_id', '=', 'i.invitation_id').onRef('r.attempt', '=', 'i.attempt'),
    )
    .selectAll('i')
    .select(['r.status as report_status', 'r.figures']);

const withReport = (db: Db['kysely']) => joinReport(all(db));

const oneWithReport = prepared<Key, JoinedRow>((db, p) =>
  withReport(db).where('i.account_id', '=', p('accountId')).where('i.invitation_id', '=', p('invitationId')),
);

export const findWithReport = async (db: Db, key: Key): Promise<InvitationWithReport | undefined> => {
  const row = (await oneWithReport(db, key)).rows[0];
  return row && withFigures(row);
};

const currentWithReport = prepared<InvitationIdentity, JoinedRow>((db, p) =>
  withReport(db)
    .where('i.account_id', '=', p('accountId'))
    .where('i.test_id', '=', p('testId'))
    .where('i.test_link_id', '=', p('testLinkId'))
    .where('i.email_key', '=', p('emailKey'))
    .where(({ eb, lit }) => eb('i.is_current', '=', lit(1))),
);

export const findCurrentWithReport = async (db: Db, identity: InvitationIdentity): Promise<InvitationWithReport | undefined> => {
  const row = (await currentWithReport(db, identity)).rows[0];
  return row && withFigures(row);
};

type ListFilter = {
  readonly accountId: number;
  readonly testId: number;
  readonly status: Invitation['status'] | undefined;
};

const listed = (db: Db, { accountId, testId, status }: ListFilter) => {
  const query = all(db.kysely).where('i.account_id', '=', accountId).where('i.test_id', '=', testId);
  return status === undefined ? query : query.where('i.status', '=', status);
};

/** Newest first, below the id `before`. */
export const listPage = async (
  db: Db,
  { before, limit, ...filter }: ListFilter & { readonly before: number | undefined; readonly limit: number },
): Promise<InvitationWithReport[]> => {
  const { accountId, testId, status } = filter;
  const values: Record<string, string> = status === undefined ? {} : { 'i.status': status };
  const query = joinReport(all(db.kysely))
    .where('i.account_id', '=', accountId)
    .where('i.test_id', '=', testId)
    .where(havingBelow(db, values, 'i.invitation_id', before ?? Number.MAX_SAFE_INTEGER));
  return (
    await query
      .orderBy(newestFirst(db, values, 'i.invitation_id'))
      .limit(limit)
      .execute()
  ).map(withFigures);
};

const inProgress = prepared<{ accountId: number; now: number; most: number }, { count: number }>((db, p) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('invitations')
        .select('deadline')
        .where('account_id', '=', p('accountId'))
        .where('status', '=', sql.lit('In progress'))
        .where('deadline', '>', p('now'))
        // In order, so that PostgreSQL reads the index.
        .orderBy('deadline')
        .limit(p('most'))
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count')),
);

/** Attempts of an account whose deadline is ahead, counted no further than `most`. */
export const countInProgress = async (
  db: Db,
  { most = 10_000, ...of }: { readonly accountId: number; readonly now: number; readonly most?: number },
): Promise<number> => Number((await inProgress(db, { ...of, most })).rows[0]?.count ?? 0);

/** How many fit the filter, counted no further than `most`. */
export const countListed = (db: Db, { most, ...filter }: ListFilter & { readonly most: number }): Promise<number> =>
  // In order, so that PostgreSQL reads the index.
  countUpTo(db, listed(db, filter).select('i.invitation_id').orderBy('i.invitation_id'), most);

const byIds = prepared<{ accountId: number; ids: string }, JoinedRow>((db, p, { engine }) =>
  withReport(db)
    .where('i.account_id', '=', p('accountId'))
    .where('i.invitation_id', 'in', oneOfIds(p('ids'), engine)),
);

/** Those that a search found, newest first. */
export const listByIds = async (db: Db, accountId: number, ids: readonly number[]): Promise<InvitationWithReport[]> =>
  (await byIds(db, { accountId, ids: JSON.stringify(ids) })).rows.toSorted(byIdDown).map(withFigures);

type ExportColumns = {
  readonly generated_at: number | null;
  readonly key_version: number | null;
  readonly test_link_name: string | null;
};

export type ExportedInvitation = InvitationWithReport &
  ExportColumns & {
    /** Parses when it is called: parsing a whole page at once would block the event loop. */
    readonly readContent: () => ReportContent | null;
  };

type ExportedRow = JoinedRow & ExportColumns & { readonly content: string | null };

const exported = prepared<{ accountId: number; testId: number; before: number; limit: number }, ExportedRow>((db, p) =>
  withReport(db)
    .leftJoin('test_links as l', (join) => join.onRef('l.account_id', '=', 'i.account_id').onRef('l.test_link_id', '=', 'i.test_link_id'))
    .select(['r.content', 'r.generated_at', 'r.key_version', 'l.name as test_link_name'])
    .where('i.account_id', '=', p('accountId'))
    .where('i.test_id', '=', p('testId'))
    .where('i.invitation_id', '<', p('before'))
    .orderBy('i.invitation_id', 'desc')
    .limit(p('limit')),
);

/** Newest first, below the id `before`, with the content of the report. */
export const exportPage = async (
  db: Db,
  page: { accountId: number; testId: number; before: number; limit: number },
): Promise<ExportedInvitation[]> =>
  (await exported(db, page)).rows.map(({ content, ...row }) => ({
    ...withFigures(row),
    readContent: () => readContent(content, attemptKeyOf(row)),
  }));

const newest = prepared<{ accountId: number; testId: number }, { invitation_id: number }>((db, p) =>
  db.selectFrom('invitations').select('invitation_id').where(keyIs(p, 'test_id')).orderBy('invitation_id', 'desc').limit(sql.lit(1)),
);

/** 0 when the test has no invitations. */
export const newestId = async (db: Db, accountId: number, testId: number): Promise<number> =>
  (await newest(db, { accountId, testId })).rows[0]?.invitation_id ?? 0;

export type StatusCount = { readonly test_id: number; readonly status: Invitation['status']; readonly current: number };

/** How many current invitations of these tests are in each status; undefined if they have more than `most` in all. */
export const countByStatus = async (
  db: Db,
  { accountId, testIds, most }: { accountId: number; testIds: readonly number[]; most: number },
): Promise<readonly StatusCount[] | undefined> => {
  const columns = db.kysely.selectFrom('invitations').select(['test_id', 'status', 'is_current']).where('account_id', '=', accountId);
  // PostgreSQL would read the whole table for tests that have most of it.
  const some =
    db.traits.engine === 'postgres'
      ? db.kysely
          .selectFrom(sql<{ id: number }>`(select json_array_elements_text(${JSON.stringify(testIds)}::json)::bigint as id)`.as('t'))
          .innerJoinLateral(
            columns
              .where(sql<boolean>`test_id = t.id`)
              .orderBy('status')
              .orderBy('invitation_id')
              .limit(most + 1)
              .as('of_test'),
            (join) => join.onTrue(),
          )
          .select(['of_test.test_id', 'of_test.status', 'of_test.is_current'])
          .limit(most + 1)
      : columns.where('test_id', 'in', testIds).limit(most + 1);
  const counts = await db.kysely
    .selectFrom(some.as('some'))
    .select(({ fn }) => ['test_id', 'status', fn.sum('is_current').as('current'), fn.countAll<number>().as('rows')])
    .groupBy(['test_id', 'status'])
    .execute();
  const read = counts.reduce((sum, { rows }) => sum + rows, 0);
  return read > most ? undefined : counts.map(({ rows: _, current, ...of }) => ({ ...of, current: Number(current) }));
};

type OfStatus = { readonly accountId: number; readonly testId: number; readonly status: Invitation['status'] };
type Counted = { readonly rows: number; readonly current: number | string | null; readonly latest: number | null };

const counted = prepared<OfStatus & { above: number; most: number }, Counted>((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('invitations')
        .select(['invitation_id', 'is_current'])
        .where(keyIs(p, 'test_id', 'status'))
        .where('invitation_id', '>', p('above'))
        .orderBy('invitation_id')
        .limit(p('most'))
        .as('some'),
    )
    .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum('is_current').as('current'), fn.max('invitation_id').as('latest')]),
);

/** `next` is where to go on; undefined after the last row. */
export type CountedRows = { readonly current: number; readonly next: number | undefined };

/** The same of a test and a status with any number of rows, of which `most` above the id `above` are read. */
export const countOfStatus = async (
  db: Db,
  { most, ...of }: OfStatus & { readonly above: number; readonly most: number },
): Promise<CountedRows> => {
  const [{ rows, current, latest } = { rows: 0, current: 0, latest: null }] = (await counted(db, { ...of, most })).rows;
  return { current: Number(current), next: rows < most ? undefined : (latest ?? undefined) };
};
