import { ok, operations } from '@assay/domain';
import { accounts, testLinks } from '@assay/store';
import { writeOperation } from '../support/operation.ts';
import { changedMeanwhile, notFound } from '../support/refusals.ts';
import { linkColumns, wireLink } from './wire-link.ts';

/** Replaces a test link; its id and access key stay (api-v2.md §4.4). Attempts that have started keep their deadline. */
export const updateTestLink = writeOperation(operations.updateTestLink, async ({ tx, accountId }, { testId, testLinkId, body }) => {
  const link = await testLinks.lock(tx, accountId, testLinkId);
  if (link === undefined || link.test_id !== testId) return notFound('test link', testLinkId);
  const account = await accounts.find(tx, accountId);
  const updated = await testLinks.update(tx, link, linkColumns(body, account?.email ?? '', await tx.now()));
  return updated === undefined ? changedMeanwhile : ok(wireLink(updated));
});
