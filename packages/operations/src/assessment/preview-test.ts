import { ok, type TestPreview } from '@assay/domain';
import type { Context, Outcome } from '../support/context.ts';
import { pathId, requireScope } from '../support/refusals.ts';
import { findTest } from './find-test.ts';
import { takeQuestions } from './take-questions.ts';
import { wireSections } from './wire-sections.ts';

/** The present version of a test as its candidates would see it. Nothing is recorded, and the key is not in it. */
export const previewTest = async ({ ctx, input }: { ctx: Context; input: { testId: string } }): Outcome<TestPreview> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const { assay, accountId } = ctx;
  return assay.store.read(async (db) => {
    const test = await findTest(ctx, db, testId.value);
    if (!test.ok) return test;
    const version = await assay.testVersions.load(db, { accountId, testId: testId.value, version: test.value.version });
    return ok({
      testName: version.name,
      duration: version.duration,
      sections: wireSections(version.definition),
      questions: takeQuestions(version.definition),
    });
  });
};
