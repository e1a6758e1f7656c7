import { ok, operations } from '@assay/domain';
import { readOperation } from '../support/operation.ts';
import { findTest, wireTest } from './find-test.ts';
import { wireSections } from './wire-sections.ts';

/** A test with its sections (api-v2.md §4.2). */
export const getTest = readOperation(operations.getTest, async ({ assay, accountId, db }, { testId }) => {
  const test = await findTest(db, accountId, testId);
  if (!test.ok) return test;
  const { definition } = await assay.testVersions.load(db, { accountId, testId, version: test.value.version });
  return ok({ ...wireTest(test.value), sections: wireSections(definition) });
});
