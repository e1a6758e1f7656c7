import { ok, type WireTestDetails } from '@assay/domain';
import type { Context, Outcome } from '../support/context.ts';
import { pathId, requireScope } from '../support/refusals.ts';
import { findTest, wireTest } from './find-test.ts';
import { wireSections } from './wire-sections.ts';

/** A test with its sections (api-v2.md §4.2). */
export const getTest = async ({ ctx, input }: { ctx: Context; input: { testId: string } }): Outcome<WireTestDetails> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  return ctx.assay.store.read(async (db) => {
    const test = await findTest(ctx, db, testId.value);
    if (!test.ok) return test;
    const { definition } = await ctx.assay.testVersions.load(db, {
      accountId: ctx.accountId,
      testId: testId.value,
      version: test.value.version,
    });
    return ok({ ...wireTest(test.value), sections: wireSections(definition) });
  });
};
