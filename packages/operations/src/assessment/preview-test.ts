import { ok, operations } from '@assay/domain';
import { readOperation } from '../support/operation.ts';
import { findTest } from './find-test.ts';
import { takeQuestions } from './take-questions.ts';
import { wireSections } from './wire-sections.ts';

/** The present version of a test as its candidates would see it. Nothing is recorded, and the key is not in it. */
export const previewTest = readOperation(operations.previewTest, async ({ assay, accountId, db }, { testId }) => {
  const test = await findTest(db, accountId, testId);
  if (!test.ok) return test;
  const version = await assay.testVersions.load(db, { accountId, testId, version: test.value.version });
  const { name, duration, definition } = version;
  return ok({ testName: name, duration, sections: wireSections(definition), questions: takeQuestions(assay, version) });
});
