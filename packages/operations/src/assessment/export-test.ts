import { fileOf, ok, operations } from '@assay/domain';
import { tests } from '@assay/store';
import { readOperation } from '../support/operation.ts';
import { notFound } from '../support/refusals.ts';
import { findTest } from './find-test.ts';

/** A version of a test, the present one by default, as a test file; importing it again changes nothing. */
export const exportTest = readOperation(operations.exportTest, async ({ assay, accountId, db }, { testId, query }) => {
  const test = await findTest(db, accountId, testId);
  if (!test.ok) return test;
  const key = { accountId, testId, version: query.version ?? test.value.version };
  if (!(await tests.hasVersion(db, key))) return notFound('version', key.version);
  const { definition } = await assay.testVersions.load(db, key);
  return ok(
    fileOf(definition, {
      ...(test.value.test_key === null ? {} : { key: test.value.test_key }),
      status: test.value.status === 'Active' ? 'Active' : 'Inactive',
    }),
  );
});
