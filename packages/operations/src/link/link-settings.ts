import { type LinkSettings, ok, operations } from '@assay/domain';
import { testLinks } from '@assay/store';
import { changesOf, recordChange } from '../account/audit.ts';
import { readOperation, writeOperation } from '../support/operation.ts';
import { changedMeanwhile, notFound } from '../support/refusals.ts';

const linkSettings = (link: testLinks.TestLink): LinkSettings => ({ testLinkId: link.test_link_id, confirmEmail: link.confirm_email });

/** What a link has beside the fields of API v2. */
export const getLinkSettings = readOperation(operations.getLinkSettings, async ({ db, accountId }, { testLinkId }) => {
  const link = await testLinks.find(db, accountId, testLinkId);
  return link === undefined ? notFound('test link', testLinkId) : ok(linkSettings(link));
});

/** API v2 replaces a whole link and knows nothing of these, so that they have an operation of their own. */
export const updateLinkSettings = writeOperation(operations.updateLinkSettings, async (call, { testLinkId, body }) => {
  const { tx, accountId } = call;
  const link = await testLinks.lock(tx, accountId, testLinkId);
  if (link === undefined) return notFound('test link', testLinkId);
  const updated = await testLinks.update(tx, link, { confirm_email: body.confirmEmail, updated_at: await tx.now() });
  if (updated === undefined) return changedMeanwhile;
  const changes = changesOf(linkSettings(link), linkSettings(updated));
  if (changes !== undefined) await recordChange(call, 'link.updated', { testId: link.test_id, testLinkId, changes });
  return ok(linkSettings(updated));
});
