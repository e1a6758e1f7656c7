import { correctedKeys, emptyTally, questionsOf, type TestDefinition, type TestTally, versionKey } from '@assay/domain';
import { type Db, StoreUnavailable, type Tx, testTallies } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { gradedPaper } from './graded-paper.ts';
import { type Adder, addApart, addHere } from './tally-apart.ts';
import type { Batch, CountedPaper } from './tally-attempt.ts';

type Key = { readonly accountId: number; readonly testId: number };

/** Characters, which take a millisecond or two: with adding the attempts up, and without it. */
const batches = { here: 100_000, apart: 500_000 };

/** Attempts, however small. The first batch, before their size is known, has a few. */
const mostInBatch = 100;
const firstBatch = 4;

const sizeOf = ({ reports }: Batch): number =>
  reports.reduce(
    (sum, { content, answers, visits, events }) =>
      sum + content.length + (answers?.length ?? 0) + (visits?.length ?? 0) + (events?.length ?? 0),
    0,
  );

/** As many attempts of the size of these as make a batch: large ones must not hold the event loop either. */
export const nextBatch = (batch: Batch, characters: number): number =>
  Math.max(1, Math.min(mostInBatch, Math.floor((characters * batch.reports.length) / sizeOf(batch))));

/** As many take less time here than a thread takes to start. */
const mostHere = 200;

/** A transaction that generates a report takes less from its time to its end: no report comes before one that is counted for good. */
const settledAfterMs = 10_000;

const choicesIn = (definition: TestDefinition): readonly number[] =>
  questionsOf(definition).flatMap((question) => ('options' in question ? [question.questionId] : []));

type Graded = { readonly version: number; readonly keyVersion: number };
type Papers = Map<string, CountedPaper>;

const loadPaper = async (assay: Assay, db: Db, { accountId, testId, version, keyVersion }: Key & Graded): Promise<CountedPaper> => {
  const { definition } = await assay.testVersions.load(db, { accountId, testId, version });
  const graded = await gradedPaper(assay, db, { account_id: accountId, test_id: testId, version, key_version: keyVersion });
  // Nothing is graded by a prompt, which may be long and would go to the thread with each batch.
  const corrected = correctedKeys(definition, graded).map(({ before, after }) => ({
    before: { ...before, prompt: '' },
    after: { ...after, prompt: '' },
  }));
  return { choices: choicesIn(definition), corrected };
};

type Page = Parameters<typeof testTallies.listFollowing>[1];

/** The reports that follow, with what is counted of their versions. `known`: the papers of batches before. */
const readBatch = async (assay: Assay, db: Db, page: Page, known: Papers): Promise<Batch> => {
  const { accountId, testId } = page;
  const reports = await testTallies.listFollowing(db, page);
  const papers: Papers = new Map();
  for (const { version, keyVersion } of reports) {
    const name = versionKey({ version, keyVersion });
    if (papers.has(name)) continue;
    const paper = known.get(name) ?? (await loadPaper(assay, db, { accountId, testId, version, keyVersion }));
    known.set(name, paper);
    papers.set(name, paper);
  }
  return { reports, papers };
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
 * Counts at most `most` further finished attempts of a test, a few in each turn of the event loop, many in a thread, and keeps what was counted. Reports of the
 * last seconds are counted too, and again next time: one with an earlier time may still be committed.
 */
export const countAttempts = async (assay: Assay, { accountId, testId }: Key, most: number): Promise<Counted> => {
  const { store } = assay;
  const stored = await store.read((db) => testTallies.find(db, { accountId, testId }));
  if (stored === undefined) await keep(assay, (tx) => testTallies.begin(tx, { accountId, testId }));
  const from = stored ?? (await store.read((db) => testTallies.find(db, { accountId, testId })));
  if (from === undefined) return { tally: emptyTally(), isComplete: false };
  let { seen } = from;
  let left = most;
  let adder: Adder = addHere(from.tally);
  let isApart = false;
  let inBatch = firstBatch;
  const papers: Papers = new Map();
  const countUntil = async (until: number): Promise<number> => {
    let counted = 0;
    while (left > 0) {
      const limit = Math.min(inBatch, left);
      const batch = await store.readSlice(accountId, (db) => readBatch(assay, db, { accountId, testId, ...seen, until, limit }, papers));
      const { reports } = batch;
      const last = reports.at(-1);
      if (last === undefined) break;
      await adder.add(batch);
      seen = { at: last.at, invitationId: last.invitationId, attempt: last.attempt };
      counted += reports.length;
      left -= reports.length;
      if (reports.length < limit) break;
      if (!isApart && assay.tallyThread !== undefined && counted >= mostHere) {
        const apart = addApart(assay.tallyThread, await adder.tally());
        adder = apart ?? adder;
        isApart = apart !== undefined;
      }
      inBatch = nextBatch(batch, isApart ? batches.apart : batches.here);
    }
    return counted;
  };
  try {
    const settled = (await store.read((db) => db.now())) - settledAfterMs;
    if ((await countUntil(settled)) > 0) {
      const further = { ...from, seen, tally: await adder.tally() };
      await keep(assay, (tx) => testTallies.save(tx, further));
    }
    await countUntil(Number.MAX_SAFE_INTEGER);
    return { tally: await adder.tally(), isComplete: left > 0 };
  } finally {
    await adder.close();
  }
};
