import { ReportContent, type ReportFigures, shownContent } from '@assay/domain';
import { type Selectable, sql } from 'kysely';
import { countUpTo } from '../../count-up-to.ts';
import { type Db, prepared, type Tx } from '../../db.ts';
import { jsonColumn } from '../../json-column.ts';
import { keyIs, rowsOf } from '../../rows-of.ts';
import type { ReportRow } from '../../schema.ts';
import { type AttemptKey, attemptKeyOf } from '../attempt/attempt-key.ts';
import { figuresColumn, readFigures } from './figures.ts';

type Row = Selectable<ReportRow>;
type Columns = Omit<Row, 'figures' | 'former_figures' | 'content'>;
export type Report = Columns & {
  readonly figures: ReportFigures | null;
  readonly former_figures: ReportFigures | null;
  readonly content: ReportContent | null;
};
export type ReportChange = Partial<Columns> & {
  readonly figures?: ReportFigures;
  readonly former_figures?: ReportFigures | null;
  readonly content?: ReportContent;
};

// Validated: 20 µs for 80 questions, half of what parsing them costs.
const contentColumn = jsonColumn('reports.content', (value) => ReportContent.parse(value));

const readAsGraded = (content: string | null, key: AttemptKey): ReportContent | null =>
  content === null ? null : contentColumn.read(content, key);

/** What a report says besides its figures; null until it is generated. */
export const readContent = (content: string | null, key: AttemptKey): ReportContent | null => {
  const graded = readAsGraded(content, key);
  return graded && shownContent(graded);
};

const reportOf = (row: Row): Report => {
  const key = attemptKeyOf(row);
  return {
    ...row,
    figures: readFigures(row.figures, key),
    former_figures: readFigures(row.former_figures, key),
    content: readContent(row.content, key),
  };
};

const columnsOf = ({ figures, former_figures, content, ...columns }: ReportChange): Partial<Row> => ({
  ...columns,
  ...(figures ? { figures: figuresColumn.write(figures) } : {}),
  ...(former_figures === undefined ? {} : { former_figures: former_figures && figuresColumn.write(former_figures) }),
  ...(content ? { content: contentColumn.write(content) } : {}),
});

type NewReport = Pick<
  Report,
  'account_id' | 'invitation_id' | 'attempt' | 'test_id' | 'version' | 'started_at' | 'completed_at' | 'completed_by' | 'candidate_name'
> &
  Partial<Pick<Report, 'key_version' | 'status'>>;

const insert = prepared<Required<NewReport> & { now: number }, never>((db, p) =>
  db.insertInto('reports').values(({ lit }) => ({
    account_id: p('account_id'),
    invitation_id: p('invitation_id'),
    attempt: p('attempt'),
    test_id: p('test_id'),
    version: p('version'),
    started_at: p('started_at'),
    completed_at: p('completed_at'),
    completed_by: p('completed_by'),
    candidate_name: p('candidate_name'),
    status: p('status'),
    failures: lit(0),
    not_before: p('now'),
    lease_until: lit(0),
    created_at: p('now'),
    key_version: p('key_version'),
  })),
);

/** The due time of a report that nobody will generate, unless a regrade comes to it. */
export const never = Number.MAX_SAFE_INTEGER;

/** Inserts the report to generate, in the transaction that completes the attempt. */
export const insertDue = async (tx: Tx, report: NewReport, now: number): Promise<void> => {
  await insert(tx, { key_version: null, status: 'Pending', ...report, now });
};

const reports = rowsOf('reports', 'invitation_id', 'attempt');
const one = reports.one('*');
const locked = reports.locked('*', 'update');
const stored = reports.one(['content']);

export const find = async (db: Db, key: AttemptKey): Promise<Report | undefined> => {
  const row = await one(db, key);
  return row && reportOf(row);
};

/** The content as the version that graded it wrote it, for a bundle. */
export const findAsGraded = async (db: Db, key: AttemptKey): Promise<ReportContent | null> =>
  readAsGraded((await stored(db, key))?.content ?? null, key);

export const lock = async (tx: Tx, key: AttemptKey): Promise<Report | undefined> => {
  const row = await locked(tx, key);
  return row && reportOf(row);
};

const due = prepared<{ now: number; limit: number }, Row>((db, p, { rowLocks }) =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('status', '<>', sql.lit('Generated'))
    .where('not_before', '<=', p('now'))
    .where('lease_until', '<=', p('now'))
    .orderBy('not_before')
    .limit(p('limit'))
    .$if(rowLocks, (query) => query.forNoKeyUpdate().skipLocked()),
);

/** Reports that are due, of all accounts; on Postgres rows that another worker is claiming are skipped. */
export const lockDue = async (tx: Tx, now: number, limit: number): Promise<Report[]> => (await due(tx, { now, limit })).rows.map(reportOf);

const unlessClaimed = reports.updateIf('status', 'lease_until');

/** Writes only if status and lease are still those of `from`, so that a worker that lost its lease writes nothing. */
export const update = (tx: Tx, from: Report, change: ReportChange): Promise<boolean> => unlessClaimed(tx, from, columnsOf(change));

type Walked = Pick<Row, 'invitation_id' | 'attempt'>;
type WalkFrom = {
  readonly accountId: number;
  readonly testId: number;
  readonly version: number;
  readonly invitationId: number;
  readonly attempt: number;
  readonly limit: number;
};

