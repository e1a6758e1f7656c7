import { decode, defineTest, type ImportResult, type ManagedTest, ok, questionsOf, TestFile, totalScoreOf } from '@assay/domain';
import { accounts, type Tx, tests } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { changedMeanwhile, requireScope } from '../support/refusals.ts';
import { issueAccessKey } from '../support/tokens.ts';
import { transact } from '../support/transact.ts';

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
 * Imports a test file. A file with a `key` that the account has makes a new version of that test, or nothing when it says the same;
 * any other file makes a new test. Attempts stay on the version they started with.
 */
export const importTest = async ({ ctx, input }: { ctx: Context; input: { file: unknown } }): Outcome<ImportResult> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const file = decode(TestFile, input.file);
  if (!file.ok) return file;
  const definition = defineTest(file.value);
  const content = {
    name: definition.name,
    duration: definition.duration,
    questions: questionsOf(definition).length,
    total_score: totalScoreOf(definition),
  };
  const { key, status } = file.value;

  const insertVersion = (tx: Tx, testId: number, version: number, now: number) =>
    tests.insertVersion(tx, { ...content, account_id: ctx.accountId, test_id: testId, version, definition, created_at: now });

  return transact<ImportResult>(ctx, { verb: 'importTest', input: file.value }, async (tx, now) => {
    // One import at a time in an account: two files with the same new key would otherwise both make a test.
    await accounts.lock(tx, ctx.accountId);
    const known = key === undefined ? undefined : await tests.lockByKey(tx, ctx.accountId, key);

    if (known === undefined) {
      const test = await tests.insert(tx, {
        ...content,
        account_id: ctx.accountId,
        test_key: key ?? null,
        status: status ?? 'Active',
        access_key: issueAccessKey('t', ctx.accountId),
        version: 1,
        created_at: now,
        updated_at: now,
      });
      await insertVersion(tx, test.test_id, 1, now);
      await accounts.countTests(tx, ctx.accountId, 1);
      return ok({ ...managedTest(test), outcome: 'created' });
    }

    const latest = await tests.findVersion(tx, { accountId: ctx.accountId, testId: known.test_id, version: known.version });
    const same = latest !== undefined && JSON.stringify(latest.definition) === JSON.stringify(definition);
    const nextStatus = status ?? (known.status === 'Archived' ? 'Active' : known.status);
    if (same && nextStatus === known.status) return ok({ ...managedTest(known), outcome: 'unchanged' });
    const version = same ? known.version : known.version + 1;
    if (!same) await insertVersion(tx, known.test_id, version, now);
    const next = { ...content, status: nextStatus, version, updated_at: now };
    if (!(await tests.advance(tx, known, next))) return changedMeanwhile;
    if (known.status === 'Archived') await accounts.countTests(tx, ctx.accountId, 1);
    return ok({ ...managedTest({ ...known, ...next }), outcome: 'updated' });
  });
};
