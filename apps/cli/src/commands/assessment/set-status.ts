import type { ManagedTest, ManagedTestStatus } from '@assay/domain';
import type { CommandResult } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import { confirm } from '../../support/prompt.ts';
import type { CommonOptions, Session } from '../common/session.ts';

export type ConfirmedOptions = CommonOptions & { readonly yes?: boolean };
export type DuplicateOptions = CommonOptions & { readonly name?: string; readonly key?: string };

export const setTestStatus =
  (status: ManagedTestStatus) =>
  async ({ context, client, call }: Session, testIds: readonly number[], options: ConfirmedOptions): Promise<CommandResult> => {
    const named = testIds.length === 1 ? `test ${testIds[0]}` : `${testIds.length} tests (${testIds.join(', ')})`;
    if (status === 'Archived')
      await confirm(
        context,
        options,
        `This archives ${named}: out of the lists, and nobody can start. Attempts in progress go on; reports stay.`,
      );
    const tests: ManagedTest[] = [];
    for (const testId of testIds) tests.push(await client.setTestStatus({ testId, status }, call));
    return {
      json: { tests },
      ids: tests.map(({ testId }) => testId),
      text: () => tests.map((test) => `Test ${test.testId} (${oneLine(test.testName)}) is ${test.status.toLowerCase()}.`).join('\n'),
    };
  };

export const duplicateTest = async ({ client, call }: Session, testId: number, options: DuplicateOptions): Promise<CommandResult> => {
  const { name, key } = options;
  const copy = await client.duplicateTest({ testId, ...(name === undefined ? {} : { name }), ...(key === undefined ? {} : { key }) }, call);
  return {
    json: copy,
    ids: [copy.testId],
    text: () =>
      `Test ${copy.testId} (${oneLine(copy.testName)}) is a copy of ${testId}, inactive until you say: assay tests activate ${copy.testId}`,
  };
};
