import { ok, type WireTestLink } from '@assay/domain';
import { accounts, testLinks } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import type { Context, Outcome } from '../support/context.ts';
import { pathId, requireScope } from '../support/refusals.ts';
import { issueAccessKey } from '../support/tokens.ts';
import { transact } from '../support/transact.ts';
import { decodeLink, linkColumns } from './link-input.ts';
import { wireLink } from './wire-link.ts';

/** Makes a test link with an access key of its own (api-v2.md §4.3). */
export const createTestLink = async ({ ctx, input }: { ctx: Context; input: { testId: string; body: unknown } }): Outcome<WireTestLink> => {
  const allowed = requireScope(ctx, 'invite');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const body = decodeLink(input.body);
  if (!body.ok) return body;
  return transact(ctx, { verb: 'createTestLink', input: [testId.value, body.value] }, async (tx, now) => {
    const test = await findTest(ctx, tx, testId.value);
    if (!test.ok) return test;
    const account = await accounts.find(tx, ctx.accountId);
    const link = await testLinks.insert(tx, {
      ...linkColumns(body.value, account?.email ?? '', now),
      account_id: ctx.accountId,
      test_id: testId.value,
      access_key: issueAccessKey('l', ctx.accountId),
      created_at: now,
    });
    return ok(wireLink(link));
  });
};
