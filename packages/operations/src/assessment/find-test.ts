import { ok, type Refusal, type Result, type WireTest } from '@assay/domain';
import { type Db, tests } from '@assay/store';
import { notFound } from '../support/refusals.ts';

export const findTest = async (db: Db, accountId: number, testId: number): Promise<Result<tests.Test, Refusal>> => {
  const test = await tests.find(db, accountId, testId);
  return test === undefined ? notFound('test', testId) : ok(test);
};

/** API v2 knows Active and Inactive; an archived test is an inactive one that lists leave out. */
export const wireTest = (test: tests.Test): WireTest => ({
  testId: test.test_id,
  testName: test.name,
  accessKey: test.access_key,
  duration: test.duration,
  questions: test.questions,
  testStatus: test.status === 'Active' ? 'Active' : 'Inactive',
});
