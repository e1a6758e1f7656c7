import { ok, operations } from '@assay/domain';
import { accounts, testLinks } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { writeOperation } from '../support/operation.ts';
import { issueAccessKey } from '../support/tokens.ts';
import { linkColumns, wireLink } from './wire-link.ts';

/** Makes a test link with an access key of its own (api-v2.md §4.3). */
export const createTestLink = writeOperation(operations.createTestLink, async ({ tx, accountId }, { testId, body }) => {
  const test = await findTest(tx, accountId, testId);
  if (!test.ok) return test;
  const account = await accounts.find(tx, accountId);
  const now = await tx.now();
  const link = await testLinks.insert(tx, {
    ...linkColumns(body, account?.email ?? '', now),
    account_id: accountId,
    test_id: testId,
    access_key: issueAccessKey('l', accountId),
    created_at: now,
  });
  return ok(wireLink(link));
});
