import { formatInstant, ok, operations } from '@assay/domain';
import { tests } from '@assay/store';
import { operation, readOperation } from '../support/operation.ts';
import { notFound } from '../support/refusals.ts';
import { findTest } from './find-test.ts';
import { withCounts } from './with-counts.ts';

/** A test as the management API shows it, with how far its candidates got. */
export const getManagedTest = operation(operations.getManagedTest, async ({ assay: { store }, accountId }, { testId }) => {
  const test = await store.read((db) => findTest(db, accountId, testId));
  if (!test.ok) return test;
  const [summary] = await withCounts(store, accountId, [test.value]);
  return summary === undefined ? notFound('test', testId) : ok(summary);
});

/** Versions of a test, newest first. */
export const listTestVersions = readOperation(operations.listTestVersions, async ({ db, accountId }, { testId }) => {
  const test = await findTest(db, accountId, testId);
  if (!test.ok) return test;
  const rows = await tests.listVersions(db, accountId, testId);
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
