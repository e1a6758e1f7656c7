import { formatInstant, type ManagedTestSummary, ok, type TestVersions } from '@assay/domain';
import { tests } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { notFound, pathId, requireScope } from '../support/refusals.ts';
import { findTest } from './find-test.ts';
import { withCounts } from './with-counts.ts';

type Input = { ctx: Context; input: { testId: string } };

/** A test as the management API shows it, with how far its candidates got. */
export const getManagedTest = async ({ ctx, input }: Input): Outcome<ManagedTestSummary> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  return ctx.assay.store.read(async (db) => {
    const test = await findTest(ctx, db, testId.value);
    if (!test.ok) return test;
    const [summary] = await withCounts(db, ctx, [test.value]);
    return summary === undefined ? notFound('test', testId.value) : ok(summary);
  });
};

/** Versions of a test, newest first. */
export const listTestVersions = async ({ ctx, input }: Input): Outcome<TestVersions> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  return ctx.assay.store.read(async (db) => {
    const test = await findTest(ctx, db, testId.value);
    if (!test.ok) return test;
    const rows = await tests.listVersions(db, ctx.accountId, testId.value);
    return ok({
      versions: rows.map((row) => ({
        version: row.version,
        testName: row.name,
        duration: row.duration,
        questions: row.questions,
        totalScore: row.total_score,
        createdAt: formatInstant(row.created_at),
      })),
    });
  });
};