const walked = prepared<WalkFrom, Walked>((db, p) =>
  db
    .selectFrom('reports')
    .select(['invitation_id', 'attempt'])
    .where(keyIs(p, 'test_id'))
    .where('version', '<=', p('version'))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('invitation_id', 'attempt'), '>', tuple(p('invitationId'), p('attempt'))))
    .orderBy('invitation_id')
    .orderBy('attempt')
    .limit(p('limit')),
);

/** Some reports of a test after this one, of attempts up to a version. */
export const listAfter = async (db: Db, from: WalkFrom): Promise<Walked[]> => (await walked(db, from)).rows;

type Around = {
  readonly accountId: number;
  readonly testId: number;
  readonly version: number;
  readonly completedAt: number;
  readonly limit: number;
};

/** The wrong answers of a graded attempt. */
export type WrongAnswers = Pick<Row, 'invitation_id' | 'attempt' | 'started_at' | 'completed_at'> & { readonly wrong_answers: string };

const completedAround = (side: 'before' | 'after') =>
  prepared<Around, WrongAnswers>((db, p) =>
    db
      .selectFrom('reports')
      .select(['invitation_id', 'attempt', 'started_at', 'completed_at'])
      .select(({ ref }) => ref('wrong_answers').$notNull().as('wrong_answers'))
      .where(keyIs(p, 'test_id', 'version'))
      .where('completed_at', side === 'before' ? '<=' : '>', p('completedAt'))
      .where('wrong_answers', 'is not', sql.lit(null))
      .orderBy('completed_at', side === 'before' ? 'desc' : 'asc')
      .limit(p('limit')),
  );
const [completedUpTo, completedAfter] = [completedAround('before'), completedAround('after')];

/** The wrong answers of graded attempts on a version that were completed last until this moment, and first after it: so many of each. */
export const listWrongAnswers = async (db: Db, around: Around): Promise<WrongAnswers[]> => [
  ...(await completedUpTo(db, around)).rows,
  ...(await completedAfter(db, around)).rows,
];

/** A generated report of an invitation's present attempt, and whose it is. */
export type ReportOfCandidate = Report & { readonly full_name: string; readonly email: string };

const ofCandidates = prepared<
  { accountId: number; testId: number; after: number; limit: number },
  Row & { full_name: string; email: string }
>((db, p) =>
  db
    .selectFrom('reports as r')
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.account_id', '=', 'r.account_id').onRef('i.invitation_id', '=', 'r.invitation_id').onRef('i.attempt', '=', 'r.attempt'),
    )
    .selectAll('r')
    .select(['i.full_name', 'i.email'])
    .where('r.account_id', '=', p('accountId'))
    .where('r.test_id', '=', p('testId'))
    .where('r.status', '=', sql.lit('Generated'))
    .where('r.invitation_id', '>', p('after'))
    .orderBy('r.invitation_id')
    .limit(p('limit')),
);

/** Generated reports of present attempts, after an invitation. */
export const listOfCandidates = async (
  db: Db,
  from: { accountId: number; testId: number; after: number; limit: number },
): Promise<ReportOfCandidate[]> =>
  (await ofCandidates(db, from)).rows.map(({ full_name, email, ...row }) => ({ ...reportOf(row), full_name, email }));

type Regraded = { readonly accountId: number; readonly testId: number; readonly version: number };
type RegradedFrom = Regraded & { readonly after: number; readonly limit: number };

/** What is listed of a report that a regrade changed, and whose it is. */
export type RegradedReport = {
  readonly invitation_id: number;
  readonly attempt: number;
  readonly full_name: string;
  readonly email: string;
  readonly former_figures: ReportFigures;
  readonly figures: ReportFigures;
  readonly generated_at: number;
};

type RegradedRow = Omit<RegradedReport, 'former_figures' | 'figures'> & { readonly former_figures: string; readonly figures: string };

const regraded = prepared<RegradedFrom, RegradedRow>((db, p) =>
  db
    .selectFrom('reports as r')
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.account_id', '=', 'r.account_id').onRef('i.invitation_id', '=', 'r.invitation_id').onRef('i.attempt', '=', 'r.attempt'),
    )
    .select(['r.invitation_id', 'r.attempt', 'i.full_name', 'i.email'])
    // A report that a regrade changed was generated.
    .select(({ ref }) => [
      ref('r.former_figures').$notNull().as('former_figures'),
      ref('r.figures').$notNull().as('figures'),
      ref('r.generated_at').$notNull().as('generated_at'),
    ])
    .where('r.account_id', '=', p('accountId'))
    .where('r.test_id', '=', p('testId'))
    .where('r.regraded_version', '=', p('version'))
    .where('r.invitation_id', '>', p('after'))
    .where('r.former_figures', 'is not', sql.lit(null))
    .orderBy('r.invitation_id')
    .limit(p('limit')),
);

/** Reports of present attempts whose score a regrade by the cases of this version changed, after an invitation. */
export const listRegraded = async (db: Db, from: RegradedFrom): Promise<RegradedReport[]> =>
  (await regraded(db, from)).rows.map((row) => {
    const key = { accountId: from.accountId, invitationId: row.invitation_id, attempt: row.attempt };
    return { ...row, former_figures: figuresColumn.read(row.former_figures, key), figures: figuresColumn.read(row.figures, key) };
  });

/** How many reports it changed, with those of earlier attempts, counted no further than `most`. */
export const countRegraded = (db: Db, { accountId, testId, version }: Regraded, most: number): Promise<number> =>
  countUpTo(
    db,
    db.kysely
      .selectFrom('reports')
      .select('attempt')
      .where('account_id', '=', accountId)
      .where('test_id', '=', testId)
      .where('regraded_version', '=', version)
      .where('former_figures', 'is not', sql.lit(null)),
    most,
  );
