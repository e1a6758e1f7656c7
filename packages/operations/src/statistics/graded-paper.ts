import { type TestDefinition, withKeysOf } from '@assay/domain';
import type { Db, reports, Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** The questions of an attempt with the keys and marks that grade its report: those of its version, unless a regrade came with others. */
export const gradedPaper = async (
  { testVersions }: Pick<Assay, 'testVersions'>,
  db: Db | Tx,
  {
    account_id: accountId,
    test_id: testId,
    version,
    key_version,
  }: Pick<reports.Report, 'account_id' | 'test_id' | 'version' | 'key_version'>,
): Promise<TestDefinition> => {
  const { definition: paper } = await testVersions.load(db, { accountId, testId, version });
  if (key_version === null || key_version === version) return paper;
  return withKeysOf(paper, (await testVersions.load(db, { accountId, testId, version: key_version })).definition).paper;
};
