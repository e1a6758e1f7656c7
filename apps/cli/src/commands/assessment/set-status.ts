import type { ManagedTest, ManagedTestStatus } from '@assay/domain';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { confirm } from '../../support/prompt.ts';
import { type CommonOptions, openSession } from '../common/session.ts';

export type ConfirmedOptions = CommonOptions & { readonly yes?: boolean };
export type DuplicateOptions = CommonOptions & { readonly name?: string; readonly key?: string };

type Move = { readonly testIds: readonly number[]; readonly status: ManagedTestStatus };

export const setTestStatus = async (context: Context, { testIds, status }: Move, options: ConfirmedOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  const named = testIds.length === 1 ? `test ${testIds[0]}` : `${testIds.length} tests (${testIds.join(', ')})`;
  if (status === 'Archived')
    await confirm(
      context,
      options,
      `This archives ${named}: out of the lists, and nobody can start. Attempts in progress go on; reports stay.`,
    );
  const tests: ManagedTest[] = [];
  for (const testId of testIds) tests.push(await client.setTestStatus({ testId, status }, call));
  out.print({
    json: { tests },
    ids: tests.map(({ testId }) => testId),
    text: () => tests.map((test) => `Test ${test.testId} (${oneLine(test.testName)}) is ${test.status.toLowerCase()}.`).join('\n'),
  });
};

export const duplicateTest = async (context: Context, testId: number, options: DuplicateOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  const { name, key } = options;
  const copy = await client.duplicateTest({ testId, ...(name === undefined ? {} : { name }), ...(key === undefined ? {} : { key }) }, call);
  out.print({
    json: copy,
    ids: [copy.testId],
    text: () =>
      `Test ${copy.testId} (${oneLine(copy.testName)}) is a copy of ${testId}, inactive until you say: assay tests activate ${copy.testId}`,
  });
};
