import { codeQuestionsOf, isCodeAnswer, isStillFor, mostCounted, ok, operations, type TestDefinition } from '@assay/domain';
import { answers, gradings, regrades, type Tx } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import type { Assay } from '../support/context.ts';
import { writeOperation } from '../support/operation.ts';

/** Has the programs of a test graded again by the cases of its present version. A loop walks its attempts. */
export const regradeTest = writeOperation(
  operations.regradeTest,
  async ({ assay, accountId, tx }, { testId, body: { dryRun = false } }) => {
    const found = await findTest(tx, accountId, testId);
    if (!found.ok) return found;
    const { version } = found.value;
    const programs = await gradings.countBefore(tx, { accountId, testId, version, most: mostCounted });
    if (!dryRun) {
      await regrades.request(tx, { accountId, testId, version, now: await tx.now() });
      tx.afterCommit(() => assay.wake('gradings'));
    }
    return ok({ testId, version, programs, dryRun });
  },
);

const step = 100;

type Attempt = { readonly accountId: number; readonly testId: number; readonly invitationId: number; readonly attempt: number };

const questionIn = (definition: TestDefinition, questionId: number) =>
  codeQuestionsOf(definition).find((one) => one.questionId === questionId);

/** The rounds that an attempt gets: one for each program whose last round ran the cases of an earlier version. */
const roundsOf = async (assay: Assay, tx: Tx, { accountId, testId, ...key }: Attempt, version: number) => {
  const { definition } = await assay.testVersions.load(tx, { accountId, testId, version });
  const given = new Map((await answers.list(tx, { accountId, ...key })).map((one) => [one.question_id, one.answer]));
  const last = new Map((await gradings.list(tx, { accountId, ...key })).map((one) => [one.question_id, one]));
  const rounds = [];
  for (const { account_id, invitation_id, attempt, question_id, test_id, round, ...before } of last.values()) {
    const answer = given.get(question_id) ?? null;
    if (before.version >= version || !isCodeAnswer(answer)) continue;
    const earlier = await assay.testVersions.load(tx, { accountId, testId, version: before.version });
    const [old, later] = [questionIn(earlier.definition, question_id), questionIn(definition, question_id)];
    if (old && later && isStillFor(old, later, answer.language))
      rounds.push({ account_id, invitation_id, attempt, question_id, round: round + 1, test_id, version });
  }
  return rounds;
};

/** Walks some attempts of a test that is to be regraded. Returns how many gradings it looked at; 0 when there is nothing to do. */
export const addRegrades = async ({ assay }: { assay: Assay }): Promise<number> => {
  if (!(await assay.store.read((db) => regrades.isDue(db)))) return 0;
  return assay.store.write(async (tx) => {
    const walk = await regrades.lockDue(tx);
    if (walk === undefined) return 0;
    const { account_id: accountId, test_id: testId, question_id: questionId, invitation_id: invitationId, attempt, version } = walk;
    const found = await gradings.listAfter(tx, { accountId, testId, questionId, invitationId, attempt, limit: step });
    const now = await tx.now();
    const attempts = new Map(found.map((one) => [`${one.invitation_id}/${one.attempt}`, one]));
    for (const { invitation_id, attempt } of attempts.values()) {
      const rounds = await roundsOf(assay, tx, { accountId, testId, invitationId: invitation_id, attempt }, version);
      await gradings.insertPending(tx, rounds, now);
    }
    await regrades.update(tx, walk, { ...found.at(-1), ...(found.length < step ? { done_at: now } : {}) });
    return Math.max(1, found.length);
  });
};
