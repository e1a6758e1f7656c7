import { ok, type WireTestLink } from '@assay/domain';
import { testLinks } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import type { Context, Outcome } from '../support/context.ts';
import { pathId, requireScope } from '../support/refusals.ts';
import { findLink, wireLink } from './wire-link.ts';

/** One test link (api-v2.md §4.5). */
export const getTestLink = async ({
  ctx,
  input,
}: {
  ctx: Context;
  input: { testId: string; testLinkId: string };
}): Outcome<WireTestLink> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const testLinkId = pathId(input.testLinkId, 'testLinkId', 'test link');
  if (!testLinkId.ok) return testLinkId;
  const link = await ctx.assay.store.read((db) => findLink(ctx, db, { testId: testId.value, testLinkId: testLinkId.value }));
  return link.ok ? ok(wireLink(link.value)) : link;
};

/** All test links of a test, newest first (api-v2.md §4.6). */
export const listTestLinks = async ({
  ctx,
  input,
}: {
  ctx: Context;
  input: { testId: string };
}): Outcome<{ testLinks: WireTestLink[] }> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  return ctx.assay.store.read(async (db) => {
    const test = await findTest(ctx, db, testId.value);
    if (!test.ok) return test;
    const links = await testLinks.list(db, ctx.accountId, testId.value);
    return ok({ testLinks: links.map(wireLink) });
  });
};
