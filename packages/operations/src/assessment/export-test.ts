import { decode, ExportTestQuery, fileOf, ok, type TestFile } from '@assay/domain';
import { tests } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { notFound, pathId, requireScope } from '../support/refusals.ts';
import { findTest } from './find-test.ts';

type Input = { testId: string; query: unknown };

/** A version of a test, the present one by default, as a test file: importing it again says the same. */
export const exportTest = async ({ ctx, input }: { ctx: Context; input: Input }): Outcome<TestFile> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const query = decode(ExportTestQuery, input.query);
  if (!query.ok) return query;
  const { assay, accountId } = ctx;
  return assay.store.read(async (db) => {
    const test = await findTest(ctx, db, testId.value);
    if (!test.ok) return test;
    const key = { accountId, testId: testId.value, version: query.value.version ?? test.value.version };
    if ((await tests.findVersion(db, key)) === undefined) return notFound('version', key.version);
    const { definition } = await assay.testVersions.load(db, key);
    return ok(
      fileOf(definition, {
        ...(test.value.test_key === null ? {} : { key: test.value.test_key }),
        status: test.value.status === 'Active' ? 'Active' : 'Inactive',
      }),
    );
  });
};
