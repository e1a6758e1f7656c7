import { DuplicateBody, decodeBody, fileOf, type ImportResult } from '@assay/domain';
import { tests } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { conflict, pathId, requireScope } from '../support/refusals.ts';
import { findTest } from './find-test.ts';
import { importTest } from './import-test.ts';

type Input = { testId: string; body: unknown };

const longestName = 200;

/** Makes a new test of the present version of another one. It starts Inactive: a copy is made to be changed. */
export const duplicateTest = async ({ ctx, input }: { ctx: Context; input: Input }): Outcome<ImportResult> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const body = decodeBody(DuplicateBody, input.body ?? {});
  if (!body.ok) return body;
  const { name, key } = body.value;
  const { assay, accountId } = ctx;
  const source = await assay.store.read(async (db) => {
    const test = await findTest(ctx, db, testId.value);
    if (!test.ok) return test;
    if (key !== undefined && (await tests.findByKey(db, accountId, key)) !== undefined)
      return conflict(`key: a test with the key ${key} exists`);
    const { definition } = await assay.testVersions.load(db, { accountId, testId: testId.value, version: test.value.version });
    return { ok: true as const, value: definition };
  });
  if (!source.ok) return source;
  const copyName = name ?? [...`Copy of ${source.value.name}`].slice(0, longestName).join('');
  const file = fileOf({ ...source.value, name: copyName }, { ...(key === undefined ? {} : { key }), status: 'Inactive' });
  return importTest({ ctx, input: { file } });
};
