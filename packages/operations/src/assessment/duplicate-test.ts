import { fileOf, operations, prepareTest } from '@assay/domain';
import { accounts, renderedVersions, testPictures, tests } from '@assay/store';
import { writeOperation } from '../support/operation.ts';
import { conflict } from '../support/refusals.ts';
import { accountRow } from '../support/row-name.ts';
import { findTest } from './find-test.ts';
import { importFile } from './import-test.ts';

const longestName = 200;

/** Makes a new test of the present version of another one. It starts Inactive: a copy is made to be changed. */
export const duplicateTest = writeOperation(
  operations.duplicateTest,
  async (call, { testId, body: { name, key } }) => {
    const { assay, accountId, tx } = call;
    // Locked first, as imports do: two copies with one key would otherwise both find it free.
    await accounts.lock(tx, accountId);
    const test = await findTest(tx, accountId, testId);
    if (!test.ok) return test;
    if (key !== undefined && (await tests.findByKey(tx, accountId, key)) !== undefined)
      return conflict(`key: a test with the key ${key} exists`);
    const { definition, runLimits } = await assay.testVersions.load(tx, { accountId, testId, version: test.value.version });
    const copyName = name ?? [...`Copy of ${definition.name}`].slice(0, longestName).join('');
    const file = fileOf({ ...definition, name: copyName }, { ...(key === undefined ? {} : { key }), status: 'Inactive' });
    const copied = await importFile(call, { ...prepareTest(file), runLimits });
    if (!copied.ok) return copied;
    const to = { testId: copied.value.testId, version: copied.value.version };
    await testPictures.copy(tx, accountId, { from: testId, to: to.testId });
    await renderedVersions.copy(tx, { accountId, testId, version: test.value.version }, { accountId, ...to });
    return copied;
  },
  { row: accountRow },
);
