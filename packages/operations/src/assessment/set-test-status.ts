import { decodeBody, type ManagedTest, ok, TestStatusBody } from '@assay/domain';
import { accounts, tests } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { changedMeanwhile, pathId, requireScope } from '../support/refusals.ts';
import { transact } from '../support/transact.ts';
import { findTest } from './find-test.ts';
import { managedTest } from './import-test.ts';

/** Activates, deactivates or archives a test. An archived test is inactive and in no list; attempts in progress go on. */
export const setTestStatus = async ({ ctx, input }: { ctx: Context; input: { testId: string; body: unknown } }): Outcome<ManagedTest> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const body = decodeBody(TestStatusBody, input.body);
  if (!body.ok) return body;
  const { status } = body.value;
  return transact(ctx, { verb: 'setTestStatus', input: [testId.value, status] }, async (tx, now) => {
    // The count of tests is on the account: locking it first, as imports do, keeps the two from waiting for each other.
    await accounts.lock(tx, ctx.accountId);
    const found = await findTest(ctx, tx, testId.value);
    if (!found.ok) return found;
    const test = found.value;
    if (test.status === status) return ok(managedTest(test));
    if (!(await tests.setStatus(tx, test, status, now))) return changedMeanwhile;
    if (test.status === 'Archived') await accounts.countTests(tx, ctx.accountId, 1);
    if (status === 'Archived') await accounts.countTests(tx, ctx.accountId, -1);
    return ok(managedTest({ ...test, status }));
  });
};
