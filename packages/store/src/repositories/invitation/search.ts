import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db.ts';
import { wordsOf as wordsOfRow } from '../../migrations/first-schema/search.ts';
import { havingBelow, newestFirst } from '../../newest-of.ts';
import { type Below, type Found, rowsPerSlice } from '../../search-slice.ts';
import type { Invitation } from './invitations.ts';

/** Invitations of a test, of one status or of all, that have `text` anywhere in the email address or the name. */
export type Searched = {
  readonly accountId: number;
  readonly testId: number;
  readonly status: Invitation['status'] | undefined;
  /** In lower case and NFC, as what is searched is. */
  readonly text: string;
};

const mostHits = 500;
/** Ids that are together in the index, see the first schema. */
const blockSize = 2 ** 15;
/** A longer text is found by these many of its words: the row is compared anyway. */
const mostWords = 16;

const ofFilter = ({ accountId, testId, status }: Searched): RawBuilder<unknown> =>
  sql`account_id = ${accountId} and test_id = ${testId}${status === undefined ? sql`` : sql` and status = ${status}`}`;

const hasText = (db: Db, { text }: Searched): RawBuilder<unknown> =>
  db.traits.engine === 'postgres' ? sql`strpos(search_text, ${text}) > 0` : sql`instr(search_text, ${text}) > 0`;

type Id = { readonly invitation_id: number };
type Window = { readonly rows: number; readonly lowest: number | null };

/** Reads the newest rows below an id one by one: finds what is frequent, in a small test everything, and texts too short for the index. */
const walk = async (db: Db, searched: Searched, { before, limit }: Below): Promise<Found> => {
  const { accountId, testId, status } = searched;
  const values = status === undefined ? {} : { status };
  // The same rows twice, and not those from `lowest`: for a range SQLite would take the index of the account.
  const newest = (columns: string) => sql`(select ${sql.raw(columns)} from invitations
    where account_id = ${accountId} and test_id = ${testId} and ${havingBelow(db, values, 'invitation_id', before)}
    order by ${newestFirst(db, values, 'invitation_id')} limit ${rowsPerSlice}) as newest`;
  const found = await sql<Id>`select invitation_id from ${newest('invitation_id, search_text')} where ${hasText(db, searched)}
    order by invitation_id desc limit ${limit}`.execute(db.kysely);
  const ids = found.rows.map((row) => row.invitation_id);
  if (ids.length === limit) return { ids, read: rowsPerSlice, next: ids.at(-1) };
  const window = await sql<Window>`select count(*) as rows, min(invitation_id) as lowest from ${newest('invitation_id')}`.execute(
    db.kysely,
  );
  const [{ rows, lowest } = { rows: 0, lowest: null }] = window.rows;
  return { ids, read: rows, next: rows < rowsPerSlice || lowest === null ? undefined : lowest };
};

/** The words of three characters that a text consists of; none of a shorter one. */
const wordsOf = (text: string): string[] => {
  const characters = [...text];
  const words = new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')));
  const step = Math.max(1, words.size / mostWords);
  return [...words].filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
};

const hitsOnSqlite = async (db: Db, searched: Searched, { before, from }: { before: number; from: number }) => {
  const block = from / blockSize;
  const hex = (word: string): string => Buffer.from(word).toString('hex');
  const query = [`${block}t${searched.testId}`, ...wordsOf(searched.text).map((word) => `${block}x${hex(word)}`)];
  const { rows } = await sql<Id & { found: 0 | 1 }>`select w.rowid as invitation_id, exists (
      select 1 from invitations where ${ofFilter(searched)} and invitation_id = w.rowid and ${hasText(db, searched)}) as found
    from invitation_words w where invitation_words match ${query.map((word) => `"${word}"`).join(' AND ')} and w.rowid < ${before}
    order by w.rowid desc limit ${mostHits}`.execute(db.kysely);
  const last = rows.length === mostHits ? rows.at(-1)?.invitation_id : undefined;
  return { ids: rows.filter((row) => row.found === 1).map((row) => row.invitation_id), read: rows.length, last };
};

const hitsOnPostgres = async (db: Db, searched: Searched, { before, from }: { before: number; from: number }) => {
  const hits = sql`select account_id, test_id, status, invitation_id, search_text from invitations where invitation_words(test_id, invitation_id, search_text)
    @> invitation_words(${searched.testId}::bigint, ${from}::bigint, ${searched.text})`;
  const { rows } = await sql<Id>`with invitations as materialized (${hits}) select invitation_id from invitations
    where ${ofFilter(searched)} and invitation_id < ${before} and ${hasText(db, searched)} order by invitation_id desc`.execute(db.kysely);
  const ids = rows.map((row) => row.invitation_id);
  return { ids, read: ids.length, last: undefined };
};

/** Reads the index of a block of ids, and of the rows only those that have all words of the text. */
const lookUp = async (db: Db, searched: Searched, { before, limit }: Below): Promise<Found> => {
  const from = Math.floor((before - 1) / blockSize) * blockSize;
  const look = db.traits.engine === 'postgres' ? hitsOnPostgres : hitsOnSqlite;
  const { ids, read, last } = await look(db, searched, { before, from });
  if (ids.length > limit) return { ids: ids.slice(0, limit), read, next: ids[limit - 1] };
  if (last !== undefined) return { ids, read, next: last };
  // Blocks that hold nothing of the test are passed over.
  const { accountId, testId, status } = searched;
  const values = status === undefined ? {} : { status };
  const older = await sql<Id>`select invitation_id from invitations
    where account_id = ${accountId} and test_id = ${testId} and ${havingBelow(db, values, 'invitation_id', from)}
    order by ${newestFirst(db, values, 'invitation_id')} limit 1`.execute(db.kysely);
  const next = older.rows[0]?.invitation_id;
  return { ids, read: read + 1, next: next === undefined ? undefined : next + 1 };
};

const latestIndexed = async (db: Db): Promise<number> => {
  if (db.traits.engine === 'postgres') return Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<Id>`select max(id) as invitation_id from invitation_words_docsize`.execute(db.kysely);
  return rows[0]?.invitation_id ?? 0;
};

/** The first slice of a search, and the only one of most: the newest rows, at most `limit` of them. */
export const findNewest = async (db: Db, searched: Searched, below: Below): Promise<Found> => await walk(db, searched, below);

/** A slice after the first, at most `limit` rows. */
export const findOlder = async (db: Db, searched: Searched, below: Below): Promise<Found> => {
  const indexed = wordsOf(searched.text).length > 0 && (await latestIndexed(db)) >= below.before - 1;
  return await (indexed ? lookUp : walk)(db, searched, below);
};

/** Whether there are rows that the index does not have. PostgreSQL adds each by itself. */
export const isBehind = async (db: Db): Promise<boolean> => {
  if (db.traits.engine === 'postgres') return false;
  const { rows } = await sql<Id>`select invitation_id from invitations where invitation_id > ${await latestIndexed(db)} limit 1`.execute(
    db.kysely,
  );
  return rows.length > 0;
};

/** Adds the next rows to the index, oldest first, and returns how many. */
export const addToIndex = async (tx: Tx, limit: number): Promise<number> => {
  if (!(await isBehind(tx))) return 0;
  const { numAffectedRows } = await sql`insert into invitation_words (rowid, words)
    select i.invitation_id, ${sql.raw(wordsOfRow('i.'))} from invitations i
    where i.invitation_id > ${await latestIndexed(tx)} order by i.invitation_id limit ${limit}`.execute(tx.kysely);
  return Number(numAffectedRows ?? 0);
};
