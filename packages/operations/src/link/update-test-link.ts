import { ok, type WireTestLink } from '@assay/domain';
import { accounts, testLinks } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { changedMeanwhile, notFound, pathId, requireScope } from '../support/refusals.ts';
import { transact } from '../support/transact.ts';
import { decodeLink, linkColumns } from './link-input.ts';
import { wireLink } from './wire-link.ts';

type Input = { testId: string; testLinkId: string; body: unknown };

/** Replaces a test link; its id and access key stay (api-v2.md §4.4). Attempts that have started keep their deadline. */
export const updateTestLink = async ({ ctx, input }: { ctx: Context; input: Input }): Outcome<WireTestLink> => {
  const allowed = requireScope(ctx, 'invite');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const testLinkId = pathId(input.testLinkId, 'testLinkId', 'test link');
  if (!testLinkId.ok) return testLinkId;
  const body = decodeLink(input.body);
  if (!body.ok) return body;
  return transact(ctx, { verb: 'updateTestLink', input: [testId.value, testLinkId.value, body.value] }, async (tx, now) => {
    const link = await testLinks.lock(tx, ctx.accountId, testLinkId.value);
    if (link === undefined || link.test_id !== testId.value) return notFound('test link', testLinkId.value);
    const account = await accounts.find(tx, ctx.accountId);
    const updated = await testLinks.update(tx, link, linkColumns(body.value, account?.email ?? '', now));
    return updated === undefined ? changedMeanwhile : ok(wireLink(updated));
  });
};
