import { casesFor, codeQuestionsOf, isCodeAnswer, isStillFor, mostCounted, ok, operations } from '@assay/domain';
import { answers, gradings, invitations, regrades, reports, type Tx } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { endVoidReviews } from '../report/open-reviews.ts';
import { regradeReport } from '../report/regrade-report.ts';
import type { Assay } from '../support/context.ts';
import { writeOperation } from '../support/operation.ts';

/** Has the completed attempts of a test graded again by the keys of its present version. A loop walks its reports. */
export const regradeTest = writeOperation(
  operations.regradeTest,
  async ({ assay, accountId, tx }, { testId, body: { dryRun = false, reason = null, notify = false } }) => {
    const found = await findTest(tx, accountId, testId);
    if (!found.ok) return found;
    const { version } = found.value;
    const programs = await gradings.countBefore(tx, { accountId, testId, version, most: mostCounted });
    if (!dryRun) {
      await regrades.request(tx, { accountId, testId, version, now: await tx.now(), reason, notify: notify ? 1 : 0 });
      tx.afterCommit(() => assay.wake('gradings'));
    }
    return ok({ testId, version, programs, dryRun });
  },
);

/** Reports of one transaction: others that write wait for it. */
const step = 25;

/** The rounds that an attempt gets: one for each program whose last round ran the cases of an earlier version. */
const roundsOf = async (assay: Assay, tx: Tx, report: reports.Report, version: number) => {
  const { account_id: accountId, test_id: testId, invitation_id: invitationId, attempt } = report;
  const { definition: paper } = await assay.testVersions.load(tx, { accountId, testId, version: report.version });
  if (codeQuestionsOf(paper).length === 0) return [];
  const { definition: later } = await assay.testVersions.load(tx, { accountId, testId, version });
  const key = { accountId, invitationId, attempt };
  const given = new Map((await answers.list(tx, key)).map((one) => [one.question_id, one.answer]));
  const last = new Map((await gradings.list(tx, key)).map((one) => [one.question_id, one]));
  const rounds = [];
  for (const { account_id, invitation_id, question_id, test_id, round, ...before } of last.values()) {
    const answer = given.get(question_id) ?? null;
    if (before.version >= version || !isCodeAnswer(answer)) continue;
    const { definition: earlier } = await assay.testVersions.load(tx, { accountId, testId, version: before.version });
    const [old, cases] = [casesFor(paper, earlier, question_id), casesFor(paper, later, question_id)];
    if (old && cases && isStillFor(old, cases, answer.language))
      rounds.push({ account_id, invitation_id, attempt, question_id, round: round + 1, test_id, version });
  }
  return rounds;
};

type Regrading = { readonly assay: Assay; readonly tx: Tx; readonly version: number };

/** Grades a report now, or when the programs that it gets a round for have run, or when it is generated for the first time. */
const regradeOne = async ({ assay, tx, version }: Regrading, report: reports.Report): Promise<void> => {
  const now = await tx.now();
  const rounds = await roundsOf(assay, tx, report, version);
  await gradings.insertPending(tx, rounds, now);
  // Whoever generates it at this moment has the former keys, and loses the lease with this write.
  if (report.status !== 'Generated') {
    const due = { key_version: version, lease_until: 0 };
    if (await reports.update(tx, report, due)) await endVoidReviews(assay, tx, { ...report, ...due }, now);
  } else if (rounds.length === 0) await regradeReport(assay, tx, report, { now, hasRun: false });
};

/** Walks some reports of a test that is to be regraded. Returns how many; 0 when there is nothing to do. */
export const addRegrades = async ({ assay }: { assay: Assay }): Promise<number> => {
  if (!(await assay.store.read((db) => regrades.isDue(db)))) return 0;
  return assay.store.write(async (tx) => {
    const walk = await regrades.lockDue(tx);
    if (walk === undefined) return 0;
    const { account_id: accountId, test_id: testId, version } = walk;
    const from = { accountId, testId, version, invitationId: walk.invitation_id, attempt: walk.attempt };
    const found = await reports.listAfter(tx, { ...from, limit: step });
    // All before the first report: messages of an invitation get their numbers one after another.
    await invitations.lockAll(
      tx,
      accountId,
      found.map(({ invitation_id }) => invitation_id),
    );
    for (const { invitation_id: invitationId, attempt } of found) {
      const report = await reports.lock(tx, { accountId, invitationId, attempt });
      if (report !== undefined) await regradeOne({ assay, tx, version }, report);
    }
    await regrades.update(tx, walk, { ...found.at(-1), ...(found.length < step ? { done_at: await tx.now() } : {}) });
    return Math.max(1, found.length);
  });
};
