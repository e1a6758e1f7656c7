import type { CommandResult } from '../../output/output.ts';
import type { Context } from '../../support/context.ts';
import { Failure, UsageError } from '../../support/failures.ts';
import { openSession } from '../common/session.ts';
import { checkAll, findExisting, importChecked } from './import.ts';
import { previewRegrade } from './preview-regrade.ts';
import { type RegradeOptions, requestRegrade } from './regrade.ts';

export type UpdateOptions = RegradeOptions & { readonly regrade?: boolean };

/** Makes a new version of the test that has the file's key, and grades completed attempts by it. */
export const updateTest = async (context: Context, name: string, options: UpdateOptions): Promise<CommandResult | undefined> => {
  const { regrade = false, dryRun = false } = options;
  if (!regrade && (options.reason !== undefined || options.notify === true))
    throw new UsageError('--reason and --notify go with --regrade.');
  const [file] = await checkAll(context, [name]);
  if (file === undefined) throw new UsageError('No file is named.');
  const session = await openSession(context, options);
  const existing = await findExisting(session, file.test);
  if (existing === undefined)
    throw new Failure(
      `${file.file}: ${file.test.key === undefined ? 'has no `key:`, so it updates no test' : `no test has the key ${file.test.key}`}. (assay tests import)`,
    );
  const { testId } = existing.test;
  if (dryRun && regrade) return previewRegrade(session, testId, file.test, options);
  await importChecked(context, [file], options);
  return regrade ? requestRegrade(session, testId, options) : undefined;
};
