import { ok, operations } from '@assay/domain';
import { accounts, testLinks } from '@assay/store';
import { recordChange } from '../account/audit.ts';
import { findTest } from '../assessment/find-test.ts';
import { writeOperation } from '../support/operation.ts';
import { conflict } from '../support/refusals.ts';
import { issueAccessKey } from '../support/tokens.ts';
import { linkColumns, wireLink } from './wire-link.ts';

/** `GET …/testlinks` returns them all at once: API v2 has no pages for them. */
const mostLinks = 2_000;

const tooMany = conflict(`A test has at most ${mostLinks} links; change one of them, or duplicate the test`);

/** Makes a test link with an access key of its own (api-v2.md §4.3). */
export const createTestLink = writeOperation(operations.createTestLink, async (call, { testId, body }) => {
  const { tx, accountId } = call;
  const test = await findTest(tx, accountId, testId);
  if (!test.ok) return test;
  if ((await testLinks.countUpTo(tx, { accountId, testId, most: mostLinks })) >= mostLinks) return tooMany;
  const account = await accounts.find(tx, accountId);
  const now = await tx.now();
  const link = await testLinks.insert(tx, {
    ...linkColumns(body, account?.email ?? null, now),
    account_id: accountId,
    test_id: testId,
    access_key: issueAccessKey('l', accountId),
    created_at: now,
  });
  const { testLinkId, testLinkName, emailToStakeholder } = wireLink(link);
  await recordChange(call, 'link.created', { testId, testLinkId, testLinkName, emailToStakeholder });
  return ok(wireLink(link));
});
