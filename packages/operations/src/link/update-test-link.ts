import { ok, operations } from '@assay/domain';
import { accounts, testLinks } from '@assay/store';
import { changesOf, recordChange } from '../account/audit.ts';
import { writeOperation } from '../support/operation.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { linkColumns, linkOfTest, wireLink } from './wire-link.ts';

/** Replaces a test link; its id and access key stay (api-v2.md §4.4). Attempts that have started keep their deadline. */
export const updateTestLink = writeOperation(operations.updateTestLink, async (call, { testId, testLinkId, body }) => {
  const { tx, accountId } = call;
  const link = linkOfTest(await testLinks.lock(tx, accountId, testLinkId), { testId, testLinkId });
  if (!link.ok) return link;
  const account = await accounts.find(tx, accountId);
  const updated = await testLinks.update(tx, link.value, linkColumns(body, account?.email ?? null, await tx.now()));
  if (updated === undefined) return changedMeanwhile;
  const changes = changesOf(wireLink(link.value), wireLink(updated));
  if (changes !== undefined) await recordChange(call, 'link.updated', { testId, testLinkId, changes });
  return ok(wireLink(updated));
});
