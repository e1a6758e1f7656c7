import { ok, operations } from '@assay/domain';
import { accounts, tests } from '@assay/store';
import { writeOperation } from '../support/operation.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { accountRow } from '../support/row-name.ts';
import { findTest } from './find-test.ts';
import { managedTest } from './import-test.ts';

/** Activates, deactivates or archives a test. An archived test is inactive and in no list; attempts in progress go on. */
export const setTestStatus = writeOperation(
  operations.setTestStatus,
  async ({ tx, accountId }, { testId, body: { status } }) => {
    // The count of tests is in the account's row. Imports lock it first too; another order would deadlock.
    await accounts.lock(tx, accountId);
    const found = await findTest(tx, accountId, testId);
    if (!found.ok) return found;
    const test = found.value;
    if (test.status === status) return ok(managedTest(test));
    if (!(await tests.setStatus(tx, test, status, await tx.now()))) return changedMeanwhile;
    if (test.status === 'Archived') await accounts.countTests(tx, accountId, 1);
    if (status === 'Archived') await accounts.countTests(tx, accountId, -1);
    return ok(managedTest({ ...test, status }));
  },
  { row: accountRow, fingerprint: ({ testId, body }) => ({ verb: 'setTestStatus', input: [testId, body.status] }) },
);
