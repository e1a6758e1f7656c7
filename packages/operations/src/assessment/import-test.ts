import { type ImportResult, type ManagedTest, ok, operations, type PreparedTest, type Refusal, type Result } from '@assay/domain';
import { accounts, type Tx, tests } from '@assay/store';
import { writeOperation } from '../support/operation.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { accountRow } from '../support/row-name.ts';
import { issueAccessKey } from '../support/tokens.ts';
import { checkPrograms } from './check-programs.ts';

export const managedTest = (test: tests.Test): ManagedTest => ({
  testId: test.test_id,
  key: test.test_key,
  testName: test.name,
  status: test.status,
  version: test.version,
  accessKey: test.access_key,
  duration: test.duration,
  questions: test.questions,
  totalScore: test.total_score,
});

/**
 * A file with a `key` that the account has makes a new version of that test, or nothing when it says the same; any other file makes
 * a new test. Attempts stay on the version they started with.
 */
export const importFile = async (tx: Tx, accountId: number, test: PreparedTest): Promise<Result<ImportResult, Refusal>> => {
  const { key, status, definition, name, duration, questions, totalScore, codeQuestions, runLimits } = test;
  const content = { name, duration, questions, total_score: totalScore };

  // It was the present version when it was looked up, so that its programs were not run; another import came in between.
  const isUnmeasured = codeQuestions !== undefined && runLimits === undefined;
  const insertVersion = (testId: number, version: number, now: number) =>
    tests.insertVersion(tx, { ...content, account_id: accountId, test_id: testId, version, definition, runLimits, created_at: now });

  // One import at a time in an account: two files with the same new key would otherwise both make a test.
  await accounts.lock(tx, accountId);
  const known = key === undefined ? undefined : await tests.lockByKey(tx, accountId, key);
  const now = await tx.now();

  if (known === undefined) {
    if (isUnmeasured) return changedMeanwhile;
    const inserted = await tests.insert(tx, {
      ...content,
      account_id: accountId,
      test_key: key ?? null,
      status: status ?? 'Active',
      access_key: issueAccessKey('t', accountId),
      version: 1,
      created_at: now,
      updated_at: now,
    });
    await insertVersion(inserted.test_id, 1, now);
    await accounts.countTests(tx, accountId, 1);
    return ok({ ...managedTest(inserted), outcome: 'created' });
  }

  const same = await tests.hasDefinition(tx, { accountId, testId: known.test_id, version: known.version }, definition);
  const nextStatus = status ?? (known.status === 'Archived' ? 'Active' : known.status);
  if (same && nextStatus === known.status) return ok({ ...managedTest(known), outcome: 'unchanged' });
  if (!same && isUnmeasured) return changedMeanwhile;
  const version = same ? known.version : known.version + 1;
  if (!same) await insertVersion(known.test_id, version, now);
  const next = { ...content, status: nextStatus, version, updated_at: now };
  if (!(await tests.advance(tx, known, next))) return changedMeanwhile;
  if (known.status === 'Archived') await accounts.countTests(tx, accountId, 1);
  return ok({ ...managedTest({ ...known, ...next }), outcome: 'updated' });
};

/**
 * Imports a test file: a new test, or a new version of the test with the same key. The programs of coding questions are run before, and
 * take up to two minutes.
 */
export const importTest = writeOperation(operations.importTest, ({ tx, accountId }, { body }) => importFile(tx, accountId, body), {
  row: accountRow,
  prepare: async (ctx, input) => {
    const checked = await checkPrograms(ctx, input.body);
    return checked.ok ? ok({ ...input, body: checked.value }) : checked;
  },
});
