import { defineStored, fileOf, ok, operations, type PreparedTest, preparedFrom, recognitionsInParts, type TestFile } from '@assay/domain';
import { accounts, renderedVersions, testPictures, tests } from '@assay/store';
import { inParts } from '../support/in-parts.ts';
import { textInParts } from '../support/json-parts.ts';
import { writeOperation } from '../support/operation.ts';
import { requireBytes } from '../support/quotas.ts';
import { conflict } from '../support/refusals.ts';
import { accountRow } from '../support/row-name.ts';
import { findTest } from './find-test.ts';
import { importFile, stageWithinQuota } from './import-test.ts';

const longestName = 200;

type Copy = {
  readonly key: string | undefined;
  readonly from: { readonly testId: number; readonly version: number };
  readonly file: PreparedTest;
};

/** What `prepareTest` does, in parts. */
const preparedInParts = async (file: TestFile): Promise<PreparedTest> => {
  const stored = defineStored(file);
  const recognitions = await inParts(recognitionsInParts(file));
  return preparedFrom(file, stored, { definition: await inParts(textInParts(stored)), recognitions });
};

/** Makes a new test of the present version of another one. It starts Inactive: a copy is made to be changed. */
export const duplicateTest = writeOperation(
  operations.duplicateTest,
  async (call, { key, from, file }: Copy) => {
    const { accountId, tx } = call;
    // Locked first, as imports do: two copies with one key would otherwise both find it free.
    await accounts.lock(tx, accountId);
    if (key !== undefined && (await tests.findByKey(tx, accountId, key)) !== undefined)
      return conflict(`key: a test with the key ${key} exists`);
    const quota = await requireBytes(tx, accountId, await testPictures.sumBytes(tx, accountId, from.testId));
    if (!quota.ok) return quota;
    const copied = await importFile(call, file);
    if (!copied.ok) return copied;
    const to = { testId: copied.value.testId, version: copied.value.version };
    await testPictures.copy(tx, accountId, { from: from.testId, to: to.testId });
    await renderedVersions.copy(tx, { accountId, ...from }, { accountId, ...to });
    return copied;
  },
  {
    row: accountRow,
    prepare: async ({ assay, accountId }, { testId, body: { name, key } }) => {
      const { store, testVersions } = assay;
      const test = await store.read((db) => findTest(db, accountId, testId));
      if (!test.ok) return test;
      const from = { testId, version: test.value.version };
      const { definition, runLimits } = await store.read((db) => testVersions.load(db, { accountId, ...from }));
      const copyName = name ?? [...`Copy of ${definition.name}`].slice(0, longestName).join('');
      const file = fileOf({ ...definition, name: copyName }, { ...(key === undefined ? {} : { key }), status: 'Inactive' });
      const prepared = await preparedInParts(file);
      const staged = await stageWithinQuota({ assay, accountId }, [prepared.definition]);
      if (!staged.ok) return staged;
      return ok({ key, from, file: { ...prepared, runLimits } });
    },
  },
);
