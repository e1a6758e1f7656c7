import { addAttempt, emptyTally, parseVisits, questionsOf, screenTimes, type TestDefinition, type TestTally } from '@assay/domain';
import { type Db, StoreUnavailable, type Tx, testTallies } from '@assay/store';
import type { Assay } from '../support/context.ts';

type Key = { readonly accountId: number; readonly testId: number };

/** Some milliseconds with the answers. */
const batch = 20;

/** A transaction that generates a report takes less from its time to its end: no report comes before one that is counted for good. */
const settledAfterMs = 10_000;

const optionsIn = (answer: string): readonly string[] => {
  const value: unknown = JSON.parse(answer);
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
};

const choicesIn = (definition: TestDefinition): ReadonlySet<number> =>
  new Set(questionsOf(definition).flatMap((question) => ('options' in question ? [question.questionId] : [])));

type OfAttempt = { readonly invitation_id: number; readonly attempt: number };

const byAttempt = <Row extends OfAttempt>(rows: readonly Row[]) => {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.invitation_id} ${row.attempt}`;
    const others = found.get(key);
    if (others === undefined) found.set(key, [row]);
    else others.push(row);
  }
  return (invitationId: number, attempt: number): readonly Row[] => found.get(`${invitationId} ${attempt}`) ?? [];
};

/** What the candidates of these reports did: the options that they picked, and which question was on their screen. */
const readTraces = async (db: Db, accountId: number, reports: readonly testTallies.ReportToCount[]) => {
  const ids = reports.map(({ invitationId }) => invitationId);
  const leftIds = reports.filter(({ wv }) => wv > 0).map(({ invitationId }) => invitationId);
  return {
    answers: byAttempt(await testTallies.listShortAnswers(db, accountId, ids)),
    visits: byAttempt(await testTallies.listVisits(db, accountId, ids)),
    events: byAttempt(leftIds.length === 0 ? [] : await testTallies.listWindowEvents(db, accountId, leftIds)),
  };
};

/** Adds the reports that follow, and returns them. */
const countBatch = async (assay: Assay, db: Db, tally: TestTally, page: Parameters<typeof testTallies.listFollowing>[1]) => {
  const { accountId, testId } = page;
  const reports = await testTallies.listFollowing(db, page);
  if (reports.length === 0) return reports;
  const { answers, visits, events } = await readTraces(db, accountId, reports);
  for (const { invitationId, attempt, version, score, totalScore, content, startedAt, completedAt } of reports) {
    if (content === null) continue;
    const { definition } = await assay.testVersions.load(db, { accountId, testId, version });
    const choices = choicesIn(definition);
    const picked = answers(invitationId, attempt).filter(({ question_id }) => choices.has(question_id));
    const chosen = new Map(picked.map(({ question_id, answer }) => [question_id, optionsIn(answer)]));
    const visited = parseVisits(visits(invitationId, attempt)[0]?.visits ?? '');
    const shown = screenTimes({ ...visited, events: events(invitationId, attempt), startedAt, completedAt });
    addAttempt(tally, { version, score, totalScore, content, chosen, shown });
  }
  return reports;
};

/** What was counted is only kept for the next time: a storage that refuses writes must not keep a report from being read. */
const keep = async ({ store }: Assay, write: (tx: Tx) => Promise<unknown>): Promise<void> => {
  try {
    await store.write(write);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
};

/** `isComplete`: false if there are more attempts than could be counted now. */
export type Counted = { readonly tally: TestTally; readonly isComplete: boolean };

/**
 * Counts at most `most` further finished attempts of a test, a few in each turn of the event loop, and keeps what was counted. Reports of the
 * last seconds are counted too, and again next time: one with an earlier time may still be committed.
 */
export const countAttempts = async (assay: Assay, { accountId, testId }: Key, most: number): Promise<Counted> => {
  const { store } = assay;
  const stored = await store.read((db) => testTallies.find(db, { accountId, testId }));
  if (stored === undefined) await keep(assay, (tx) => testTallies.begin(tx, { accountId, testId }));
  const from = stored ?? (await store.read((db) => testTallies.find(db, { accountId, testId })));
  if (from === undefined) return { tally: emptyTally(), isComplete: false };
  const { tally } = from;
  let { seen } = from;
  let left = most;
  const countUntil = async (until: number): Promise<number> => {
    let counted = 0;
    while (left > 0) {
      const limit = Math.min(batch, left);
      const reports = await store.readSlice((db) => countBatch(assay, db, tally, { accountId, testId, ...seen, until, limit }));
      const last = reports.at(-1);
      if (last === undefined) break;
      seen = { at: last.at, invitationId: last.invitationId, attempt: last.attempt };
      counted += reports.length;
      left -= reports.length;
      if (reports.length < limit) break;
    }
    return counted;
  };
  const settled = (await store.read((db) => db.now())) - settledAfterMs;
  if ((await countUntil(settled)) > 0) {
    const further = { ...from, seen };
    await keep(assay, (tx) => testTallies.save(tx, further));
  }
  await countUntil(Number.MAX_SAFE_INTEGER);
  return { tally, isComplete: left > 0 };
};
